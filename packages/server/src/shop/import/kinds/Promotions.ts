import { Category } from "@storefront/domain/Catalog"
import { Either, ParseResult, Schema } from "effect"
import { type Reader, left, refused, required, taken } from "../rules/Column.ts"
import { moment } from "../rules/values/Dates.ts"
import { boolean } from "../rules/values/Numbers.ts"
import { ownWords, readKey } from "../rules/values/Text.ts"
import { asRead, cellFault, simpleKind } from "./SimpleKind.ts"

/** Key, SKU or GTIN of a product, as a column of keys is read. */
const ProductKey = Schema.transformOrFail(Schema.String, Schema.String, {
  strict: true,
  decode: (text, _, ast) =>
    Either.mapBoth(readKey(300)(text), {
      onLeft: ({ fault }) => new ParseResult.Type(ast, text, fault),
      onRight: ({ value }) => value
    }),
  encode: ParseResult.succeed
})
const Percentage = Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(100))
const Count = Schema.Int.pipe(Schema.between(1, 99))

const productIds = (min: number, max: number) =>
  Schema.Array(ProductKey).pipe(Schema.minItems(min), Schema.maxItems(max))
const categories = (min: number) => Schema.Array(Category).pipe(Schema.minItems(min), Schema.maxItems(5))

/** Rules of a promotion as the table has them (`PromotionRules`), with products by key, SKU or GTIN. */
export const Rules = Schema.Union(
  Schema.Struct({ type: Schema.Literal("bundle"), product_ids: productIds(2, 10), discount_pct: Percentage }),
  Schema.Struct({ type: Schema.Literal("bundle"), categories: categories(2), discount_pct: Percentage }),
  Schema.Struct({
    type: Schema.Literal("buy_x_get_y"),
    product_ids: productIds(1, 20),
    buy_quantity: Count,
    free_quantity: Count
  }),
  Schema.Struct({ type: Schema.Literal("buy_x_get_y"), category: Category, buy_quantity: Count, free_quantity: Count }),
  Schema.Struct({ type: Schema.Literal("flash_sale"), categories: categories(1), discount_pct: Percentage })
)
export type Rules = typeof Rules.Type

const decode = Schema.decodeUnknownEither(Schema.parseJson(Rules), { onExcessProperty: "error" })

const example = '{"type":"flash_sale","categories":["Shoes"],"discount_pct":10}'

const rules: Reader<Rules> = (cell) =>
  Either.match(decode(cell), {
    onLeft: () =>
      refused(
        "are not the rules of a promotion",
        `write a type (bundle, buy_x_get_y or flash_sale) with its products or categories and its numbers, for example ${example}`
      ),
    onRight: (value) => taken(value)
  })

/** Promotions, whose rules have too much form for CSV. */
export const promotions = simpleKind(
  "promotions",
  "name",
  {
    name: required(ownWords(120), { docs: "name, at most 120 characters, shown to customers", example: "Shoe week" }),
    rules: required(rules, {
      docs: "a bundle, `buy_x_get_y` or a flash sale, with product keys or categories",
      example
    }),
    startDate: required(moment, { docs: "first moment", example: "2026-03-01" }),
    endDate: required(moment, { docs: "end", example: "2026-03-08" }),
    isActive: left(boolean, { docs: "`false` switches it off", example: "true" })
  },
  (values) =>
    values.endDate > values.startDate
      ? asRead(values)
      : cellFault("end_date", "is not after start_date", "correct one of the two dates"),
  { formats: ["jsonl"], structures: ["rules"] }
)
