import { assert, layer } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { ConversationId } from "@storefront/domain/Ids"
import { OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { type SpecialistName } from "@storefront/domain/Topology"
import { SpecialistAccess } from "@storefront/server/assistant/specialists/SpecialistAccess"
import { SpecialistRefused, SpecialistUnavailable } from "@storefront/server/assistant/specialists/SpecialistAnswer"
import { SpecialistClient } from "@storefront/server/assistant/specialists/SpecialistClient"
import { CurrentTextReceiver } from "@storefront/server/platform/provider/TextReceiver"
import { turnOf } from "@storefront/server/testing/TurnOf"
import * as SpecialistTurn from "@storefront/server/assistant/specialists/SpecialistTurn"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import { type AgentRun, AgentRuns } from "@storefront/server/assistant/usage/AgentRuns"
import { UsageLog } from "@storefront/server/assistant/usage/UsageLog"
import { Deferred, Effect, Fiber, Layer, Option, Ref } from "effect"
import * as handlers from "../../src/orchestrator/handlers.ts"
import { ada, seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { callTool } from "../support/CallTool.ts"

const usage = { tokensIn: 7, tokensOut: 3 }

type Send = SpecialistClient["Type"]["send"]

const answering: Send = ({ agentName, message }) =>
  Effect.succeed({
    text: `${agentName} on ${message}`,
    usage,
    writes: [],
    proposed: [],
    missing: [],
    shows: [],
    needsSignIn: false,
    modelState: Option.none()
  })

const turn = {
  ...Effect.runSync(
    turnOf(ada, "Where is it?", {
      messageId: "b".repeat(32),
      history: [{ role: "user", text: "Hello" }],
      within: "1 hour"
    })
  ),
  conversationId: ConversationId.make("cccccccc-0000-4000-8000-000000000001")
}

/** The orchestrator's tool in a turn, and the turn. */
const begin = Effect.fnUntraced(function* (send: Send, user = ada) {
  const specialistsOf = yield* Effect.provide(
    SpecialistTurn.make,
    Layer.mergeAll(
      Layer.mock(SpecialistClient, { send }),
      Guard.layer,
      AgentRuns.layer.pipe(Layer.provide(UsageLog.layer))
    )
  )
  const specialists = yield* specialistsOf({ ...turn, caller: user })
  const call = (agent_name: string, message = "Hi", more: object = {}) =>
    callTool(OrchestratorTools, user, "call_specialist_agent", { agent_name, message, ...more }).pipe(
      Effect.provide(handlers.layer),
      Effect.provideService(SpecialistCalls, specialists)
    )
  return { call, calls: specialists.calls }
})

const open = SpecialistAccess.layerOpen

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("call_specialist_agent", (it) => {
  it.effect("asks the specialist for the caller, with the conversation, and keeps a log", () =>
    Effect.gen(function* () {
      const seen = yield* Ref.make<ReadonlyArray<AgentRun>>([])
      const { call, calls } = yield* begin((request) =>
        Effect.zipRight(
          Ref.update(seen, (requests) => [...requests, request]),
          answering(request)
        )
      )
      const result = yield* call("order-management", "Where is it?")
      assert.deepInclude(result, {
        agent_name: "order-management",
        status: "success",
        response: "order-management on Where is it?"
      })
      const [request] = yield* seen
      assert.deepInclude(request, {
        ...turn,
        agentName: "order-management",
        message: "Where is it?",
        messageId: `${turn.messageId}:order-management:0`
      })
      const [logged] = yield* calls
      assert.deepInclude(logged, { specialist: "order-management", status: "success", ...usage })
    }).pipe(Effect.provide(open))
  )

  it.effect("answers every failure with a value that says what to do", () =>
    Effect.gen(function* () {
      const { call, calls } = yield* begin(({ agentName }) =>
        agentName === "review-sentiment"
          ? new SpecialistRefused({ usage })
          : new SpecialistUnavailable({ reason: "timeout", usage, writes: [] })
      )
      for (const name of ["orchestrator", "http://169.254.169.254/", "../admin", "__proto__", ""]) {
        assert.deepInclude(yield* call(name), { error: "invalid_argument" })
        assert.nestedPropertyVal(yield* call(name), "known_agents.length", 5)
      }
      assert.lengthOf(yield* calls, 0)
      assert.deepInclude(yield* call("review-sentiment"), { error: "forbidden", agent_name: "review-sentiment" })
      assert.deepInclude(yield* call("order-management"), {
        error: "unavailable",
        agent_name: "order-management",
        reason: "timeout",
        retryable: true
      })
      assert.deepStrictEqual(
        (yield* calls).map(({ specialist, status, tokensIn }) => [specialist, status, tokensIn]),
        [
          ["review-sentiment", "blocked", 7],
          ["order-management", "error", 7]
        ]
      )
    }).pipe(Effect.provide(open))
  )

  it.effect("makes one call at a time, in the order of the questions", () =>
    Effect.gen(function* () {
      const running = yield* Ref.make(0)
      const most = yield* Ref.make(0)
      const order = yield* Ref.make<ReadonlyArray<SpecialistName>>([])
      const gate = yield* Deferred.make<void>()
      const { call, calls } = yield* begin((request) =>
        Effect.gen(function* () {
          const now = yield* Ref.updateAndGet(running, (n) => n + 1)
          yield* Ref.update(most, (n) => Math.max(n, now))
          yield* Ref.update(order, (names) => [...names, request.agentName])
          yield* Deferred.await(gate)
          yield* Ref.update(running, (n) => n - 1)
          return yield* answering(request)
        })
      )
      const names = ["review-sentiment", "order-management", "product-discovery"] as const
      const all = yield* Effect.fork(Effect.forEach(names, (name) => call(name), { concurrency: "unbounded" }))
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(all)
      assert.strictEqual(yield* most, 1)
      assert.deepStrictEqual(yield* order, names)
      assert.lengthOf(yield* calls, 3)
    }).pipe(Effect.provide(open))
  )

  it.effect("makes at most eight calls in a turn", () =>
    Effect.gen(function* () {
      const { call, calls } = yield* begin(answering)
      const results = yield* Effect.replicateEffect(call("order-management"), 9)
      assert.deepInclude(results[7], { status: "success" })
      assert.deepInclude(results[8], { error: "conflict", reason: "call_budget" })
      assert.lengthOf(yield* calls, 8)
    }).pipe(Effect.provide(open))
  )

  it.effect("has an answer released while it is written only if the model asked for it directly", () =>
    Effect.gen(function* () {
      const isReleased: Array<boolean> = []
      const { call } = yield* begin((request, text = Option.none()) => {
        isReleased.push(Option.isSome(text))
        return answering(request)
      })
      const receiver = { text: () => Effect.void, discard: Effect.void }
      yield* Effect.forEach([{}, { answer_directly: false }, { answer_directly: true }], (more) =>
        call("order-management", "Hi", more)
      ).pipe(Effect.provideService(CurrentTextReceiver, Option.some(receiver)))
      assert.deepStrictEqual(isReleased, [false, false, true])
    }).pipe(Effect.provide(open))
  )

  it.effect("logs a call that was interrupted", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const { call, calls } = yield* begin(() => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never))
      const fiber = yield* Effect.fork(call("order-management"))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(
        (yield* calls).map(({ status }) => status),
        ["error"]
      )
    }).pipe(Effect.provide(open))
  )

  it.effect("where the marketplace is enforced, keeps customers from agents they hold no permission for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer = yield* begin(answering)
      assert.deepInclude(yield* customer.call("order-management"), { status: "success" })
      const refused = yield* customer.call("review-sentiment")
      assert.deepInclude(refused, { error: "forbidden", agent_name: "review-sentiment" })
      assert.include(JSON.stringify(refused), "POST /api/marketplace/request")
      assert.deepInclude(yield* (yield* begin(answering, seller)).call("review-sentiment"), { status: "success" })
      yield* sql`INSERT INTO agent_permissions (user_id, agent_name, role) VALUES (${ada.id}, 'review-sentiment', 'user')`
      assert.deepInclude(yield* customer.call("review-sentiment"), { status: "success" })
    }).pipe(Effect.provide(SpecialistAccess.layerEnforced))
  )
})
