import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import { ConversationArchive } from "../../../src/assistant/chat/ConversationArchive.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation, textsOf } from "../../support/conversations.ts"
import { start } from "../../support/orchestrator.ts"

const talk = [
  { role: "user", content: "Cancel it?" },
  { role: "assistant", content: "Shall I?" },
  { role: "user", content: "No." },
  { role: "assistant", content: "Kept." }
] as const

const summaryIds = (json: string) => [...json.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id)

for (const engine of TestDatabase.engines) {
  const TestLayer = ConversationArchive.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))
  layer(TestLayer, { excludeTestServices: true })(`after the clock stepped back, on ${engine.name}`, (it) => {
    it.scoped("the model and the customer read messages in the order in which they were stored", () =>
      Effect.gen(function* () {
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* start([ScriptedModel.say("Here.")], { asked })
        const conversationId = yield* makeConversation(talk, ada, "backwards")
        yield* chat.answer(ada, { message: "Yes", conversationId })
        const said = talk.map(({ content }) => content)
        assert.deepStrictEqual(textsOf(asked), [[...said, "Yes"]])
        const { messages } = yield* (yield* ConversationArchive).find(ada.id, conversationId)
        assert.deepStrictEqual(
          messages.map(({ content }) => content),
          [...said, "Yes", "Here."]
        )
      })
    )

    it.scoped("the last 50 messages are those that were stored last", () =>
      Effect.gen(function* () {
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* start([ScriptedModel.say("Here.")], { asked })
        const older = Array.makeBy(26, (n) => [
          { role: "user" as const, content: `Question ${n}` },
          { role: "assistant" as const, content: `Answer ${n}` }
        ]).flat()
        const conversationId = yield* makeConversation(older, ada, "backwards")
        yield* chat.answer(ada, { message: "And now?", conversationId })
        const [seen = []] = textsOf(asked)
        assert.lengthOf(seen, 51)
        assert.deepStrictEqual([seen[0], seen[49], seen[50]], ["Question 1", "Answer 25", "And now?"])
      })
    )

    it.scoped("the conversation that was used last is the first of the list", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* ConversationArchive
        const chat = yield* start([ScriptedModel.say("One."), ScriptedModel.say("Two."), ScriptedModel.say("Three.")])
        const first = yield* makeConversation([], bob)
        const second = yield* makeConversation([], bob)
        yield* chat.answer(bob, { message: "Hi", conversationId: second })
        yield* sql`UPDATE conversations SET last_message_at = now() + interval '1 hour' WHERE id = ${second}`
        yield* chat.answer(bob, { message: "Hi", conversationId: first })
        assert.deepStrictEqual(summaryIds(yield* list(bob.id)), [first, second])
        const { conversation_id: third } = yield* chat.answer(bob, { message: "Hi", conversationId: null })
        assert.deepStrictEqual(summaryIds(yield* list(bob.id)), [third, first, second])
      })
    )
  })
}
