import { DateTime, Option, Schema } from "effect"
import { isStorable, rule, storableRule } from "../api/Fields.ts"
import { Day } from "../Catalog.ts"
import { UserId } from "../Identity.ts"
import { MemoryId, OrderId, ProductId, ReturnId, ReviewId } from "../Ids.ts"
import { Money, MoneyFromNumber } from "../Money.ts"

/** A trimmed string of `min` to `max` code points that can be stored. */
export const text = (min: number, max: number, description: string) =>
  Schema.Trim.pipe(
    Schema.filter(isStorable, { message: () => storableRule }),
    Schema.filter((value) => [...value].length >= min && [...value].length <= max, {
      message: () => `must be ${min} to ${max} characters`,
      jsonSchema: { type: "string", minLength: min, maxLength: max, description }
    })
  )

/** A whole number that is moved into the range; `fallback` when it is left out. */
const clamped = (min: number, max: number, fallback: number, meaning: string) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.Number.pipe(
        Schema.filter((value) => Number.isInteger(value), {
          message: () => "must be a whole number",
          jsonSchema: { type: "integer" }
        })
      ),
      Schema.Int.annotations({ description: `${meaning}; default ${fallback}` }),
      { strict: true, decode: (value) => Math.min(max, Math.max(min, value)), encode: (value) => value }
    ),
    { default: () => fallback }
  )

/** The most rows that a tool returns at once. */
export const mostRows = 50

/** How many rows to return: 1 to `mostRows`, clamped. */
export const limit = (fallback: number) => clamped(1, mostRows, fallback, "Rows")

/** How many rows to skip: 0 to 10,000, clamped. */
export const offset = clamped(0, 10_000, 0, "Rows to skip")

/** How many rows there are on all pages, in a result; null for a page beyond the last one. */
export const total = Schema.NullOr(Schema.Int)

/** False when it is left out. */
export const flag = (description: string) =>
  Schema.optionalWith(Schema.Boolean.annotations({ description }), { default: () => false })

/** Lists only what is running low. */
export const lowStockOnly = flag("true: only what is running low in some warehouse")

/** A whole number from `min` to `max`; anything else is an invalid argument. */
export const whole = (min: number, max: number, description: string) =>
  Schema.Int.pipe(Schema.between(min, max)).annotations({
    ...rule(`must be a whole number from ${min} to ${max}`),
    jsonSchema: { type: "integer", minimum: min, maximum: max, description }
  })

/** A whole number from `min` to `max`; `fallback` when it is left out. */
export const wholeOr = (min: number, max: number, fallback: number, meaning: string) =>
  Schema.optionalWith(whole(min, max, `${meaning}; default ${fallback}`), { default: () => fallback })

/** An amount from 0 to 999,999.99, with what it means. */
export const amountOf = (description: string) =>
  MoneyFromNumber.pipe(
    Schema.filter((cents) => cents >= 0 && cents <= Money.make(99_999_999), {
      message: () => "must be from 0 to 999999.99 with at most 2 decimals",
      jsonSchema: { type: "number", minimum: 0, maximum: 999_999.99, description }
    })
  )

/** A day in UTC that the calendar has. */
export const day = (description: string) =>
  Day.pipe(
    Schema.filter((text) =>
      Option.exists(DateTime.make(`${text}T00:00:00Z`), (at) => DateTime.formatIsoDateUtc(at) === text)
    )
  ).annotations({ ...rule("must be a day, YYYY-MM-DD"), jsonSchema: { type: "string", format: "date", description } })

/** An id in any letter case; inside and in results it is lower case. */
const id = <A>(
  schema: Schema.Schema<A, string>,
  description: string,
  message: string,
  form: { readonly format?: "uuid" } = { format: "uuid" }
) =>
  Schema.transform(Schema.String.annotations(rule(message)), schema.annotations(rule(message)), {
    strict: true,
    decode: (text) => text.trim().toLowerCase(),
    encode: (stored) => stored
  }).annotations({ jsonSchema: { type: "string", ...form, description } })

/** How the ids that tools take are found, by the parameter. */
export const waysToFind: { readonly [Field in string]?: string } = {
  product_id: "call find_product or search_products to find it",
  product_ids: "call find_product or search_products to find them",
  order_id: "look it up among the customer's orders",
  review_id: "call get_product_reviews or get_my_reviews to find it",
  memory_id: "call recall_preferences to list them",
  return_id: "call get_return_status to find it"
}

export const productId = id(
  ProductId,
  "From find_product or a search",
  `must be a product id (UUID); ${waysToFind.product_id}`
)

/** The id of an order. Who calls may give the short number: it is resolved before the arguments are decoded. */
export const orderId = id(
  OrderId,
  "The order_id or number",
  `must be an order id (UUID) or number (#0EBA-32AC); ${waysToFind.order_id}`,
  {}
)

export const reviewId = id(ReviewId, "From a list of reviews", `must be a review id (UUID); ${waysToFind.review_id}`)

/** `min` to `max` ids of products, each once. */
export const productIds = (min: number, max: number, meaning?: string) =>
  Schema.Array(productId).pipe(
    Schema.filter((ids) => ids.length >= min && ids.length <= max && new Set(ids).size === ids.length, {
      message: () => `must be ${min} to ${max} different product ids`,
      jsonSchema: {
        minItems: min,
        maxItems: max,
        uniqueItems: true,
        description: meaning ?? `${min} to ${max} different products`
      }
    })
  )

export const memoryId = id(
  MemoryId,
  "From recall_preferences",
  `must be the id of a memory (UUID); ${waysToFind.memory_id}`
)

/** Whose products an admin looks at; sellers see their own without it. */
export const sellerId = id(
  UserId,
  "Admins only: the account id of one seller",
  "must be the account id of a seller (UUID); leave it out for all sellers, or for your own products"
)

export const returnId = id(ReturnId, "From get_return_status", `must be a return id (UUID); ${waysToFind.return_id}`)

/** One of a closed set of words; the refusal lists them. */
export const oneOf = <const Values extends ReadonlyArray<string>>(values: Values, description: string) =>
  Schema.Literal(...values).annotations({ message: () => `must be one of ${values.join(", ")}`, description })
