import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type CheckoutTerms } from "@storefront/domain/confirmation/Terms"
import { checkout } from "@storefront/domain/tools/CartTools"
import { english } from "@storefront/domain/words/Locale"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { Effect, Layer, Option } from "effect"
import { BindingActs, eraseTypes } from "../../../src/assistant/actions/BindingActs.ts"
import { Confirmations } from "../../../src/assistant/actions/Confirmations.ts"
import { PendingActions } from "../../../src/assistant/actions/PendingActions.ts"
import { Proposals } from "../../../src/assistant/actions/Proposals.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { userOf } from "../../../src/testing/UserOf.ts"
import * as Actions from "../../support/actions.ts"

/** What a checkout changes. */
const books = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [kept] = yield* sql<Record<"orders" | "units" | "lines" | "effects", number>>`
    SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT sum(quantity)::int FROM warehouse_inventory) AS units,
      (SELECT count(*)::int FROM cart_items i JOIN carts c ON c.id = i.cart_id
        JOIN users u ON u.id = c.user_id WHERE u.email = 'alice@example.com') AS lines,
      (SELECT count(*)::int FROM tool_effects) AS effects`
  return kept!
})

for (const engine of TestDatabase.seededEngines) {
  const TestLayer = Layer.mergeAll(Proposals.layer, Confirmations.layer).pipe(
    Layer.provide(BindingActs.layer(Effect.map(Checkout, ({ act }) => [eraseTypes(act, checkout)]))),
    Layer.provideMerge(Layer.mergeAll(PendingActions.layer, ToolEffects.layer, CartServices.layer)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`a checkout on ${engine.name}`, (it) => {
    it.effect("is previewed without a write, refused at another price, and done at the one that was shown last", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const alice = yield* userOf("alice@example.com")
        const talk = yield* Actions.startTalk(alice)
        const before = yield* books
        const { act } = yield* Checkout
        const { action_id } = yield* Actions.proposeAct(talk, act, { speed: "express", note: "Ring twice" })
        assert.deepStrictEqual(yield* books, before)
        yield* Actions.show(talk, action_id)
        const [shown] = yield* (yield* PendingActions).find(alice.id, talk.conversation, [action_id])
        const terms = shown!.terms as CheckoutTerms
        assert.strictEqual(terms.lines.length, before.lines)

        yield* sql`
          UPDATE products SET price = price + 1, original_price = original_price + 1 WHERE id = ${terms.lines[0].productId}`
        const reply = Actions.nextTurn(talk)
        const stale = yield* Actions.confirm(reply, action_id, yield* Actions.say(reply))
        const anew = stale.proposed!
        assert.deepStrictEqual(
          [stale.state, stale.text],
          ["stale", ActionOutcomes.reportChanged(terms, anew.terms, english)]
        )
        assert.deepStrictEqual(yield* books, before)

        yield* Actions.show(reply, anew.actionId)
        const last = Actions.nextTurn(talk)
        const done = yield* Actions.confirm(last, anew.actionId, yield* Actions.say(last))
        const [order] = yield* sql<{ id: string; total: string; note: string }>`
          SELECT id, total + shipping_cost AS total, note FROM orders WHERE user_id = ${alice.id} ORDER BY created_at DESC LIMIT 1`
        assert.strictEqual(done.state, "confirmed")
        assert.nestedPropertyVal(Option.getOrThrow(done.step), "output.order_id", order!.id)
        assert.deepStrictEqual(
          [Number(order!.total), order!.note],
          [(anew.terms as CheckoutTerms).amount / 100, "Ring twice"]
        )
        assert.deepStrictEqual(yield* books, {
          orders: before.orders + 1,
          units: before.units - terms.lines.reduce((units, { quantity }) => units + quantity, 0),
          lines: 0,
          effects: before.effects + 1
        })
        const empty = yield* Effect.flip(Actions.proposeAct(last, act, { speed: "express", note: null }))
        assert.strictEqual(empty._tag === "CheckoutRefused" && empty.problem.reason, "empty_cart")
      })
    )
  })
}
