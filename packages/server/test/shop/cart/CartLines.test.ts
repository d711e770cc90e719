import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Either, Layer, Option, Schema } from "effect"
import { ProductId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { AddedLine, ChangedLine } from "@storefront/domain/tools/CartTools"
import { type OptionValues } from "@storefront/domain/tools/Parameters"
import { UserText } from "@storefront/domain/tools/UserText"
import { CurrentRun, EffectKey, writingRun } from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects, type IdempotentResult } from "../../../src/platform/effects/ToolEffects.ts"
import { type ProductReference } from "../../../src/shop/cart/CartLineChanges.ts"
import { CartLines } from "../../../src/shop/cart/CartLines.ts"
import { cartOf, fillCart, discontinued, market, newcomer, newProduct } from "../../../src/testing/SmallMarket.ts"
import { black41, boots, group, red42, red43 } from "../../../src/testing/SmallGroup.ts"
import { lamp, shoes } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const encodeAdded = Schema.encodeSync(AddedLine)
const encodeChanged = Schema.encodeSync(ChangedLine)

for (const engine of TestDatabase.engines) {
  const TestLayer = CartLines.layer.pipe(
    Layer.provide(ToolEffects.layer),
    Layer.provide(group),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the lines of a cart on ${engine.name}`, (it) => {
    it.effect("are put in and taken out again by one run, and put in once where nothing took them out", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const wasMade = <E>(call: Effect.Effect<IdempotentResult<unknown>, E>) =>
          Effect.map(call, ({ replayed }) => !replayed)
        const add = wasMade(lines.add(buyer.id, { product_name: lamp.name }, 1))
        const set = wasMade(lines.change(buyer.id, { product_id: lamp.id }, 4))
        const remove = wasMade(lines.remove(buyer.id, { product_id: lamp.id }))
        const made = yield* Effect.all([add, remove, add, remove, add, set, add, set, remove, add, add]).pipe(
          Effect.provideService(EffectKey, "back and forth"),
          Effect.provideService(CurrentRun, Option.some(writingRun(Option.none())))
        )
        assert.deepStrictEqual(made, [true, true, true, true, true, true, true, true, true, true, false])
        assert.deepStrictEqual(yield* cartOf(buyer), [[lamp.id, 1]])
      })
    )

    it.effect("come into a cart that is made for the first of them, and add up", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const first = yield* lines.add(buyer.id, { product_id: lamp.id }, 2)
        assert.isFalse(first.replayed)
        assert.deepStrictEqual(encodeAdded(first.result), {
          product_id: lamp.id,
          name: lamp.name,
          price: 50,
          quantity_in_cart: 2,
          available_quantity: 20,
          item_count: 1,
          subtotal: 100
        })
        const second = yield* lines.add(buyer.id, { product_id: shoes.id }, 1)
        const third = yield* lines.add(buyer.id, { product_id: lamp.id }, 3)
        assert.deepInclude(encodeAdded(second.result), { quantity_in_cart: 1, item_count: 2, subtotal: 150 })
        assert.deepInclude(encodeAdded(third.result), { quantity_in_cart: 5, item_count: 2, subtotal: 300 })
        assert.deepStrictEqual(yield* cartOf(buyer), [
          [lamp.id, 5],
          [shoes.id, 1]
        ])
      })
    )

    it.effect("never ask for more than there is, and say when there will be more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 3, west: 1 })
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          SELECT ${shelf.id}::uuid, id, 30, date '2999-01-02' FROM warehouses WHERE region = 'west'`
        yield* lines.add(buyer.id, { product_id: shelf.id }, 3)
        const error = yield* Effect.flip(lines.add(buyer.id, { product_id: shelf.id }, 2))
        assert.deepInclude(error, {
          _tag: "CartLimit",
          reason: "out_of_stock",
          availableQuantity: 4,
          nextRestock: { date: "2999-01-02", quantity: 30, warehouse: "Pacific" }
        })
        const changed = yield* Effect.flip(lines.change(buyer.id, { product_id: shelf.id }, 5))
        assert.deepInclude(changed, { _tag: "CartLimit", reason: "out_of_stock", availableQuantity: 4 })
        assert.deepStrictEqual(yield* cartOf(buyer), [[shelf.id, 3]])
      })
    )

    it.effect("hold at most 99 units of a product, and 50 products", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 500 })
        yield* lines.add(buyer.id, { product_id: shelf.id }, 99)
        const tooMany = yield* Effect.flip(lines.add(buyer.id, { product_id: shelf.id }, 1))
        assert.deepInclude(tooMany, { _tag: "CartLimit", reason: "max_quantity", availableQuantity: 500 })

        const others = yield* Effect.replicateEffect(newProduct(), 50)
        const outcomes = yield* Effect.forEach(
          others,
          ({ id }) => Effect.either(lines.add(buyer.id, { product_id: id }, 1)),
          {
            concurrency: "unbounded"
          }
        )
        const refused = outcomes.filter(Either.isLeft).map(({ left }) => left)
        assert.lengthOf(refused, 1)
        assert.deepInclude(refused[0], { _tag: "CartLimit", reason: "max_products" })
        assert.lengthOf(yield* cartOf(buyer), 50)
        assert.strictEqual((yield* lines.add(buyer.id, { product_id: others[0]!.id }, 1)).result.item_count, 50)
      })
    )

    it.effect("hold a variant, which its id, the only one left or the values of its options select", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const add = (values: OptionValues, reference: ProductReference = { product_id: boots.id }) =>
          Effect.map(lines.add(buyer.id, reference, 1, values), ({ result }) => result)
        const name = { product_name: "tarnfell SUMMIT boots" }
        assert.deepInclude(yield* add([{ name: "size", value: "41" }], name), {
          product_id: black41.id,
          name: UserText.make("Tarnfell Summit Boots, 41, Black"),
          quantity_in_cart: 1,
          available_quantity: 3,
          item_count: 1
        })
        assert.deepInclude(yield* add([{ value: "RED" }]), { product_id: red42.id, item_count: 2 })
        assert.deepInclude(yield* add([], { product_id: red42.id }), { product_id: red42.id, quantity_in_cart: 2 })
        assert.deepInclude(yield* add([{ value: "42" }], { product_id: red42.id }), { quantity_in_cart: 3 })
        assert.deepStrictEqual(yield* cartOf(buyer), [
          [black41.id, 1],
          [red42.id, 3]
        ])
      })
    )

    it.effect("hold the only active variant of a group without any options", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const id = ProductId.make("dddddddd-0000-4000-8000-0000000000aa")
        const variant = {
          category: "Sports",
          brand: "Tarnfell",
          description: "",
          price: "5.00",
          original_price: "5.00"
        }
        yield* sql`INSERT INTO products ${sql.insert(
          [
            { ...variant, id, name: "Straps", kind: "group", group_id: null, options: "[]" },
            {
              ...variant,
              id: discontinued.id.replace(/^.{8}/, "eeeeeeee"),
              name: "Straps, Long",
              kind: "variant",
              group_id: id,
              options: '[["Length", "Long"]]'
            }
          ].map((row) => ({ ...row, image_url: "/images/products/straps.svg" }))
        )}`
        yield* sql`INSERT INTO warehouse_inventory (product_id, warehouse_id, quantity)
          SELECT p.id, w.id, 2 FROM products p, warehouses w WHERE p.group_id = ${id}`
        const { result } = yield* lines.add(buyer.id, { product_name: "Straps" }, 2)
        assert.strictEqual(result.name, UserText.make("Straps, Long"))
      })
    )

    it.effect("never hold a group, nor a variant that was not chosen or is no longer sold", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const refused = (reference: ProductReference, values: OptionValues = []) =>
          Effect.flip(lines.add(buyer.id, reference, 1, values))
        const group = { product_id: boots.id }
        assert.deepInclude(yield* refused(group), {
          _tag: "VariantNotChosen",
          reason: "choose_option",
          product: boots.id,
          choices: [
            { name: UserText.make("Size"), values: [UserText.make("41"), UserText.make("42")] },
            { name: UserText.make("Colour"), values: [UserText.make("Black"), UserText.make("Red")] }
          ]
        })
        assert.deepInclude(yield* refused({ product_name: boots.name }, [{ value: "42" }]), {
          reason: "choose_option",
          choices: [{ name: UserText.make("Colour"), values: [UserText.make("Red")] }]
        })
        assert.deepInclude(yield* refused(group, [{ value: "43" }]), { reason: "no_such_variant", product: boots.id })
        assert.deepInclude(yield* refused({ product_id: black41.id }, [{ value: "red" }]), {
          reason: "no_such_variant",
          product: black41.id
        })
        assert.deepInclude(yield* refused({ product_id: lamp.id }, [{ value: "red" }]), {
          reason: "no_such_variant",
          choices: []
        })
        assert.deepInclude(yield* refused(group, [{ value: "42" }, { value: "black" }]), {
          _tag: "CartLimit",
          reason: "out_of_stock"
        })
        assert.strictEqual((yield* refused({ product_id: red43.id }))._tag, "ProductNotFound")
        assert.strictEqual((yield* refused({ product_name: black41.name }))._tag, "ProductNotFound")
        assert.deepStrictEqual(yield* cartOf(buyer), [])
      })
    )

    it.effect(
      "are told apart by the values of variants, in any order, and by a group with one variant in the cart",
      () =>
        Effect.gen(function* () {
          const lines = yield* CartLines
          const buyer = yield* newcomer
          yield* fillCart(buyer, [
            [black41, 1],
            [red42, 1],
            [lamp, 1]
          ])
          const change = (reference: ProductReference, quantity: number) =>
            Effect.map(lines.change(buyer.id, reference, quantity), ({ result }) => result.product_id)
          assert.strictEqual(yield* change({ product_name: "TARNFELL Summit Boots, 42, Red" }, 3), red42.id)
          assert.strictEqual(yield* change({ product_name: "black boots" }, 2), black41.id)
          const several = yield* Effect.flip(lines.remove(buyer.id, { product_name: "summit boots" }))
          assert.deepInclude(several, { _tag: "AmbiguousName" })
          assert.deepStrictEqual(
            several._tag === "AmbiguousName" ? several.candidates.map(({ product_id }) => product_id) : [],
            [black41.id, red42.id]
          )
          assert.strictEqual((yield* Effect.flip(change({ product_id: boots.id }, 1)))._tag, "AmbiguousName")
          for (const nothing of ["blue", "?", "summit boots, 4"]) {
            assert.strictEqual((yield* Effect.flip(change({ product_name: nothing }, 1)))._tag, "ProductNotFound")
          }
          const { result } = yield* lines.remove(buyer.id, { product_name: "red" })
          assert.strictEqual(result.product_id, red42.id)
          assert.strictEqual(yield* change({ product_id: boots.id }, 3), black41.id)
          assert.deepStrictEqual(yield* cartOf(buyer), [
            [black41.id, 3],
            [lamp.id, 1]
          ])
        })
    )

    it.effect("keep a product that became a group only to be removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 3 })
        yield* fillCart(buyer, [
          [shelf, 1],
          [lamp, 1]
        ])
        yield* sql`UPDATE products SET kind = 'group' WHERE id = ${shelf.id}`
        const line = { product_id: shelf.id }
        assert.strictEqual((yield* Effect.flip(lines.change(buyer.id, line, 2)))._tag, "LineNotPurchasable")
        assert.strictEqual((yield* Effect.flip(lines.add(buyer.id, line, 1)))._tag, "ProductNotFound")
        assert.strictEqual((yield* lines.change(buyer.id, line, 0)).result.cart_subtotal, Money.make(5000))
      })
    )

    it.effect("are changed and removed only when they are in the cart", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        assert.strictEqual(
          (yield* Effect.flip(lines.change(buyer.id, { product_id: lamp.id }, 1)))._tag,
          "ProductNotFound"
        )
        assert.strictEqual(
          (yield* Effect.flip(lines.remove(buyer.id, { product_id: lamp.id })))._tag,
          "ProductNotFound"
        )
        yield* fillCart(buyer, [
          [lamp, 2],
          [shoes, 1]
        ])
        assert.deepStrictEqual(encodeChanged((yield* lines.change(buyer.id, { product_id: lamp.id }, 4)).result), {
          product_id: lamp.id,
          name: lamp.name,
          price: 50,
          quantity: 4,
          subtotal: 200,
          cart_subtotal: 250
        })
        assert.deepInclude(encodeChanged((yield* lines.change(buyer.id, { product_id: lamp.id }, 0)).result), {
          quantity: 0,
          subtotal: 0,
          cart_subtotal: 50
        })
        assert.deepStrictEqual(yield* cartOf(buyer), [[shoes.id, 1]])
        const { result } = yield* lines.remove(buyer.id, { product_id: shoes.id })
        assert.deepStrictEqual(result, { product_id: shoes.id, name: shoes.name, item_count: 0 })
        assert.deepStrictEqual(yield* cartOf(buyer), [])
        assert.strictEqual(
          (yield* Effect.flip(lines.change(buyer.id, { product_id: shoes.id }, 0)))._tag,
          "ProductNotFound"
        )
      })
    )

    it.effect("of a product that is not sold any more cannot be added or changed, only removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lines = yield* CartLines
        const buyer = yield* newcomer
        assert.strictEqual(
          (yield* Effect.flip(lines.add(buyer.id, { product_id: discontinued.id }, 1)))._tag,
          "ProductNotFound"
        )
        const carts = yield* sql`SELECT FROM carts WHERE user_id = ${buyer.id}`
        assert.lengthOf(carts, 0)
        yield* fillCart(buyer, [
          [discontinued, 2],
          [lamp, 1]
        ])
        assert.strictEqual(
          (yield* Effect.flip(lines.change(buyer.id, { product_id: discontinued.id }, 1)))._tag,
          "LineNotPurchasable"
        )
        assert.deepInclude(encodeChanged((yield* lines.change(buyer.id, { product_id: discontinued.id }, 0)).result), {
          cart_subtotal: 50
        })
      })
    )

    it.effect("are each customer's own", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const other = yield* newcomer
        yield* fillCart(other, [[lamp, 2]])
        yield* fillCart(buyer, [])
        assert.strictEqual(
          (yield* Effect.flip(lines.change(buyer.id, { product_id: lamp.id }, 1)))._tag,
          "ProductNotFound"
        )
        assert.strictEqual(
          (yield* Effect.flip(lines.remove(buyer.id, { product_id: lamp.id })))._tag,
          "ProductNotFound"
        )
        assert.deepStrictEqual(yield* cartOf(other), [[lamp.id, 2]])
      })
    )

    it.effect("lose no unit when they are added at the same time, and add once per effect key", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 50 })
        yield* Effect.all(
          Array.from({ length: 12 }, () => lines.add(buyer.id, { product_id: shelf.id }, 1)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* cartOf(buyer), [[shelf.id, 12]])
        const repeated = Effect.provideService(
          lines.add(buyer.id, { product_id: shelf.id }, 5),
          EffectKey,
          "trace-add:0"
        )
        const outcomes = yield* Effect.all([repeated, repeated, repeated], { concurrency: "unbounded" })
        assert.lengthOf(
          outcomes.filter(({ replayed }) => !replayed),
          1
        )
        assert.deepStrictEqual(yield* cartOf(buyer), [[shelf.id, 17]])
      })
    )

    it.effect("are named by a whole name first, else by a part of one, wildcards meaning themselves", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const buyer = yield* newcomer
        yield* newProduct({ east: 9 }, { name: "Puravelle 100% Wool Rug" })
        yield* newProduct({ east: 9 }, { name: "Puravelle 100 Wool Rug" })
        yield* newProduct({ east: 9 }, { name: "Quill" })
        yield* newProduct({ east: 9 }, { name: "Quill Holder" })
        const add = (name: string) =>
          lines.add(buyer.id, { product_name: name }, 1).pipe(
            Effect.map(({ result }): unknown => result.name),
            Effect.catchTags({
              ProductNotFound: ({ _tag }) => Effect.succeed(_tag),
              AmbiguousName: ({ candidates }) => Effect.succeed(candidates.map(({ name }) => name))
            })
          )
        assert.strictEqual(yield* add("quill"), "Quill")
        assert.strictEqual(yield* add("100%"), "Puravelle 100% Wool Rug")
        assert.deepStrictEqual(yield* add("QUIL"), ["Quill", "Quill Holder"])
        assert.strictEqual(yield* add("w__l"), "ProductNotFound")
        assert.deepStrictEqual(yield* add("qu"), ["Quill", "Quill Holder"])
        assert.strictEqual(yield* add("HO"), "Quill Holder")
        assert.strictEqual(yield* add("ui"), "ProductNotFound")
        assert.strictEqual(yield* add("%"), "ProductNotFound")
        assert.strictEqual(yield* add("Umberfield"), "ProductNotFound")
        assert.lengthOf(yield* cartOf(buyer), 3)
      })
    )
  })
}
