import { OrderStatus } from "../Orders.ts"

/** The statuses an order can go to from each one. Where there is none the order has come to its end. */
export const transitions: { readonly [S in OrderStatus]: ReadonlyArray<OrderStatus> } = {
  placed: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["out_for_delivery"],
  out_for_delivery: ["delivered"],
  delivered: ["returned"],
  cancelled: [],
  returned: []
}

/** The step back that a withdrawn return takes its order; nobody else takes it. */
export const withdrawal = { from: "returned", to: "delivered" } as const satisfies Readonly<
  Record<"from" | "to", OrderStatus>
>

/** Whether an order may go from one status to another in one step. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)

/** The statuses from which an order can go to this one. */
export const statusesBefore = (to: OrderStatus): ReadonlyArray<OrderStatus> =>
  OrderStatus.literals.filter((from) => canBecome(from, to))

/** Statuses in which the customer can still cancel. */
export const cancellable: ReadonlyArray<OrderStatus> = statusesBefore("cancelled")

/** Statuses in which the parcel is with its carrier. */
export const underWay: ReadonlyArray<OrderStatus> = ["shipped", "out_for_delivery"]

/** Statuses in which the address can still be changed: nothing has left a warehouse. */
export const modifiable: ReadonlyArray<OrderStatus> = ["placed", "confirmed"]

/** Statuses of an order that its customer is still waiting for. */
export const undelivered: ReadonlyArray<OrderStatus> = [...modifiable, ...underWay]
