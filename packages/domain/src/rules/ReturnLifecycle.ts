import { type Money } from "../Money.ts"
import { ReturnStatus } from "../Returns.ts"

/** Allowed transitions from each status; a status without any is final. */
export const transitions: { readonly [S in ReturnStatus]: ReadonlyArray<ReturnStatus> } = {
  requested: ["approved", "denied", "withdrawn"],
  approved: ["shipped_back", "received", "refunded", "withdrawn"],
  shipped_back: ["received", "refunded"],
  received: ["refunded"],
  refunded: [],
  denied: [],
  withdrawn: []
}

/** Returns whether a return may change from one status to another in one step. */
export const canBecome = (from: ReturnStatus, to: ReturnStatus): boolean => transitions[from].includes(to)

/** Returns the statuses from which a return may change to this one. */
export const statusesBefore = (to: ReturnStatus): ReadonlyArray<ReturnStatus> =>
  ReturnStatus.literals.filter((from) => canBecome(from, to))

/** Returns whether a return is in progress; an order has at most one such return. */
export const isOpen = (status: ReturnStatus): boolean => transitions[status].length > 0

/** Statuses of a return in progress. */
export const openStatuses: ReadonlyArray<ReturnStatus> = ReturnStatus.literals.filter(isOpen)

/** Statuses in which the units have left the customer or are about to, and so count as returned. */
export const returnedStatuses: ReadonlyArray<ReturnStatus> = ["approved", "shipped_back", "received", "refunded"]

/** Status in which the shop has the goods, so that the refund is due. */
export const goodsReceived = "received" satisfies ReturnStatus

/**
 * Returns the statuses from which a refund is paid: normally once the goods are received, earlier only for amounts up
 * to the returnless limit.
 */
export const refundableFrom = (amount: Money, returnlessLimit: Money): ReadonlyArray<ReturnStatus> =>
  amount <= returnlessLimit ? statusesBefore("refunded") : [goodsReceived]
