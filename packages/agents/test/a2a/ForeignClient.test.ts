import { Message, Task } from "@a2a-js/sdk"
import { type Client } from "@a2a-js/sdk/client"
import { assert, layer } from "@effect/vitest"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { Chunk, Effect, Layer, Stream } from "effect"
import { shop } from "@storefront/server/testing/SmallShop"
import { attack, serve } from "@storefront/server/testing/TestSpecialist"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { connect, options } from "../support/SdkClient.ts"

const { call, say } = ScriptedModel

const request = (text: string) => ({
  tenant: "",
  message: Message.fromJSON({ messageId: "m-1", role: "ROLE_USER", contextId: "c-1", parts: [{ text }] }),
  configuration: undefined,
  metadata: undefined
})

const send = (client: Client, text: string) => Effect.promise(() => client.sendMessage(request(text), options))

const answerOf = (result: Message | Task) =>
  "artifacts" in result ? result.artifacts.map(({ parts }) => parts.map(({ content }) => content?.value)) : []

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("a foreign A2A client", (it) => {
  it.scoped("sends a message and reads the task again", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([call(["count_things", { kind: "lamp" }]), say("There are 3 lamps.")])
      const client = yield* connect(url)
      const sent = yield* send(client, "How many lamps?")
      assert.deepStrictEqual(answerOf(sent), [["There are 3 lamps."]])
      assert.strictEqual(sent.contextId, "c-1")
      const id = "id" in sent ? sent.id : ""
      const read = yield* Effect.promise(() => client.getTask({ tenant: "", id, historyLength: 1 }, options))
      assert.deepStrictEqual(answerOf(read), [["There are 3 lamps."]])
      assert.lengthOf(read.history, 1)
    })
  )

  it.scoped("streams a message", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([call(["count_things", { kind: "lamp" }]), say("There are 3 lamps.")])
      const client = yield* connect(url)
      const events = yield* Stream.runCollect(
        Stream.fromAsyncIterable(client.sendMessageStream(request("How many lamps?"), options), (cause) => cause)
      )
      assert.deepStrictEqual(
        Chunk.toReadonlyArray(events).map(({ payload }) => payload?.$case),
        ["task", "statusUpdate", "statusUpdate", "statusUpdate", "artifactUpdate", "statusUpdate"]
      )
      const answer = Chunk.toReadonlyArray(events).flatMap(({ payload }) =>
        payload?.$case === "artifactUpdate" ? (payload.value.artifact?.parts ?? []) : []
      )
      assert.deepStrictEqual(
        answer.map(({ content }) => content?.value),
        ["There are 3 lamps."]
      )
    })
  )

  it.scoped("understands refusals", () =>
    Effect.gen(function* () {
      const { url } = yield* serve([])
      const client = yield* connect(url)
      const rejected = yield* send(client, attack)
      assert.nestedPropertyVal("id" in rejected ? Task.toJSON(rejected) : {}, "status.state", "TASK_STATE_REJECTED")
      const failureOf = (promise: () => Promise<unknown>) =>
        Effect.flip(Effect.tryPromise({ try: promise, catch: String }))
      assert.include(
        yield* failureOf(() => client.getTask({ tenant: "", id: "nothing" }, options)),
        "TaskNotFoundError: Task not found"
      )
      assert.include(
        yield* failureOf(() => client.sendMessage(request("Hi"), { serviceParameters: { "X-Agent-Secret": "wrong" } })),
        "Invalid agent credentials"
      )
      assert.include(
        yield* failureOf(() => client.cancelTask({ tenant: "", id: "nothing", metadata: undefined }, options)),
        "TaskNotFoundError"
      )
      const over = { tenant: "", id: "id" in rejected ? rejected.id : "", metadata: undefined }
      assert.include(yield* failureOf(() => client.cancelTask(over, options)), "TaskNotCancelableError")
      assert.include(yield* failureOf(() => client.resubscribeTask(over, options).next()), "UnsupportedOperationError")
      assert.include(
        yield* failureOf(() =>
          client.createTaskPushNotificationConfig(
            { tenant: "", id: "", taskId: over.id, url: "http://x", token: "", authentication: undefined },
            options
          )
        ),
        "PushNotificationNotSupportedError"
      )
    })
  )
})
