import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { v7 } from "uuid"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation, unhear } from "../../support/conversations.ts"
import { consult, type Send, start } from "../../support/orchestrator.ts"

const { say } = ScriptedModel

/** A turn of Ada's that failed: its trace. */
const fail = Effect.fnUntraced(function* (conversation: string, content: string, verdict = "clean") {
  const sql = yield* SqlClient.SqlClient
  const message = v7()
  const trace = v7().replaceAll("-", "")
  yield* sql`INSERT INTO messages ${sql.insert({
    id: message,
    conversation_id: conversation,
    role: "user",
    content,
    metadata: { trace_id: trace, guard: { verdict, rules: [] } }
  })}`
  yield* sql`
    INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, failure, ended_at)
    VALUES (${ada.id}, ${conversation}, ${message}, ${trace}, 'rest', 'failed', 'model', now())`
  return trace
})

/** What the specialist's runs are named after, when the message is sent twice and nobody hears the first answer. */
const namesOf = Effect.fnUntraced(function* (
  conversationId: Effect.Effect.Success<ReturnType<typeof makeConversation>>
) {
  const names: Array<string | undefined> = []
  const send: Send = ({ messageId }) =>
    Effect.sync(() => {
      names.push(messageId.split(":")[0])
      return {
        text: "Done.",
        usage: { tokensIn: 1, tokensOut: 1 },
        writes: [],
        proposed: [],
        missing: [],
        shows: [],
        needsSignIn: false,
        modelState: Option.none()
      }
    })
  const asks = consult("order-management", "Add the lamp.")
  const chat = yield* start([asks, say("Done."), asks, say("Done.")], { send })
  yield* chat.answer(ada, { message: "Add the lamp", conversationId })
  yield* unhear(conversationId)
  yield* chat.answer(ada, { message: "Add the lamp", conversationId })
  return names
})

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `a message that comes again on ${engine.name}`,
    (it) => {
      it.scoped("has the name that it got first, however many came in between without an answer", () =>
        Effect.gen(function* () {
          const id = yield* makeConversation()
          const first = yield* fail(id, "Add the lamp")
          for (let count = 0; count < 50; count++) {
            yield* fail(id, `And the ${count} others`)
          }
          assert.deepStrictEqual(yield* namesOf(id), [first, first])
        })
      )

      it.scoped("is not named after one that the guard blocked", () =>
        Effect.gen(function* () {
          const id = yield* makeConversation()
          const blocked = yield* fail(id, "Add the lamp", "blocked")
          const [first, second] = yield* namesOf(id)
          assert.notStrictEqual(first, blocked)
          assert.strictEqual(second, first)
        })
      )
    }
  )
}
