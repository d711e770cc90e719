import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { namedFirst } from "@storefront/domain/rules/VariantOrder"
import { UserText } from "@storefront/domain/tools/UserText"
import { maxVariants, type Variant } from "@storefront/domain/tools/VariantFields"
import { Array, Context, Effect, Layer, Schema, Struct } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { unitsInStock } from "./StockByWarehouse.ts"
import * as PriceNow from "../pricing/PriceNow.ts"

/** Options as products have them: `[["Size", "42"], ["Colour", "Black"]]`. */
export const Options = Schema.transform(
  Schema.Array(Schema.Tuple(UserText, UserText)),
  Schema.Array(Schema.typeSchema(Schema.Struct({ name: UserText, value: UserText }))),
  {
    strict: true,
    decode: (pairs) => pairs.map(([name, value]) => ({ name, value })),
    encode: (options) => options.map(({ name, value }) => [name, value] as const)
  }
)

const Row = Schema.Struct({
  group_id: ProductId,
  product_id: ProductId,
  options: Options,
  price: MoneyFromNumeric,
  price_now: PriceNow.fields.price_now,
  original_price: MoneyFromNumeric,
  quantity: Schema.Int
})

/** Bounds the memory of a reading; no shop shows people that many values. */
const maxRead = 5_000

/** The variants of groups. */
export class Variants extends Context.Tag("@storefront/server/shop/catalog/Variants")<
  Variants,
  {
    /**
     * Reads the active variants of groups, in stock or not, the `first` ones and then those whose values the question
     * names before the others. Ids of other products have none. One statement.
     */
    readonly of: (
      groups: ReadonlyArray<ProductId>,
      question: string,
      limit?: number,
      first?: ReadonlyArray<ProductId>
    ) => Effect.Effect<(group: ProductId) => ReadonlyArray<Variant>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Array(ProductId),
        Result: Row,
        execute: (groups) => sql`
          WITH ${PriceNow.flashSales(sql)}
          SELECT p.group_id, p.id AS product_id, p.options, p.price, ${PriceNow.columns(sql)}, p.original_price,
            ${unitsInStock(sql)} AS quantity
          FROM products p
          WHERE p.group_id = ANY (${groups}::uuid[]) AND p.is_active
          ORDER BY p.group_id, p.id
          LIMIT ${maxRead}`
      })
      return {
        of: Effect.fn("Variants.of")(function* (groups, question, limit = maxVariants, first = []) {
          const rows = groups.length === 0 ? [] : yield* orUnavailable(select(groups))
          const byGroup = new Map(
            Object.entries(Array.groupBy(rows, ({ group_id }) => group_id)).map(([group, variants]) => {
              const isFirst = ({ product_id }: typeof Row.Type) => first.includes(product_id)
              const [others, preceding] = Array.partition(namedFirst(variants, question), isFirst)
              return [group, Array.take([...preceding, ...others], limit).map(Struct.omit("group_id"))]
            })
          )
          return (group) => byGroup.get(group) ?? []
        })
      }
    })
  )
}
