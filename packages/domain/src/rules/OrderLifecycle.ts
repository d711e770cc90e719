import { OrderStatus } from "../Orders.ts"

/** Allowed transitions from each status; a status without any is final. */
export const transitions: { readonly [S in OrderStatus]: ReadonlyArray<OrderStatus> } = {
  placed: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["out_for_delivery"],
  out_for_delivery: ["delivered"],
  delivered: ["returned"],
  cancelled: [],
  returned: []
}

/** Transition of an order back when its return is withdrawn; no other event causes it. */
export const withdrawal = { from: "returned", to: "delivered" } as const satisfies Readonly<
  Record<"from" | "to", OrderStatus>
>

/** Returns whether an order may change from one status to another in one step. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)

/** Returns the statuses from which an order may change to this one. */
export const statusesBefore = (to: OrderStatus): ReadonlyArray<OrderStatus> =>
  OrderStatus.literals.filter((from) => canBecome(from, to))

/** Statuses in which the customer can cancel. */
export const cancellable: ReadonlyArray<OrderStatus> = statusesBefore("cancelled")

/** Statuses in which the carrier has the parcel. */
export const underWay: ReadonlyArray<OrderStatus> = ["shipped", "out_for_delivery"]

/** Statuses in which the address can be changed, because nothing has left a warehouse yet. */
export const modifiable: ReadonlyArray<OrderStatus> = ["placed", "confirmed"]

/** Statuses in which the customer is waiting for the order. */
export const undelivered: ReadonlyArray<OrderStatus> = [...modifiable, ...underWay]
