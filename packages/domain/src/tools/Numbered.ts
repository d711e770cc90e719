import { Schema } from "effect"
import { type OrderId } from "../Ids.ts"
import { numberOf, OrderNumber } from "../OrderNumber.ts"

/** A row of a tool's result that names an order: encoded, it has the order's short number, too. */
export const numbered = <A extends { readonly order_id: OrderId }, I>(row: Schema.Schema<A, I>) =>
  Schema.transform(Schema.extend(Schema.Struct({ number: OrderNumber }), row), Schema.typeSchema(row), {
    strict: true,
    decode: (shown): A => shown,
    encode: (told) => ({ number: numberOf(told.order_id), ...told })
  })
