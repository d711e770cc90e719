import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { chooseVariant, type OpenChoice } from "@storefront/domain/rules/VariantChoice"
import { type OptionValues } from "@storefront/domain/tools/Parameters"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { unitsInStock } from "./StockByWarehouse.ts"
import { isSold } from "./SoldProducts.ts"

/** The values given do not single out a variant of the product. */
export class VariantNotChosen extends Data.TaggedError("VariantNotChosen")<
  OpenChoice & { readonly product: ProductId }
> {}

const Choice = Schema.Struct({
  product_id: ProductId,
  /** Active variants of a group; otherwise the product itself. */
  variants: Schema.Array(
    Schema.Struct({
      product_id: ProductId,
      options: Schema.Array(
        Schema.Struct({
          name: UserText,
          value: UserText,
          folded_name: Schema.String,
          folded_value: Schema.String
        })
      ),
      quantity: Schema.Int
    })
  ),
  /** The values given, folded. */
  wanted: Schema.Array(Schema.Struct({ name: Schema.NullOr(Schema.String), value: Schema.String }))
})

/** Choice among the variants of a group. One statement each. */
export class VariantChoices extends Context.Tag("@storefront/server/shop/catalog/VariantChoices")<
  VariantChoices,
  {
    /** Returns the only active variant with these values. A variant or single is checked against its own values. */
    readonly choose: (
      product: ProductId,
      values: OptionValues
    ) => Effect.Effect<ProductId, ProductNotFound | VariantNotChosen | DatabaseUnavailable>
    /**
     * Fails for the first of the products that is an active group: only its variants are sold. The choices are of
     * variants in stock, or of all that are sold.
     */
    readonly refuseGroups: (
      products: ReadonlyArray<ProductId>,
      offered: "in_stock" | "sold"
    ) => Effect.Effect<void, VariantNotChosen | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ ids: Schema.Array(ProductId), values: Schema.Unknown, isGroup: Schema.Boolean }),
        Result: Choice,
        execute: ({ ids, isGroup, values }) => sql`
          SELECT g.id AS product_id, (
              SELECT COALESCE(jsonb_agg(jsonb_build_object('product_id', p.id, 'quantity', ${unitsInStock(sql)},
                'options', (
                  SELECT COALESCE(jsonb_agg(jsonb_build_object('name', o->>0, 'value', o->>1,
                    'folded_name', folded(o->>0), 'folded_value', folded(o->>1)) ORDER BY place), '[]')
                  FROM jsonb_array_elements(p.options) WITH ORDINALITY AS options (o, place)
                )) ORDER BY p.created_at, p.id), '[]')
              FROM products p
              WHERE (p.id = g.id OR p.group_id = g.id) AND ${isSold(sql)}
            ) AS variants, (
              SELECT COALESCE(jsonb_agg(jsonb_build_object('name', folded(w->>'name'), 'value', folded(w->>'value'))), '[]')
              FROM jsonb_array_elements(${JSON.stringify(values)}::jsonb) AS w
            ) AS wanted
          FROM products g
          WHERE ${sql.in("g.id", ids)} AND g.is_active AND (g.kind = 'group' OR NOT ${isGroup}::boolean)
          ORDER BY array_position(${ids}::uuid[], g.id)
          LIMIT 1`
      })

      const find = (ids: ReadonlyArray<ProductId>, values: OptionValues, isGroup: boolean) =>
        orUnavailable(select({ ids, values, isGroup }))

      return {
        choose: Effect.fn("VariantChoices.choose")(function* (product: ProductId, values: OptionValues) {
          const found = yield* find([product], values, false)
          const { variants, wanted } = yield* Effect.mapError(found, () => new ProductNotFound())
          if (variants.length === 0) {
            return yield* new ProductNotFound()
          }
          const choice = chooseVariant(variants, wanted)
          return "chosen" in choice ? choice.chosen : yield* new VariantNotChosen({ product, ...choice })
        }),

        refuseGroups: Effect.fn("VariantChoices.refuseGroups")(function* (
          products: ReadonlyArray<ProductId>,
          offered: "in_stock" | "sold"
        ) {
          const found = yield* find(products, [], true)
          if (Option.isSome(found)) {
            const { product_id: product, variants } = found.value
            const choice = offered === "sold" ? chooseVariant(variants, [], () => true) : chooseVariant(variants, [])
            const choices = "chosen" in choice ? [] : choice.choices
            return yield* new VariantNotChosen({ product, reason: "choose_option", choices })
          }
        })
      }
    })
  )
}
