import { type Money } from "../Money.ts"
import { ReturnStatus } from "../Returns.ts"

/** The statuses a return can go to from each one. Where there is none the return has come to its end. */
export const transitions: { readonly [S in ReturnStatus]: ReadonlyArray<ReturnStatus> } = {
  requested: ["approved", "denied", "withdrawn"],
  approved: ["shipped_back", "received", "refunded", "withdrawn"],
  shipped_back: ["received", "refunded"],
  received: ["refunded"],
  refunded: [],
  denied: [],
  withdrawn: []
}

/** Whether a return may go from one status to another in one step. */
export const canBecome = (from: ReturnStatus, to: ReturnStatus): boolean => transitions[from].includes(to)

/** The statuses from which a return can go to this one. */
export const statusesBefore = (to: ReturnStatus): ReadonlyArray<ReturnStatus> =>
  ReturnStatus.literals.filter((from) => canBecome(from, to))

/** Whether a return is under way; an order has at most one that is. */
export const isOpen = (status: ReturnStatus): boolean => transitions[status].length > 0

/** The statuses of a return that is under way. */
export const openStatuses: ReadonlyArray<ReturnStatus> = ReturnStatus.literals.filter(isOpen)

/** The statuses whose units have left the customer, or are about to: they count as returned. */
export const goneBack: ReadonlyArray<ReturnStatus> = ["approved", "shipped_back", "received", "refunded"]

/** The status in which the goods are here, so that the refund is due. */
export const goodsReceived = "received" satisfies ReturnStatus

/**
 * Returns the statuses from which a refund is paid: once the goods are here, and before that only for an amount that
 * the shop does not wait for.
 */
export const refundableFrom = (amount: Money, returnlessLimit: Money): ReadonlyArray<ReturnStatus> =>
  amount <= returnlessLimit ? statusesBefore("refunded") : [goodsReceived]
