import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { CaseId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { StaffAnswers } from "@storefront/server/assistant/chat/StaffAnswers"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { market, newcomer } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import { ask, auditAgrees, open, openWith } from "../support/WholeTurns.ts"

/** Whole turns in which something is handed to the shop's people. */

const { call, say } = ScriptedModel

const handOver = call(["open_support_case", { kind: "missing_parcel", summary: "My parcel never came" }])

const CaseRows = Schema.Array(Schema.Struct({ id: CaseId }))

for (const engine of TestDatabase.engines) {
  const TestLayer = StaffAnswers.layer.pipe(Layer.provideMerge(Layer.provideMerge(market, engine.layer)))

  layer(TestLayer, { excludeTestServices: true })(`a support case on ${engine.name}`, (it) => {
    const casesOf = Effect.fnUntraced(function* (conversation: string) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT id FROM support_cases WHERE conversation_id = ${conversation}`
      return yield* Schema.decodeUnknown(CaseRows)(rows)
    })

    it.scoped("is opened once in a conversation, and told by the shop each time", () =>
      Effect.gen(function* () {
        const user = yield* newcomer
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* openWith(
          ScriptedModel.layer([ask("It is missing."), say(""), ask("Still."), say(""), say("You are welcome.")], asked),
          ScriptedModel.layer([handOver, handOver, say(""), handOver, say("")])
        )
        const { conversation_id: conversationId, response } = yield* chat.answer(user, {
          message: "My parcel never came",
          conversationId: null
        })
        const [found, ...others] = yield* casesOf(conversationId)
        assert.deepStrictEqual(others, [])
        const number = orderNumberOf(found!.id)
        assert.strictEqual(
          response,
          `Support case ${number} was opened. The shop's staff will answer in this conversation.`
        )
        const again = yield* chat.answer(user, { message: "My parcel still has not come", conversationId })
        assert.strictEqual(
          again.response,
          `Support case ${number} is open already. The shop's staff will answer in this conversation.`
        )
        const answers = yield* StaffAnswers
        yield* answers.answer(found!.id, { text: "We send a new one.", by: null })
        yield* chat.answer(user, { message: "Thanks!", conversationId })
        assert.include(JSON.stringify(asked.at(-1)?.prompt), "We send a new one.")
        yield* auditAgrees
      })
    )

    it.scoped("is told in the customer's language", () =>
      Effect.gen(function* () {
        const user = yield* newcomer
        const chat = yield* open([ask("It is missing."), say("")], [handOver, say("")])
        const { response } = yield* chat.answer(user, {
          message: "Guten Tag, mein Paket ist leider nie bei mir angekommen.",
          conversationId: null
        })
        assert.match(response, /^Der Supportfall #[0-9A-F]{4}-[0-9A-F]{4} wurde eröffnet\./u)
      })
    )
  })
}
