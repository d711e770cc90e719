import { type Tool } from "@effect/ai"
import { Message, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk"
import { assert, layer } from "@effect/vitest"
import { Extension } from "@storefront/domain/api/AgentApi"
import { SpecialistName } from "@storefront/domain/Topology"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { Deferred, Effect, Layer } from "effect"
import { shop } from "@storefront/server/testing/SmallShop"
import { serveAgent } from "@storefront/server/testing/TestSpecialist"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { settings } from "@storefront/server/testing/Settings"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import * as ProductHandlers from "../../src/product-discovery/handlers.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { connect, options } from "../support/SdkClient.ts"

const { call, say } = ScriptedModel

const request = (text: string, contextId: string, returnImmediately = false) => ({
  tenant: "",
  message: Message.fromJSON({ messageId: `m ${text}`, role: "ROLE_USER", contextId, parts: [{ text }] }),
  configuration: {
    acceptedOutputModes: ["text/plain"],
    taskPushNotificationConfig: undefined,
    returnImmediately
  },
  metadata: undefined
})

const taskOf = (result: Message | Task): Task => {
  assert.property(result, "status")
  return result as Task
}

const listing = (contextId: string, pageToken = "") => ({
  tenant: "",
  contextId,
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageSize: 2,
  pageToken,
  statusTimestampAfter: undefined,
  includeArtifacts: true
})

const answersOf = ({ artifacts }: Task) => artifacts.map(({ parts }) => parts.map(({ content }) => content?.value))

const collect = async (events: AsyncIterable<StreamResponse>) => {
  const seen: Array<StreamResponse["payload"]> = []
  for await (const { payload } of events) {
    seen.push(payload)
  }
  return seen
}

const lastState = (seen: ReadonlyArray<StreamResponse["payload"]>) => {
  const last = seen.at(-1)
  return last?.$case === "statusUpdate" ? last.value.status?.state : undefined
}

const TestLayer = shop.pipe(Layer.provideMerge(TestDatabase.layer), Layer.merge(settings({})))

layer(TestLayer, { excludeTestServices: true })("a foreign A2A client and every specialist", (it) => {
  const served: Array<string> = []

  const check = <Tools extends Record<string, Tool.Any>, E, R extends Layer.Layer.Success<typeof TestLayer>>(
    agent: Agent<Tools>,
    handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
  ) => {
    served.push(agent.name)
    it.scoped(`sends, streams, gets, lists, follows and cancels: ${agent.name}`, () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const work = [call(["get_user_profile", {}]), say("You are Ada.")]
        const { url } = yield* serveAgent(
          agent,
          handlers,
          ScriptedModel.layer([...work, ...work, Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)])
        )
        const client = yield* connect(url)
        const context = `context of ${agent.name}`

        const sent = taskOf(yield* Effect.promise(() => client.sendMessage(request("Who am I?", context), options)))
        assert.strictEqual(sent.status?.state, TaskState.TASK_STATE_COMPLETED)
        assert.deepStrictEqual(answersOf(sent), [["You are Ada."]])
        assert.property(sent.artifacts[0]?.metadata, Extension.usageSteps)

        const streamed = yield* Effect.promise(() =>
          collect(client.sendMessageStream(request("Stream it", context), options))
        )
        assert.strictEqual(streamed[0]?.$case, "task")
        assert.strictEqual(lastState(streamed), TaskState.TASK_STATE_COMPLETED)

        const read = yield* Effect.promise(() => client.getTask({ tenant: "", id: sent.id, historyLength: 1 }, options))
        assert.deepStrictEqual([answersOf(read), read.history.length], [[["You are Ada."]], 1])

        const running = taskOf(
          yield* Effect.promise(() => client.sendMessage(request("Take your time", context, true), options))
        )
        yield* Deferred.await(asked)
        const first = yield* Effect.promise(() => client.listTasks(listing(context), options))
        const second = yield* Effect.promise(() => client.listTasks(listing(context, first.nextPageToken), options))
        assert.deepStrictEqual([first.totalSize, first.tasks.length, second.tasks.length], [3, 2, 1])
        assert.deepStrictEqual([first.tasks[0]?.id, second.tasks[0]?.id], [running.id, sent.id])
        assert.strictEqual(second.nextPageToken, "")
        assert.deepStrictEqual(
          (yield* Effect.promise(() => client.listTasks(listing("another"), options))).totalSize,
          0
        )

        const following = client.resubscribeTask({ tenant: "", id: running.id }, options)
        const { value: snapshot } = yield* Effect.promise(() => following.next())
        assert.strictEqual(snapshot?.payload?.$case, "task")
        const cancelled = yield* Effect.promise(() =>
          client.cancelTask({ tenant: "", id: running.id, metadata: undefined }, options)
        )
        assert.strictEqual(cancelled.status?.state, TaskState.TASK_STATE_CANCELED)
        const followed = yield* Effect.promise(() => collect(following))
        assert.strictEqual(lastState(followed), TaskState.TASK_STATE_CANCELED)
      })
    )
  }

  check(ProductDiscovery, ProductHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])))
  check(OrderManagement, OrderHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])))
  check(PricingPromotions, PricingHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])))
  check(ReviewSentiment, ReviewHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])))
  check(InventoryFulfillment, InventoryHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])))

  it.effect("leaves no specialist out", () =>
    Effect.sync(() => assert.sameMembers(served, [...SpecialistName.literals]))
  )
})
