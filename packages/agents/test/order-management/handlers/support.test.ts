import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { CurrentUser } from "@storefront/domain/Identity"
import { ada, bob, orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Option } from "effect"
import { toolkit } from "../../../src/order-management/toolkit.ts"
import { decodeAs } from "../../support/CallTool.ts"
import { inTurnOf } from "../../support/ProposingTurn.ts"
import { call, orderTools, unknownOrder } from "../SmallOrders.ts"

const asCase = decodeAs(openSupportCase.successSchema)

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`handing over on ${engine.name}`, (it) => {
    it.effect("open_support_case gives number, state and contact, and the same case again", () =>
      inTurnOf(ada)(
        Effect.gen(function* () {
          const summary = "It arrived in pieces"
          const result = yield* call("open_support_case", { kind: "damaged", order_id: orderId(5), summary })
          const { case_id, contact, message, number, state } = asCase(result)
          assert.match(number, /^#[0-9A-F]{4}-[0-9A-F]{4}$/)
          assert.deepStrictEqual({ contact, state }, { contact: null, state: "open" })
          assert.include(message, "The shop tells the customer")
          const again = yield* call("open_support_case", { kind: "other", order_id: orderId(5), summary: "Still" })
          assert.strictEqual(asCase(again).case_id, case_id)
          const other = yield* call("open_support_case", { kind: "talk_to_person", summary: "Call me" })
          assert.notStrictEqual(asCase(other).case_id, case_id)
          const sql = yield* SqlClient.SqlClient
          const conversation = Option.getOrThrow(yield* CurrentProposingTurn).conversationId
          assert.deepStrictEqual(
            yield* sql`
              SELECT user_id, order_id, kind, summary, state FROM support_cases
              WHERE conversation_id = ${conversation} ORDER BY created_at, id`,
            [
              { user_id: ada.id, order_id: orderId(5), kind: "damaged", summary, state: "open" },
              { user_id: ada.id, order_id: null, kind: "talk_to_person", summary: "Call me", state: "open" }
            ]
          )
        })
      )
    )

    it.effect("open_support_case knows the caller's own orders and conversations only", () =>
      Effect.gen(function* () {
        const wish = { kind: "missing_parcel", summary: "Lost" } as const
        const foreign = yield* inTurnOf(ada)(call("open_support_case", { ...wish, order_id: orderId(9) }))
        assert.deepStrictEqual(foreign, unknownOrder(orderId(9)))
        const outside = yield* Effect.gen(function* () {
          const { handle } = yield* toolkit
          const { encodedResult } = yield* handle("open_support_case", { ...wish, order_id: undefined })
          return decodeAs(ToolFailure)(encodedResult)
        }).pipe(Effect.provideService(CurrentUser, ada))
        assert.deepInclude(outside, { error: "conflict", reason: "no_conversation" })
        const inAnothers = yield* inTurnOf(bob)(call("open_support_case", wish))
        assert.deepInclude(decodeAs(ToolFailure)(inAnothers), { error: "conflict", reason: "no_conversation" })
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT id FROM support_cases WHERE kind = 'missing_parcel'`, [])
      })
    )
  })
}
