import { DateTime, Option, Schema } from "effect"
import { isStorable, rule, storableRule } from "../api/Fields.ts"
import { Day, maxOptions } from "../Catalog.ts"
import { UserId } from "../Identity.ts"
import { MemoryId, OrderId, ProductId, ReturnId, ReviewId } from "../Ids.ts"
import { decimalsRule, maxAmount, MoneyFromNumber, toAmount } from "../Money.ts"
import { shopCurrencyName } from "../ShopSettings.ts"

/** Schemas of tool parameters, whose messages tell a model how to correct them; `api/Fields.ts` has those of HTTP. */

/**
 * Builds a schema of storable, trimmed strings of `min` to `max` code points. A description that depends on the shop is
 * a function: it is read when the schema is written down, as the shop is not known while modules load.
 */
export const text = (min: number, max: number, description: string | (() => string)) =>
  Schema.Trim.pipe(
    Schema.filter(isStorable, { message: () => storableRule }),
    Schema.filter((value) => [...value].length >= min && [...value].length <= max, {
      message: () => `must be ${min} to ${max} characters`,
      jsonSchema: {
        type: "string",
        minLength: min,
        maxLength: max,
        get description() {
          return typeof description === "string" ? description : description()
        }
      }
    })
  )

/** Declares an optional whole number that is clamped into a range. */
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

/** Maximum number of rows that a tool returns at once. */
export const maxRows = 50

/** Declares the maximum number of rows to return: 1 to `mostRows`, clamped. */
export const limit = (fallback: number) => clamped(1, maxRows, fallback, "Rows")

/** Number of rows to skip: 0 to 10,000, clamped. */
export const offset = clamped(0, 10_000, 0, "Rows to skip")

/** Number of rows on all pages; null for a page beyond the last one. */
export const total = Schema.NullOr(Schema.Int)

/** Declares an optional boolean, false by default. */
export const flag = (description: string) =>
  Schema.optionalWith(Schema.Boolean.annotations({ description }), { default: () => false })

/** Filter for products that are low in stock. */
export const lowStockOnly = flag("true: only what is running low in some warehouse")

/** Builds a schema of whole numbers from `min` to `max`; other values are rejected, not clamped. */
export const whole = (min: number, max: number, description: string) =>
  Schema.Int.pipe(Schema.between(min, max)).annotations({
    ...rule(`must be a whole number from ${min} to ${max}`),
    jsonSchema: { type: "integer", minimum: min, maximum: max, description }
  })

/** Declares an optional whole number from `min` to `max`. */
export const wholeOr = (min: number, max: number, fallback: number, meaning: string) =>
  Schema.optionalWith(whole(min, max, `${meaning}; default ${fallback}`), { default: () => fallback })

/** Builds a schema of amounts from 0 to `maxAmount`. */
export const amountOf = (description: string) =>
  MoneyFromNumber.pipe(
    Schema.filter((amount) => amount >= 0 && amount <= maxAmount, {
      message: () => `must be from 0 to ${toAmount(maxAmount)} ${decimalsRule()}`,
      jsonSchema: {
        type: "number",
        minimum: 0,
        get maximum() {
          return toAmount(maxAmount)
        },
        get description() {
          return `${description}, in ${shopCurrencyName()} ${decimalsRule()}`
        }
      }
    })
  )

/** Builds a schema of UTC days that exist in the calendar. */
export const day = (description: string) =>
  Day.pipe(
    Schema.filter((text) =>
      Option.exists(DateTime.make(`${text}T00:00:00Z`), (at) => DateTime.formatIsoDateUtc(at) === text)
    )
  ).annotations({ ...rule("must be a day, YYYY-MM-DD"), jsonSchema: { type: "string", format: "date", description } })

/** Builds a schema of ids that accepts any letter case and yields lower case. */
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

/** Advice on finding the ids that tools take, keyed by parameter. */
export const lookupAdvice: { readonly [Field in string]?: string } = {
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
  `must be a product id (UUID); ${lookupAdvice.product_id}`
)

/** Id of an order. Callers may give the short number: it is resolved before arguments are decoded. */
export const orderId = id(
  OrderId,
  "The order_id or number",
  `must be an order id (UUID) or number (#0EBA-32AC); ${lookupAdvice.order_id}`,
  {}
)

export const reviewId = id(ReviewId, "From a list of reviews", `must be a review id (UUID); ${lookupAdvice.review_id}`)

/** Builds a schema of `min` to `max` distinct product ids. */
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

/** Values that select a variant; one without a name may be any option's. */
export const OptionValues = Schema.Array(
  Schema.Struct({
    name: Schema.optional(text(1, 40, "Such as Size")),
    value: text(1, 100, "Such as 42")
  })
)
  .pipe(Schema.maxItems(maxOptions, { jsonSchema: {} }))
  .annotations({ description: "Of a variant, as wanted" })
export type OptionValues = typeof OptionValues.Type

export const memoryId = id(
  MemoryId,
  "From recall_preferences",
  `must be the id of a memory (UUID); ${lookupAdvice.memory_id}`
)

/** Seller whose products an admin asks for; sellers see their own without it. */
export const sellerId = id(
  UserId,
  "Admins only: the account id of one seller",
  "must be the account id of a seller (UUID); leave it out for all sellers, or for your own products"
)

export const returnId = id(ReturnId, "From get_return_status", `must be a return id (UUID); ${lookupAdvice.return_id}`)

/** Builds a schema of a closed set of words; the error message lists them. */
export const oneOf = <const Values extends ReadonlyArray<string>>(values: Values, description: string) =>
  Schema.Literal(...values).annotations({ message: () => `must be one of ${values.join(", ")}`, description })
