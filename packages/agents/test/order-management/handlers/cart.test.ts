import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { getCart } from "@storefront/domain/tools/CartTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { Effect, Layer, Schema } from "effect"
import { fillCart, discontinued, market, newcomer, newProduct, portland } from "@storefront/server/testing/SmallMarket"
import { address, lamp, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { reportedByShop } from "../../../src/tools/WriteResults.ts"
import * as Handlers from "../../../src/order-management/handlers.ts"
import { toolkit } from "../../../src/order-management/toolkit.ts"
import { callTool, decodeAs } from "../../support/CallTool.ts"
import { inTurnOf, proposedTo } from "../../support/ProposingTurn.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

type Tools = typeof toolkit.tools

const call = <Name extends keyof Tools>(user: User, name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  callTool(toolkit, user, name, params)

const asCart = decodeAs(getCart.successSchema)
const asFailure = (result: unknown): object => Schema.encodeSync(ToolFailure)(decodeAs(ToolFailure)(result))

/** A failure without its sentence. */
const facts = (result: unknown) => {
  const { message, ...others } = asFailure(result) as { readonly message: string }
  assert.isAbove(message.length, 0)
  return others
}

const recipient = { recipient_name: "Ada Byron", ...address }

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the cart tools on ${engine.name}`, (it) => {
    it.effect("show an empty cart", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* call(yield* newcomer, "get_cart", {}), {
          cart_id: null,
          items: [],
          item_count: 0,
          subtotal: 0,
          promotion_discount: 0,
          coupon: null,
          loyalty_discount: 0,
          discount: 0,
          total: 0,
          savings: [],
          shipping_options: [],
          free_shipping_from: 100,
          best_coupon: null,
          shipping_address: null,
          billing_address: null,
          billing_same_as_shipping: true,
          recipient_name: null,
          checkout_url: null,
          message: "The cart is empty."
        })
      })
    )

    it.effect("fill a cart step by step and propose its order", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        assert.deepStrictEqual(yield* call(buyer, "add_to_cart", { product_id: lamp.id, quantity: 2 }), {
          product_id: lamp.id,
          name: lamp.name,
          price: 50,
          quantity_in_cart: 2,
          available_quantity: 20,
          item_count: 1,
          subtotal: 100,
          message: reportedByShop("The product is in the cart. Prices are current; nothing is reserved.")
        })
        assert.deepInclude(yield* call(buyer, "add_to_cart", { product_name: "trail SHOES" }), {
          product_id: shoes.id,
          quantity_in_cart: 1,
          subtotal: 150
        })
        assert.deepInclude(yield* call(buyer, "update_cart_quantity", { product_id: shoes.id, quantity: 3 }), {
          quantity: 3,
          subtotal: 150,
          cart_subtotal: 250
        })
        assert.deepInclude(yield* call(buyer, "remove_from_cart", { product_id: shoes.id }), {
          name: shoes.name,
          item_count: 1
        })
        assert.deepStrictEqual(yield* call(buyer, "set_shipping_address", recipient), {
          shipping_address: address,
          recipient_name: "Ada Byron",
          region: "east",
          billing_same_as_shipping: true,
          message: reportedByShop("The cart will be delivered there, and the bill goes there too.")
        })
        assert.deepInclude(yield* call(buyer, "set_billing_address", portland), {
          billing_address: portland,
          billing_same_as_shipping: false
        })
        assert.deepInclude(yield* call(buyer, "set_billing_same_as_shipping", {}), {
          billing_address: address,
          billing_same_as_shipping: true
        })
        assert.deepInclude(yield* call(buyer, "apply_coupon_to_cart", { code: " ten " }), {
          coupon_code: "TEN",
          description: "10% off",
          coupon: { code: "TEN", valid: true, discount: 10, reason: null },
          total: 90
        })
        assert.deepInclude(yield* call(buyer, "remove_coupon_from_cart", {}), { coupon: null, total: 100 })
        const cart = asCart(yield* call(buyer, "get_cart", {}))
        assert.strictEqual(cart.items[0]?.subtotal, 10000)
        assert.isTrue(cart.items[0]?.purchasable)
        const order = yield* call(buyer, "checkout", { speed_tier: "express", note: "Ring twice" })
        assert.deepInclude(order, { status: "awaiting_confirmation" })
        // The shop says it: the result asks the model to say nothing.
        const { message, summary } = decodeAs(toolkit.tools.checkout.successSchema)(order)
        assert.match(summary, /\nWith coupon ONCE, which can be used only once, it would be \$94\.95, \$20\.00 less/)
        assert.notMatch(message, /coupon/)
        const [action] = yield* proposedTo(buyer)
        assert.deepInclude(action?.terms, {
          act: "checkout",
          amount: 114.95,
          recipient: "Ada Byron",
          note: "Ring twice"
        })
        assert.deepInclude(yield* call(buyer, "get_cart", {}), { item_count: 1, total: 100 })
      })
    )

    it.effect("show a cart with its shipping and the best coupon, and nothing twice", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[lamp, 1]], { coupon: "TEN" })
        const cart = yield* call(buyer, "get_cart", {})
        assert.deepStrictEqual<unknown>(Object.assign({}, cart, { cart_id: null, savings: [] }), {
          cart_id: null,
          items: [
            {
              product_id: lamp.id,
              name: lamp.name,
              brand: lamp.brand,
              category: "Home",
              price: 50,
              quantity: 1,
              subtotal: 50,
              available_quantity: 20,
              purchasable: true
            }
          ],
          item_count: 1,
          subtotal: 50,
          promotion_discount: 0,
          coupon: { code: "TEN", valid: true, discount: 5, reason: null },
          loyalty_discount: 0,
          discount: 5,
          total: 45,
          savings: [],
          shipping_options: [
            { speed_tier: "standard", cost: 5.95, free_shipping: false, estimated_days: "3-5 days" },
            { speed_tier: "express", cost: 14.95, free_shipping: false, estimated_days: "1-2 days" }
          ],
          free_shipping_from: 100,
          best_coupon: { code: "ONCE", saves: 15, total_with_shipping: 35.95 },
          shipping_address: address,
          billing_address: null,
          billing_same_as_shipping: true,
          recipient_name: buyer.name,
          checkout_url: null,
          message: "Prices are current and do not include shipping. What best_coupon saves is counted with shipping."
        })
        assert.notInclude(JSON.stringify(cart), "product_ids")
        const messageFor = (to: typeof address) =>
          Effect.gen(function* () {
            const other = yield* newcomer
            yield* fillCart(other, [[yield* newProduct({ east: 1 }), 2]], { shipTo: to })
            return Reflect.get((yield* call(other, "get_cart", {})) as object, "message")
          })
        assert.match(yield* messageFor({ ...address, state: "TX" }), /does not deliver to its address/)
        assert.match(yield* messageFor(address), /too few are in stock/)
      })
    )

    it.effect("send one order elsewhere, and say what became of the bill", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const gift = { recipient_name: "Bob", ...portland, for_this_order: true }
        const alone = yield* call(buyer, "set_shipping_address", gift)
        assert.match(Reflect.get(alone as object, "message"), /The bill goes there too, as there is no other address/)
        yield* call(buyer, "set_shipping_address", recipient)
        const given = yield* call(buyer, "set_shipping_address", gift)
        assert.deepInclude(given, { for_this_order: true, billing_same_as_shipping: false, billing_address: address })
        assert.match(Reflect.get(given as object, "message"), /The bill did not move/)
        yield* fillCart(buyer, [[lamp, 1]])
        assert.deepInclude(yield* call(buyer, "get_cart", {}), {
          shipping_address: portland,
          recipient_name: "Bob",
          billing_address: address,
          billing_same_as_shipping: false,
          message:
            "Prices are current and do not include shipping. What best_coupon saves is counted with shipping. The shipping address is for the next order only. set_shipping_address with usual_delivery takes it back."
        })
        const same = yield* call(buyer, "set_billing_same_as_shipping", {})
        assert.deepInclude(same, { billing_address: address, billing_same_as_shipping: false })
        assert.match(Reflect.get(same as object, "message"), /the cart's own address/)
        yield* call(buyer, "set_billing_address", portland)
        const moved = yield* call(buyer, "set_shipping_address", recipient)
        assert.deepInclude(moved, { billing_same_as_shipping: false, billing_address: portland })
        assert.match(
          Reflect.get(moved as object, "message"),
          /^The cart will be delivered there\. The bill did not move/
        )
      })
    )

    it.effect("propose an order of some products, and say what is not in the cart", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        yield* fillCart(
          buyer,
          [
            [lamp, 2],
            [shoes, 1]
          ],
          { coupon: "HOME5" }
        )
        const other = yield* newProduct({ east: 1 })
        assert.deepStrictEqual(facts(yield* call(buyer, "checkout", { product_ids: [other.id, lamp.id] })), {
          error: "not_found",
          entity: "cart_item",
          missing_ids: [other.id],
          candidates: [
            { product_id: lamp.id, name: lamp.name },
            { product_id: shoes.id, name: shoes.name }
          ]
        })
        const [proposed] = yield* inTurnOf(buyer)(
          Effect.all([
            call(buyer, "checkout", { product_ids: [shoes.id] }),
            call(buyer, "checkout", { product_ids: [lamp.id] })
          ])
        )
        assert.match(
          Reflect.get(proposed as object, "summary"),
          /\nThe rest of your cart stays there, with coupon HOME5\n/
        )
        // One question about the cart: the second takes the place of the first.
        const actions = yield* proposedTo(buyer)
        assert.deepStrictEqual(
          actions.map(({ state, terms }) => [state, Reflect.get(terms as object, "amount")]),
          [
            ["dropped", 55.95],
            ["proposed", 100.95]
          ]
        )
      })
    )

    it.effect("want one product, by one of its names", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const oak = yield* newProduct({ east: 5 }, { name: "Umberfield Oak Stool" })
        const pine = yield* newProduct({ east: 5 }, { name: "Umberfield Pine Stool", price: "19.99" })
        const neither = {
          error: "invalid_argument",
          field_errors: [{ field: "product_id", message: "give either product_id or product_name, and not both" }]
        }
        assert.deepStrictEqual(facts(yield* call(buyer, "add_to_cart", {})), neither)
        assert.deepStrictEqual(
          facts(yield* call(buyer, "add_to_cart", { product_id: lamp.id, product_name: "lamp" })),
          neither
        )
        assert.deepStrictEqual(facts(yield* call(buyer, "add_to_cart", { product_name: "umberfield" })), {
          error: "conflict",
          reason: "ambiguous_name",
          candidates: [
            { product_id: oak.id, name: oak.name, price: 50 },
            { product_id: pine.id, name: pine.name, price: 19.99 }
          ]
        })
        const misspelt = facts(yield* call(buyer, "add_to_cart", { product_name: "umbrefield oak stol" }))
        assert.deepInclude(misspelt, { error: "not_found", entity: "product" })
        assert.deepInclude((misspelt as { readonly candidates: ReadonlyArray<object> }).candidates, {
          product_id: oak.id,
          name: oak.name,
          price: 50
        })
        assert.deepInclude(facts(yield* call(buyer, "add_to_cart", { product_id: discontinued.id })), {
          error: "not_found",
          entity: "product",
          id: discontinued.id
        })
      })
    )

    it.effect("say what keeps a line from being changed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 2 })
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          SELECT ${shelf.id}::uuid, id, 30, date '2999-01-02' FROM warehouses WHERE region = 'west'`
        const shortage = {
          error: "conflict",
          reason: "out_of_stock",
          available_quantity: 2,
          next_restock: { date: "2999-01-02", quantity: 30, warehouse: "Pacific" }
        }
        const line = { product_id: shelf.id, quantity: 3 }
        assert.deepStrictEqual(facts(yield* call(buyer, "add_to_cart", line)), shortage)
        const absent = { error: "not_found", entity: "cart_item", id: shelf.id, candidates: [] }
        assert.deepStrictEqual(facts(yield* call(buyer, "update_cart_quantity", line)), absent)
        assert.deepStrictEqual(facts(yield* call(buyer, "remove_from_cart", { product_id: shelf.id })), absent)
        yield* fillCart(buyer, [
          [shelf, 1],
          [discontinued, 1]
        ])
        assert.deepStrictEqual(facts(yield* call(buyer, "update_cart_quantity", line)), shortage)
        assert.deepStrictEqual(
          facts(yield* call(buyer, "update_cart_quantity", { product_id: discontinued.id, quantity: 1 })),
          { error: "conflict", reason: "inactive_product" }
        )
        assert.deepInclude(yield* call(buyer, "get_cart", {}), {
          item_count: 2,
          total: 50,
          message: "Something in the cart is no longer sold: it has to be removed before checkout."
        })
      })
    )

    it.effect("say what is wrong with an address or a coupon", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const refused = facts(yield* call(buyer, "set_shipping_address", { ...recipient, state: "ZZ" }))
        assert.deepInclude(refused, { error: "invalid_argument", reason: "not_deliverable" })
        const fieldErrors = (params: object) =>
          Effect.map(
            call(buyer, "set_shipping_address", { ...recipient, ...params }),
            (result) => decodeAs(ToolFailure)(result).field_errors
          )
        assert.deepStrictEqual(yield* fieldErrors({ state: "ZZ" }), [
          { field: "state", message: "must be a state of the United States that the shop delivers to" }
        ])
        assert.deepStrictEqual(yield* fieldErrors({ state: "Oregon" }), [
          { field: "state", message: "must be a state of 2 or 3 letters, for example OR" }
        ])
        assert.deepStrictEqual(yield* fieldErrors({ state: "", country: "DE" }), [
          { field: "country", message: "must be a country that the shop delivers to: US" }
        ])
        assert.deepStrictEqual(facts(yield* call(buyer, "set_billing_same_as_shipping", {})), {
          error: "conflict",
          reason: "no_address"
        })
        const apply = (code: string) => Effect.map(call(buyer, "apply_coupon_to_cart", { code }), facts)
        assert.deepStrictEqual(yield* apply("TEN"), { error: "conflict", reason: "empty_cart" })
        yield* fillCart(buyer, [[shoes, 1]])
        assert.deepStrictEqual(yield* apply("not a code!"), { error: "conflict", reason: "unknown" })
        assert.deepStrictEqual(yield* apply("BOBS"), { error: "conflict", reason: "unknown" })
        assert.deepStrictEqual(yield* apply("over"), { error: "conflict", reason: "expired" })
        assert.deepStrictEqual(yield* apply("HOME5"), { error: "conflict", reason: "category" })
      })
    )

    it.effect("say what keeps a cart from being ordered", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const order = (buyer: User, params: Tool.ParametersEncoded<Tools["checkout"]> = {}) =>
          Effect.map(call(buyer, "checkout", params), facts)
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 2 })
        assert.deepStrictEqual(yield* order(buyer), { error: "conflict", reason: "empty_cart" })
        yield* fillCart(buyer, [[shelf, 2]], { shipTo: null })
        assert.deepStrictEqual(yield* order(buyer), { error: "conflict", reason: "no_address" })
        yield* call(buyer, "set_shipping_address", recipient)
        yield* sql`UPDATE carts SET coupon_code = 'OVER' WHERE user_id = ${buyer.id}`
        assert.deepStrictEqual(yield* order(buyer), {
          error: "conflict",
          reason: "coupon_invalid",
          coupon_problem: "expired"
        })
        yield* call(buyer, "remove_coupon_from_cart", {})
        assert.deepStrictEqual(yield* order(buyer, { speed_tier: "overnight" }), {
          error: "invalid_argument",
          reason: "speed_not_possible",
          field_errors: [{ field: "speed_tier", message: "must be standard or express for this cart" }],
          possible_speeds: ["standard", "express"]
        })
        yield* sql`UPDATE warehouse_inventory SET quantity = 1 WHERE product_id = ${shelf.id}
          AND warehouse_id IN (SELECT id FROM warehouses WHERE region = 'east')`
        const line = { product_id: shelf.id, name: shelf.name, requested: 2 }
        assert.deepStrictEqual(yield* order(buyer), {
          error: "conflict",
          reason: "out_of_stock",
          lines: [{ ...line, available: 1 }]
        })
        yield* sql`UPDATE products SET is_active = false WHERE id = ${shelf.id}`
        assert.deepStrictEqual(yield* order(buyer), {
          error: "conflict",
          reason: "inactive_product",
          lines: [{ ...line, available: 0 }]
        })
      })
    )

    it.effect("answer a repetition from what was stored", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const add = { product_id: lamp.id, quantity: 1 }
        const inAdd = Effect.provideService(EffectKey, "trace-adding:0")
        yield* inAdd(call(buyer, "add_to_cart", add))
        assert.deepInclude(yield* inAdd(call(buyer, "add_to_cart", add)), { quantity_in_cart: 1, replayed: true })
      })
    )
  })
}
