import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel } from "effect"
import * as Doors from "../../../src/doors/Doors.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { attack } from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { consult, startProcess } from "../../support/orchestrator.ts"
import { send } from "../../support/requests.ts"

const { message } = A2a
const { say } = ScriptedModel

/** In the order of the tests. */
const script = [
  consult("product-discovery", "Lamps?"),
  say("There are two lamps."),
  say("You are welcome."),
  Effect.never,
  say("Hello.")
]

const variables = { JWT_SECRET: jwtSecret, BCRYPT_COST: "4" }

const TestLayer = Doors.layer.pipe(
  Layer.provide(Layer.scopedContext(startProcess(script, { variables }))),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide(TestDatabase.seeded),
  Layer.provide(settings(variables)),
  Layer.provide(Logger.minimumLogLevel(LogLevel.None))
)

layer(TestLayer, { excludeTestServices: true })("the A2A agent with the turns of the chat", (it) => {
  const alice = Effect.map(FrontDoor.tokenOf("alice"), (token) => ({ token }))
  const [http, rpc] = A2a.bindings

  it.effect("streams a turn, gives its end to those who ask again, and goes on with its conversation", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const body = message("Lamps?", { contextId: "my lamps" })
      const events = yield* A2a.collect(http!.stream(caller, body))
      const kinds = A2a.kindsOf(events)
      assert.match(kinds[0]!, /^task /)
      assert.deepStrictEqual(kinds.slice(-3), ["answer", "answer+", "TASK_STATE_COMPLETED"])
      const { value: again } = yield* rpc!.send(caller, body)
      assert.deepStrictEqual(
        [again.contextId, A2a.textOf(again), again.status.state],
        ["my lamps", "There are two lamps.", "TASK_STATE_COMPLETED"]
      )
      const { value: found } = yield* http!.find(caller, again.id)
      assert.deepStrictEqual([A2a.textOf(found), found.history?.length], ["There are two lamps.", 1])
      const { value: thanked } = yield* rpc!.send(caller, message("Thank you", { contextId: "my lamps" }))
      assert.strictEqual(A2a.textOf(thanked), "You are welcome.")
      const { value: page } = yield* http!.list(caller, { contextId: "my lamps" })
      assert.deepStrictEqual(
        page.tasks.map(({ id }) => id),
        [thanked.id, again.id]
      )
      const { body: conversations } = yield* send("/api/conversations", caller)
      assert.deepInclude(conversations[0], { title: "Lamps?", message_count: 4 })
    })
  )

  it.effect("rejects what the guard blocks", () =>
    Effect.gen(function* () {
      const { value: rejected } = yield* rpc!.send(yield* alice, message(attack))
      assert.strictEqual(rejected.status.state, "TASK_STATE_REJECTED")
    })
  )

  it.effect("stops a turn that runs", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const streamed = yield* A2a.watch(http!.stream(caller, message("Think about it")))
      const { value: page } = yield* rpc!.list(caller, { pageSize: 1 })
      const { value: cancelled } = yield* rpc!.cancel(caller, page.tasks[0]!.id)
      assert.strictEqual(cancelled.status.state, "TASK_STATE_CANCELED")
      assert.strictEqual(A2a.kindsOf(yield* streamed.rest).at(-1), "TASK_STATE_CANCELED")
      assert.strictEqual((yield* http!.find(caller, cancelled.id)).value.status.state, "TASK_STATE_CANCELED")
    })
  )

  it.effect("refuses a message whose id was used for other words", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const body = message("Hi")
      const { value: task } = yield* rpc!.send(caller, body)
      assert.strictEqual(A2a.textOf(task), "Hello.")
      const { reason, response } = yield* http!.send(caller, { message: { ...body.message, parts: [{ text: "Bye" }] } })
      assert.deepStrictEqual([response.status, reason], [409, "CONFLICT"])
    })
  )
})
