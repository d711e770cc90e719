import { assert, layer } from "@effect/vitest"
import { AgentCard, Extension, PendingActionsData, Task } from "@storefront/domain/api/AgentApi"
import { Effect, Layer, Schema } from "effect"
import { v7 } from "uuid"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  extensions,
  headersFor,
  message,
  post,
  refused,
  request,
  sendTask
} from "../../../src/testing/TestSpecialist.ts"
import { makeConversation } from "../../support/conversations.ts"
import { actions, orders, proposing, serve } from "../../support/proposing.ts"

const one = orders[0]!

const decodeTask = Schema.decodeUnknown(Task)
const decodeCard = Schema.decodeUnknown(AgentCard)
const decodeProposals = Schema.decodeUnknownSync(PendingActionsData)

/** The wish of a customer, as the front door passes it on, or another client asks it. */
const wish = (conversation: string, active: Readonly<Record<string, string>>, isOfFrontDoor = true) =>
  post(
    message(`Cancel ${one}`, {
      metadata: {
        [Extension.conversationHistory]: {
          ...(isOfFrontDoor ? { customerMessage: `Cancel ${one}` } : {}),
          messages: []
        }
      }
    }),
    { ...active, "x-conversation-id": conversation }
  )

const confirm = (conversation: string, ...parts: ReadonlyArray<unknown>) =>
  post(message("", { parts, extensions: [Extension.pendingActions] }), {
    ...extensions,
    "x-conversation-id": conversation
  })

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("a specialist", (it) => {
  it.scoped("ends with the server's question what it proposes, and with the terms for clients that know them", () =>
    Effect.gen(function* () {
      const { client, shop } = yield* serve([...proposing(one), ...proposing(one)])
      const conversation = yield* makeConversation()
      const { task } = yield* sendTask(client, wish(conversation, extensions))
      assert.strictEqual(task.status.state, "TASK_STATE_INPUT_REQUIRED")
      assert.include(task.status.message?.parts[0].text, "Please confirm.")
      assert.deepStrictEqual(
        task.artifacts?.map(({ artifactId }) => artifactId),
        ["pending-actions", "answer"]
      )
      const [proposed] = decodeProposals(task.artifacts?.[0]?.parts[0].data).actions
      const [stored] = yield* actions(conversation)
      assert.deepStrictEqual([proposed.actionId, proposed.terms.act], [stored?.id, "cancel_order"])
      assert.notMatch(JSON.stringify(task), /"[a-z]+_[a-z]+":/)

      const unaware = yield* sendTask(client, wish(conversation, {}))
      assert.strictEqual(unaware.task.status.state, "TASK_STATE_INPUT_REQUIRED")
      assert.lengthOf(unaware.task.artifacts ?? [], 1)

      const path = `/tasks/${task.id}`
      const cancelled = yield* refused(client, request("POST", `${path}:cancel`, headersFor(ada)))
      assert.strictEqual(cancelled[0], "400 TASK_NOT_CANCELABLE")
      const response = yield* client.execute(request("GET", `${path}:subscribe`, headersFor(ada)))
      const events = (yield* response.text).split("\n\n").filter((event) => event.startsWith("data:"))
      assert.lengthOf(events, 1)
      const found = yield* client.execute(request("GET", path, headersFor(ada)))
      assert.strictEqual((yield* Effect.flatMap(found.json, decodeTask)).status.state, "TASK_STATE_INPUT_REQUIRED")
      assert.deepStrictEqual(shop.done, [])
    })
  )

  it.scoped("proposes nothing to another client, and confirms only what the extension names", () =>
    Effect.gen(function* () {
      const { client, shop } = yield* serve(proposing(one))
      const conversation = yield* makeConversation()
      const { task } = yield* sendTask(client, wish(conversation, extensions, false))
      assert.notStrictEqual(task.status.state, "TASK_STATE_INPUT_REQUIRED")
      assert.lengthOf(yield* actions(conversation), 0)

      const data = { actionId: v7(), messageId: v7(), locale: "de" }
      const { task: settled } = yield* sendTask(client, confirm(conversation, { data }))
      assert.deepInclude(settled.artifacts?.[0]?.parts[0].data, { actionId: data.actionId, state: "unknown" })
      assert.strictEqual(settled.status.state, "TASK_STATE_COMPLETED")
      for (const parts of [[{ data: {} }], [{ data: { ...data, locale: "xx" } }], [{ data }, { text: "!" }]]) {
        assert.match((yield* refused(client, confirm(conversation, ...parts)))[0], /^422 /)
      }
      assert.match((yield* refused(client, confirm(v7(), { data })))[0], /^422 /)
      assert.deepStrictEqual(shop.done, [])

      const card = yield* client.get("/.well-known/agent-card.json")
      const named = (yield* Effect.flatMap(card.json, decodeCard)).capabilities.extensions ?? []
      assert.sameMembers(
        named.map(({ uri }) => uri),
        Object.values(Extension)
      )
    })
  )
})
