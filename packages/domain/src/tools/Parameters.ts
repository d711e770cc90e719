import { Schema } from "effect"
import { OrderId, ProductId } from "../Ids.ts"
import { Money, MoneyFromNumber } from "../Money.ts"

/** A trimmed string of `min` to `max` code points without U+0000. */
export const text = (min: number, max: number) =>
  Schema.Trim.pipe(
    Schema.filter((value) => !value.includes("\u0000"), { message: () => "must not contain U+0000" }),
    Schema.filter((value) => [...value].length >= min && [...value].length <= max, {
      message: () => `must be ${min} to ${max} characters`,
      jsonSchema: { minLength: min, maxLength: max }
    })
  )

const clamped = (min: number, max: number) =>
  Schema.transform(
    Schema.Int.annotations({ message: () => "must be a whole number", jsonSchema: { type: "integer" } }),
    Schema.Int,
    { strict: true, decode: (value) => Math.min(max, Math.max(min, value)), encode: (value) => value }
  )

/** How many rows to return: 1 to 50, clamped. */
export const limit = (fallback: number) =>
  Schema.optionalWith(clamped(1, 50).annotations({ description: `1 to 50, default ${fallback}` }), {
    default: () => fallback
  })

/** How many rows to skip: 0 to 10,000, clamped. */
export const offset = Schema.optionalWith(clamped(0, 10_000).annotations({ description: "rows to skip, default 0" }), {
  default: () => 0
})

/** A whole number from `min` to `max`; anything else is an invalid argument. */
export const whole = (min: number, max: number) =>
  Schema.Int.pipe(Schema.between(min, max)).annotations({
    message: () => `must be a whole number from ${min} to ${max}`,
    jsonSchema: { type: "integer", minimum: min, maximum: max }
  })

/** An amount from 0 to 999,999.99. */
export const amount = MoneyFromNumber.pipe(
  Schema.filter((cents) => cents >= 0 && cents <= Money.make(99_999_999), {
    message: () => "must be from 0 to 999999.99 with at most 2 decimals"
  })
)

export const productId = ProductId.annotations({
  description: "Id of a product, from find_product or a search",
  message: () => "must be a product id (UUID); call find_product or search_products to find it"
})

export const orderId = OrderId.annotations({
  description: "Id of one of the customer's orders, from get_user_orders",
  message: () => "must be an order id (UUID); call get_user_orders to list order ids"
})

/** One of a closed set of words; the refusal lists them. */
export const oneOf = <const Values extends ReadonlyArray<string>>(...values: Values) =>
  Schema.Literal(...values).annotations({ message: () => `must be one of ${values.join(", ")}` })
