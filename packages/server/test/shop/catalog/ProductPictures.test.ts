import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { draw } from "../../../src/shop/catalog/PictureDrawing.ts"
import { ProductPictures } from "../../../src/shop/catalog/ProductPictures.ts"
import { lamp, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(ProductPictures.layer, Layer.provideMerge(shop, engine.layer)), {
    excludeTestServices: true
  })(`the picture of a product on ${engine.name}`, (it) => {
    it.effect("is drawn as its category says, as a parcel where that is no drawing or none was chosen", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* ProductPictures
        const slug = "glow"
        const drawn = Effect.map(find(`${slug}.svg`), Option.getOrThrow)
        const expected = (drawing: string) => ({ svg: draw({ slug, name: lamp.name, drawing }) })
        yield* sql`UPDATE products SET image_url = '/images/products/glow.svg' WHERE id = ${lamp.id}`
        assert.deepStrictEqual(yield* drawn, expected("lamp"))
        yield* sql`INSERT INTO categories (name, position) VALUES ('Licht', 6)`
        yield* sql`UPDATE products SET category = 'Licht' WHERE id = ${lamp.id}`
        const parcel = yield* drawn
        assert.deepStrictEqual(parcel, expected("parcel"))
        assert.notDeepEqual(parcel, expected("lamp"))
        for (const drawing of ["spaceship", "toString"]) {
          yield* sql`UPDATE categories SET drawing = ${drawing} WHERE name = 'Licht'`
          assert.deepStrictEqual(yield* drawn, parcel)
        }
      })
    )

    it.effect("is a photograph on a host of the shop, else drawn", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* ProductPictures
        yield* sql`INSERT INTO picture_hosts (host) VALUES ('cdn.shop.example')`
        const pictureAt = (url: string) =>
          Effect.gen(function* () {
            yield* sql`UPDATE products SET image_url = '/images/products/photo', picture_url = ${url} WHERE id = ${lamp.id}`
            return Option.getOrThrow(yield* find("photo"))
          })
        for (const url of ["https://cdn.shop.example/a.jpg?v=1", "https://CDN.shop.example/b.jpg"]) {
          assert.deepStrictEqual(yield* pictureAt(url), { url })
        }
        for (const url of [
          "https://elsewhere.example/cdn.shop.example",
          "https://cdn.shop.example@elsewhere.example/a.jpg",
          "https://cdn.shop.example:8443/a.jpg",
          "https://cdn.shop.example.elsewhere.example/a.jpg"
        ]) {
          assert.property(yield* pictureAt(url), "svg")
        }
        yield* pictureAt("https://cdn.shop.example/a.jpg")
        yield* sql`DELETE FROM picture_hosts`
        assert.property(Option.getOrThrow(yield* find("photo")), "svg")
        assert.isTrue(Option.isNone(yield* find("photo.svg")))
      })
    )
  })
}
