import type { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { type Array } from "effect"
import type { SeededAccount } from "./Accounts.ts"
import type { PricedLine } from "./OrderDiscount.ts"
import type { Row } from "./Loader.ts"
import type { OrderPlan } from "./OrderScripts.ts"
import type { TimelineStep } from "./OrderTimeline.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { amount, iso } from "./World.ts"
import { denialNotes, returnReasons } from "./vocabulary/OrderTexts.ts"

/** History note of each status, where the order has no reason of its own. */
const notes: Readonly<Record<OrderStatus, string>> = {
  placed: "Order received",
  confirmed: "Availability confirmed, parcel is being packed",
  shipped: "Handed to the carrier",
  out_for_delivery: "On the van",
  delivered: "Delivered",
  cancelled: "Cancelled",
  returned: "Returned"
}

/** Makes one history row per step. The buyer is the actor of placing and cancelling, the shop of everything else. */
export const orderHistoryRows = (
  orderId: string,
  buyer: SeededAccount,
  plan: OrderPlan,
  steps: ReadonlyArray<TimelineStep<OrderStatus>>,
  origin: string,
  returnReason: string | undefined
): ReadonlyArray<Row> => {
  const destination = `${buyer.address.city}, ${buyer.address.state}`
  const locations: Partial<Record<OrderStatus, string>> = {
    shipped: origin,
    out_for_delivery: destination,
    delivered: destination
  }
  const reasons: Partial<Record<OrderStatus, string | undefined>> = {
    cancelled: plan.cancelReason,
    returned: returnReason
  }
  return steps.map(({ atMillis, status }) => ({
    order_id: orderId,
    status,
    notes: reasons[status] ?? notes[status],
    location: locations[status] ?? null,
    actor_user_id: status === "placed" || status === "cancelled" ? buyer.id : null,
    recorded_at: iso(atMillis)
  }))
}

/** Actor of each step of a return. */
const actors: Readonly<Record<ReturnStatus, string>> = {
  requested: "customer",
  approved: "system",
  shipped_back: "operator",
  received: "operator",
  refunded: "customer",
  denied: "operator",
  withdrawn: "customer"
}

export interface ReturnRows {
  readonly reason: string
  /** Time at which the order became `returned`; undefined without an approval. */
  readonly approvedMillis: number | undefined
  readonly returns: ReadonlyArray<Row>
  readonly lines: ReadonlyArray<Row>
  readonly history: ReadonlyArray<Row>
}

/** Total and shipping cost of a returned order, with the amount paid for each line. */
export interface ReturnedGoods {
  readonly totalCents: number
  readonly shippingCents: number
  readonly lines: ReadonlyArray<{ readonly itemId: string; readonly quantity: number; readonly paidCents: number }>
}

/** Makes the rows of the return of a whole order. */
export const returnRows = (
  random: SeededRandom,
  orderId: string,
  buyer: SeededAccount,
  line: PricedLine,
  { lines, shippingCents, totalCents }: ReturnedGoods,
  steps: Array.NonEmptyReadonlyArray<TimelineStep<ReturnStatus>>
): ReturnRows => {
  const [first] = steps
  const last = steps.at(-1) ?? first
  const id = random.uuid(first.atMillis)
  const reason = random.pick(returnReasons[line.product.category])
  const isClosed = last.status === "refunded" || last.status === "denied"
  return {
    reason,
    approvedMillis: steps.find(({ status }) => status === "approved")?.atMillis,
    returns: [
      {
        id,
        order_id: orderId,
        user_id: buyer.id,
        reason,
        status: last.status,
        refund_method: random.pick(["original_payment", "original_payment", "store_credit"]),
        refund_amount: amount(totalCents),
        shipping_refund: amount(shippingCents),
        created_at: iso(first.atMillis),
        resolved_at: isClosed ? iso(last.atMillis) : null
      }
    ],
    lines: lines.map(({ itemId, paidCents, quantity }) => ({
      return_id: id,
      order_item_id: itemId,
      quantity,
      refund_amount: amount(paidCents)
    })),
    history: steps.map(({ atMillis, status }) => ({
      return_id: id,
      status,
      actor: actors[status],
      note: status === "denied" ? random.pick(denialNotes) : "",
      recorded_at: iso(atMillis)
    }))
  }
}
