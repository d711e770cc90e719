import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as PictureDrawing from "./PictureDrawing.ts"

/** Ending of pictures that are always drawn. */
const extension = ".svg"

/** SQL expression for the host of an `https` address; null if it names a port or user, which no picture may. */
export const hostOf = (sql: SqlClient.SqlClient, address: string) =>
  sql.literal(`lower(substring(${address} FROM '^https://([^/?#@:]+)(?:[/?#]|$)'))`)

/** A picture: the SVG of a drawing, or the address of a photograph on another host. */
export type Picture = { readonly svg: string } | { readonly url: string }

/** Pictures of products: the shop's own photographs where it names them, otherwise drawings. */
export class ProductPictures extends Context.Tag("@storefront/server/shop/catalog/ProductPictures")<
  ProductPictures,
  {
    /**
     * Finds the picture at an `image_url`, even of a product that is no longer sold. A photograph counts only while its
     * host is one of the shop's.
     */
    readonly find: (file: string) => Effect.Effect<Option.Option<Picture>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ name: Schema.String, drawing: Schema.String, url: Schema.NullOr(Schema.String) }),
        execute: (file) => sql`
          SELECT p.name, c.drawing, CASE WHEN EXISTS (
              SELECT FROM picture_hosts h WHERE h.host = ${hostOf(sql, "p.picture_url")}
            ) THEN p.picture_url END AS url
          FROM products p JOIN categories c ON c.name = p.category
          WHERE p.image_url = ${`/images/products/${file}`} ORDER BY p.image_url, p.id LIMIT 1`
      })
      const find = Effect.fn("ProductPictures.find")(function* (file: string) {
        const product = yield* orUnavailable(select(file))
        return Option.map(product, ({ url, ...found }): Picture =>
          url === null || file.endsWith(extension)
            ? { svg: PictureDrawing.draw({ slug: file.replace(extension, ""), ...found }) }
            : { url }
        )
      })
      return { find }
    })
  )
}
