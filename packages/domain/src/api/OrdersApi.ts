import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { addressFields } from "../Address.ts"
import { Category } from "../Catalog.ts"
import { OrderNotFound } from "../Errors.ts"
import { OrderId, ProductId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { AccountAuthentication } from "./Authentication.ts"
import { choice, pageOffset, pageSize, query } from "./Queries.ts"

const summary = {
  id: OrderId,
  status: OrderStatus,
  /** Goods after discounts, without shipping. */
  total: MoneyFromNumber,
  carrier: Schema.String,
  /** Empty before shipping. */
  tracking: Schema.String,
  /** Number of lines. */
  item_count: Schema.Int,
  date: Schema.DateTimeUtc
}

export class OrderSummary extends Schema.Class<OrderSummary>("OrderSummary")(summary) {}

export class OrderPage extends Schema.Class<OrderPage>("OrderPage")({
  orders: Schema.Array(OrderSummary),
  /** Matching orders on all pages. */
  total: Schema.Int
}) {}

export class PostalAddress extends Schema.Class<PostalAddress>("PostalAddress")(addressFields(Schema.String)) {}

export class OrderItem extends Schema.Class<OrderItem>("OrderItem")({
  product_id: ProductId,
  name: Schema.String,
  category: Category,
  image_url: Schema.String,
  quantity: Schema.Int,
  unit_price: MoneyFromNumber,
  subtotal: MoneyFromNumber
}) {}

export class OrderEvent extends Schema.Class<OrderEvent>("OrderEvent")({
  status: OrderStatus,
  notes: Schema.String,
  location: Schema.NullOr(Schema.String),
  timestamp: Schema.DateTimeUtc
}) {}

export class OrderReturn extends Schema.Class<OrderReturn>("OrderReturn")({
  id: ReturnId,
  reason: Schema.String,
  status: ReturnStatus,
  refund_method: RefundMethod,
  refund_amount: MoneyFromNumber,
  created_at: Schema.DateTimeUtc,
  /** Null while the return is open. */
  resolved_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

export class OrderDetail extends Schema.Class<OrderDetail>("OrderDetail")({
  ...summary,
  shipping_address: PostalAddress,
  /** Empty without a coupon. */
  coupon: Schema.String,
  discount: MoneyFromNumber,
  items: Schema.Array(OrderItem),
  /** Oldest first. */
  status_history: Schema.Array(OrderEvent),
  return: Schema.NullOr(OrderReturn)
}) {}

export const OrderQuery = query({
  status: Schema.optional(choice(...OrderStatus.literals)),
  limit: pageSize(20, 100),
  offset: pageOffset
})
export type OrderQuery = typeof OrderQuery.Type

export class OrdersApi extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/")
      .setUrlParams(OrderQuery)
      .addSuccess(OrderPage)
      .annotate(OpenApi.Summary, "List the caller's orders, newest first")
      .annotate(OpenApi.Description, "`total` counts all orders that match, whatever the page.")
  )
  .add(
    HttpApiEndpoint.get("detail", "/:order_id")
      .setPath(Schema.Struct({ order_id: Schema.String }))
      .addSuccess(OrderDetail)
      .addError(OrderNotFound.http)
      .annotate(OpenApi.Summary, "Read one of the caller's orders")
      .annotate(
        OpenApi.Description,
        "Its lines, its history (oldest first), and its return if there is one. Lines less the discount are the total; shipping is not part of it."
      )
  )
  .middleware(AccountAuthentication)
  .prefix("/orders")
  .annotate(OpenApi.Description, "The caller's own orders; anybody else's is not found.") {}
