import { ReturnStatus } from "../Returns.ts"

/** The statuses a return can go to from each one. Where there is none the return has come to its end. */
export const transitions: { readonly [S in ReturnStatus]: ReadonlyArray<ReturnStatus> } = {
  requested: ["approved", "denied"],
  approved: ["shipped_back", "received", "refunded"],
  shipped_back: ["received", "refunded"],
  received: ["refunded"],
  refunded: [],
  denied: []
}

/** Whether a return may go from one status to another in one step. */
export const canBecome = (from: ReturnStatus, to: ReturnStatus): boolean => transitions[from].includes(to)

/** The statuses from which a return can go to this one. */
export const statusesBefore = (to: ReturnStatus): ReadonlyArray<ReturnStatus> =>
  ReturnStatus.literals.filter((from) => canBecome(from, to))

/** Statuses in which the money can be paid back. */
export const refundable: ReadonlyArray<ReturnStatus> = statusesBefore("refunded")
