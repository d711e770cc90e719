import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ReturnId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import {
  assertInvariants,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf
} from "@storefront/server/testing/OrderFixtures"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { market, newcomer } from "@storefront/server/testing/SmallMarket"
import { lamp, orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import { ask, auditAgrees, openWith } from "../support/WholeTurns.ts"

/** Whole turns about something that is sent back. */

const { call, say } = ScriptedModel

const NewestReturn = Schema.Tuple(Schema.Struct({ id: ReturnId }))

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(market, engine.layer), { excludeTestServices: true })(
    `a return in a conversation on ${engine.name}`,
    (it) => {
      it.scoped("is replaced by one yes, which is one effect of one confirmed action", () =>
        Effect.gen(function* () {
          const user = yield* newcomer
          yield* orderIn(1, "returned", { owner: user })
          const first = yield* returnOf(1, "approved", user)
          const asked: Array<ScriptedModel.ModelRequest> = []
          const keepOne = {
            order_id: orderId(1),
            reason: "Not given",
            lines: [{ product_id: lamp.id, quantity: 1 }],
            replaces_return_id: first
          }
          const chat = yield* openWith(
            ScriptedModel.layer(
              [ask("They keep one lamp."), say(""), ask("How is it going?"), say("It goes well.")],
              asked
            ),
            ScriptedModel.layer([
              call(["get_return_status", {}]),
              call(["withdraw_return", { return_id: first }], ["initiate_return", keepOne]),
              say(""),
              call(["get_return_status", {}]),
              say("It goes well.")
            ])
          )
          const { conversation_id: conversationId, response } = yield* chat.answer(user, {
            message: "I would rather keep one of the two lamps of my return",
            conversationId: null
          })
          const number = orderNumberOf(orderId(1))
          assert.include(response, `Return from order ${number}:\n- 1 × ${lamp.name}\n`)
          assert.include(response, `\nInstead of the return that is under way: 2 × ${lamp.name}\n`)
          assert.notInclude(response, "Withdraw the return")
          assert.deepStrictEqual(yield* currentStatusOf(1), { status: "returned", return: "approved" })

          const confirmed = yield* chat.answer(user, { message: "yes", conversationId })
          assert.strictEqual(
            confirmed.response,
            `The return of order ${number} was approved. The refund is $50.00 to the original payment method. Articles: 1 × ${lamp.name}. It replaces the earlier return. Please send the articles back now.`
          )
          assert.deepStrictEqual(yield* currentStatusOf(1), { status: "delivered", return: "approved" })
          assert.deepStrictEqual((yield* returnHistoryOf(first)).at(-1), "withdrawn by customer")
          yield* auditAgrees
          yield* assertInvariants

          // Later turns know the new return by its id.
          yield* chat.answer(user, { message: "How is my return going?", conversationId })
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql`SELECT id FROM returns WHERE order_id = ${orderId(1)} ORDER BY seq DESC LIMIT 1`
          const [newest] = yield* Schema.decodeUnknown(NewestReturn)(rows)
          assert.include(JSON.stringify(asked.at(-1)?.prompt), String.raw`\"return\":[\"${newest.id}\"]`)
        })
      )
    }
  )
}
