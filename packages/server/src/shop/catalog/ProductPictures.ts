import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as PictureDrawing from "./PictureDrawing.ts"

/** Drawn pictures of products, instead of photographs. */
export class ProductPictures extends Context.Tag("@storefront/server/shop/catalog/ProductPictures")<
  ProductPictures,
  {
    /** Returns the SVG of the product whose `image_url` ends in the slug, even if it is no longer sold. */
    readonly find: (slug: string) => Effect.Effect<Option.Option<string>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ name: Schema.String, drawing: Schema.String }),
        execute: (slug) => sql`
          SELECT p.name, c.drawing FROM products p JOIN categories c ON c.name = p.category
          WHERE p.image_url = ${`/images/products/${slug}.svg`} ORDER BY p.image_url, p.id LIMIT 1`
      })
      const find = Effect.fn("ProductPictures.find")(function* (slug: string) {
        const product = yield* orUnavailable(select(slug))
        return Option.map(product, (found) => PictureDrawing.draw({ slug, ...found }))
      })
      return { find }
    })
  )
}
