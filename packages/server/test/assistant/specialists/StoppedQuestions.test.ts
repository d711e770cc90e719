import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { ActionId, MessageId, UsageLogId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import { type Clock, Deferred, Effect, Fiber, Layer, Ref, Stream } from "effect"
import { v7 } from "uuid"
import { RunEvents } from "../../../src/assistant/turn/RunEvents.ts"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import { accelerated } from "../../../src/testing/AcceleratedClock.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { orders, proposing, serve } from "../../support/proposing.ts"
import { connect, eventStream, frameOf, listen, question, status, task } from "../../support/specialistHop.ts"

const { say } = ScriptedModel

const id = UsageLogId.make(v7())

/**
 * A specialist that works for ever, and the requests that reach it. It does not answer those which cancel its task, and
 * tells of the task when it may.
 */
const endless = Effect.fnUntraced(function* (mayTell: Effect.Effect<void> = Effect.void) {
  const requests = yield* Ref.make<ReadonlyArray<string>>([])
  const isAsked = yield* Deferred.make<void>()
  const isCancelled = yield* Deferred.make<void>()
  const events = [
    task("TASK_STATE_SUBMITTED"),
    status("TASK_STATE_WORKING", { call: `${id}:0`, tool: "get_cart" }),
    status("TASK_STATE_WORKING", { call: `${id}:0`, status: "success", durationMs: 1 })
  ]
  const address = yield* listen(
    Effect.gen(function* () {
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const request = [url, headers["x-user-id"], headers["x-agent-secret"]].join(" ")
      yield* Ref.update(requests, (before) => [...before, request])
      if (url !== "/message:stream") {
        yield* Deferred.succeed(isCancelled, undefined)
        return yield* Effect.never
      }
      yield* Deferred.succeed(isAsked, undefined)
      return HttpServerResponse.stream(
        Stream.encodeText(
          Stream.execute(mayTell).pipe(Stream.concat(Stream.make(...events.map(frameOf))), Stream.concat(Stream.never))
        ),
        eventStream
      )
    })
  )
  return { address, requests, isAsked: Deferred.await(isAsked), isCancelled: Deferred.await(isCancelled) }
})

/** Begins a question, and goes on when the specialist has used a tool. */
const begin = <A, E, R>(asking: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const hasUsedTool = yield* Deferred.make<void>()
    const fiber = yield* asking.pipe(
      Effect.provideService(RunEvents, {
        publish: ({ _tag }) =>
          _tag === "tool_finished" ? Effect.asVoid(Deferred.succeed(hasUsedTool, undefined)) : Effect.void,
        streamsText: false
      }),
      Effect.fork
    )
    yield* Deferred.await(hasUsedTool)
    return fiber
  })

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("a question", (it) => {
  it.scoped("that is stopped ends once the specialist has recorded its run as cancelled", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const slow = Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Effect.never), Effect.as(say("Too late.")))
      const { url } = yield* serve([...proposing(orders[0]!).slice(0, 1), slow])
      const { send } = yield* connect(url)
      const run = yield* question({ id, conversationId: null })
      const asking = yield* begin(send(run))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(asking)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT status FROM usage_logs WHERE id = ${id}`
      assert.deepStrictEqual(rows, [{ status: "cancelled" }])
    })
  )
})

it.scopedLive("is cancelled with the same identity, and not waited for longer than five seconds", () =>
  Effect.gen(function* () {
    const { address, requests } = yield* endless()
    const { send } = yield* connect(address)
    const asking = yield* begin(send(yield* question({ id, deadline: yield* SteadyClock.deadlineIn("1 hour") })))
    const elapsed = yield* SteadyClock.stopwatch
    yield* Fiber.interrupt(asking)
    assert.isAtLeast(yield* elapsed, 249)
    const [asked = "", cancelled] = yield* requests
    assert.strictEqual(cancelled, asked.replace("/message:stream", "/tasks/t:cancel"))
  }).pipe(accelerated)
)

it.scopedLive("that is stopped before its task is known is cancelled when it is", () =>
  Effect.gen(function* () {
    const mayTell = yield* Deferred.make<void>()
    const { address, isAsked, isCancelled } = yield* endless(Deferred.await(mayTell))
    const { send } = yield* connect(address)
    // A daemon, because the specialist does not answer the request that the question waits for.
    const asking = yield* Effect.forkDaemon(send(yield* question({ id })))
    yield* isAsked
    yield* Fiber.interruptFork(asking)
    yield* Effect.yieldNow()
    yield* Deferred.succeed(mayTell, undefined)
    yield* isCancelled
  })
)

it.scopedLive("that takes too long is cancelled in the background, and times out at once", () =>
  Effect.gen(function* () {
    const { address, isCancelled } = yield* endless()
    const { send } = yield* connect(address, { AGENT_HOP_TIMEOUT_MS: "1000" })
    const elapsed = yield* SteadyClock.stopwatch
    const asking = yield* begin(Effect.flip(send(yield* question({ id }))))
    assert.deepInclude(yield* Fiber.join(asking), { reason: "timeout" })
    assert.isBelow(yield* elapsed, 4_000)
    yield* isCancelled
  })
)

it.scopedLive("is cancelled in the background, too, by a turn whose time is up", () =>
  Effect.gen(function* () {
    let passed = 0n
    const system = yield* Effect.clock
    const clock: Clock.Clock = Object.assign(Object.create(system), {
      currentTimeNanos: Effect.map(system.currentTimeNanos, (nanos) => nanos + passed)
    })
    yield* Effect.gen(function* () {
      const { address, isCancelled } = yield* endless()
      const { send } = yield* connect(address)
      const asking = yield* begin(send(yield* question({ id })))
      passed = 3_600_000_000_000n
      const elapsed = yield* SteadyClock.stopwatch
      yield* Fiber.interrupt(asking)
      assert.isBelow(yield* elapsed, 4_000)
      yield* isCancelled
    }).pipe(Effect.withClock(clock))
  })
)

it.scopedLive("that has been answered is not cancelled", () =>
  Effect.gen(function* () {
    const paths: Array<string> = []
    const address = yield* listen(
      Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
        paths.push(url)
        return HttpServerResponse.text(frameOf(task("TASK_STATE_FAILED")), eventStream)
      })
    )
    const { send } = yield* connect(address)
    yield* Effect.flip(Effect.flatMap(question(), (run) => send(run)))
    assert.deepStrictEqual(paths, ["/message:stream"])
  })
)

it.scopedLive("whether to perform a confirmed action is never cancelled", () =>
  Effect.gen(function* () {
    const { address, isAsked, requests } = yield* endless()
    const { confirm } = yield* connect(address)
    const confirmation = { actionId: ActionId.make(v7()), messageId: MessageId.make(v7()), locale: english }
    const confirming = yield* Effect.fork(confirm(yield* question({ id }), confirmation))
    yield* isAsked
    yield* Fiber.interrupt(confirming)
    assert.lengthOf(yield* requests, 1)
  })
)
