import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ConversationId } from "@storefront/domain/Ids"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { attack } from "@storefront/server/testing/TestSpecialist"
import { Deferred, Effect, Layer } from "effect"
import { ask, auditAgrees, open, scene } from "../support/WholeTurns.ts"

const { call, say } = ScriptedModel

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(market, engine.layer), { excludeTestServices: true })(
    `the audit on ${engine.name}`,
    (it) => {
      it.scoped("agrees with itself, however turns ended and while one is running", () =>
        Effect.gen(function* () {
          const { add, user } = yield* scene
          const sql = yield* SqlClient.SqlClient
          /** A turn that does not end by itself. */
          const endless = Effect.fnUntraced(function* (conversationId: ConversationId) {
            const asked = yield* Deferred.make<void>()
            const hangs = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
            const process = yield* open([ask("Add it."), hangs], [call(add()), say("Added.")])
            yield* Effect.fork(process.answer(user, { message: "One more", conversationId }))
            yield* Deferred.await(asked)
          })
          const chat = yield* open([ask("Add it."), say("Added.")], [call(add()), say("Added.")])
          const { conversation_id: conversationId } = yield* chat.answer(user, {
            message: "Put one into my cart",
            conversationId: null
          })
          yield* endless(conversationId)
          // Its process dies.
          yield* sql`
            UPDATE turns SET expires_at = now() - interval '1 second'
            WHERE conversation_id = ${conversationId} AND expires_at IS NOT NULL`
          yield* chat.answer(user, { message: attack, conversationId })
          yield* Effect.flip(chat.answer(user, { message: "A model without an answer", conversationId }))
          yield* endless(conversationId)
          const runs = yield* sql<{ readonly status: string }>`
          SELECT status FROM usage_logs WHERE user_id = ${user.id} AND agent_name = 'orchestrator' ORDER BY status`
          assert.deepStrictEqual(
            runs.map(({ status }) => status),
            ["blocked", "cancelled", "error", "success"]
          )
          yield* auditAgrees
        })
      )
    }
  )
}
