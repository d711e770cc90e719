import { Schema } from "effect"
import { type OrderId } from "../Ids.ts"
import { orderNumberOf, OrderNumber } from "../OrderNumber.ts"

/** Adds an order's short number to the encoded row of a tool's result. */
export const withOrderNumber = <A extends { readonly order_id: OrderId }, I>(row: Schema.Schema<A, I>) =>
  Schema.transform(Schema.extend(Schema.Struct({ number: OrderNumber }), row), Schema.typeSchema(row), {
    strict: true,
    decode: (numbered): A => numbered,
    encode: (order) => ({ number: orderNumberOf(order.order_id), ...order })
  })
