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
        const drawn = Effect.map(find(slug), Option.getOrThrow)
        const expected = (drawing: string) => draw({ slug, name: lamp.name, drawing })
        yield* sql`UPDATE products SET image_url = '/images/products/glow.svg' WHERE id = ${lamp.id}`
        assert.strictEqual(yield* drawn, expected("lamp"))
        yield* sql`INSERT INTO categories (name, position) VALUES ('Licht', 6)`
        yield* sql`UPDATE products SET category = 'Licht' WHERE id = ${lamp.id}`
        const parcel = yield* drawn
        assert.strictEqual(parcel, expected("parcel"))
        assert.notStrictEqual(parcel, expected("lamp"))
        for (const drawing of ["spaceship", "toString"]) {
          yield* sql`UPDATE categories SET drawing = ${drawing} WHERE name = 'Licht'`
          assert.strictEqual(yield* drawn, parcel)
        }
      })
    )
  })
}
