import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { session } from "@storefront/domain/api/examples/Customer"
import { type TaskView } from "@storefront/domain/turn/TaskView"
import { Deferred, Duration, Effect, Fiber, Option, Redacted } from "effect"
import * as AssistantClient from "../src/AssistantClient.ts"
import { Patience } from "../src/Patience.ts"
import * as Scripted from "./support/ScriptedAssistant.ts"

const alice = { email: "alice@example.com", password: Redacted.make("storefront-demo") }

const impatient = {
  firstFrame: Duration.millis(300),
  silence: Duration.seconds(30),
  closing: Duration.millis(300),
  backoff: Duration.millis(2),
  polling: Duration.millis(2),
  stop: Duration.seconds(10)
}

/** An assistant that follows a script, and the views of its turns. */
const connect = Effect.fnUntraced(function* (
  script: Parameters<typeof Scripted.serve>[0],
  account: typeof alice | null = alice
) {
  const server = yield* Scripted.serve(script)
  const { ask, stop } = yield* Effect.provideService(
    AssistantClient.make({ account, url: server.url }),
    Patience,
    impatient
  )
  const views: Array<TaskView> = []
  const watch = (view: TaskView) => Effect.sync(() => views.push(view))
  return {
    ...server,
    stop,
    views,
    ask: (message: string, conversation: string | null = null) => ask(message, conversation, watch)
  }
})

const answer = { response: "It is here.", agents_involved: ["orders"], conversation_id: "c-1", trace_id: "t-1" }

const stream = "POST /a2a/message:stream"
const subscription = "POST /a2a/tasks/task-1:subscribe"
const lookup = "GET /a2a/tasks/task-1"
const cancellation = "POST /a2a/tasks/task-1:cancel"

const begun = [
  { task: Scripted.task("SUBMITTED") },
  Scripted.specialist("orders", "started"),
  Scripted.text("It ", false)
]
const rest = [Scripted.text("is here."), Scripted.end("COMPLETED", "orders")]

layer(NodeHttpClient.layerUndici, { excludeTestServices: true })("the assistant's client", (it) => {
  it.scoped("streams a message, shows what the task does, and returns the answer with its ids", () =>
    Effect.gen(function* () {
      const { ask, paths, received, views } = yield* connect(() => ({ frames: [...begun, ...rest], ending: "close" }))
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
      assert.deepStrictEqual(paths(), [stream])
      const { authorization, body } = received[0]!
      assert.strictEqual(authorization, `Bearer ${session.access_token}`)
      assert.deepStrictEqual(body.configuration, { acceptedOutputModes: ["text/plain", "application/json"] })
      assert.deepStrictEqual(body.message.parts, [{ text: "Where is it?", mediaType: "text/plain" }])
      assert.deepStrictEqual(
        views.map(({ calls, text }) => [calls.map(({ name }) => name), text]),
        [
          [[], ""],
          [["orders"], ""],
          [["orders"], "It "],
          [["orders"], "It is here."],
          [[], "It is here."]
        ]
      )
    })
  )

  it.scoped("reads a stream to its end, but not for long after that of the task", () =>
    Effect.gen(function* () {
      const { ask, left } = yield* connect((_, earlier) => ({
        frames: [...begun, ...rest],
        ending: earlier === 0 ? "linger" : "stay"
      }))
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
      assert.deepStrictEqual(left, [false])
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
    })
  )

  it.scoped("follows a stream that is cut again, from where the task is", () =>
    Effect.gen(function* () {
      const { ask, paths, views } = yield* connect(({ path }, earlier) =>
        path === stream
          ? { frames: begun, ending: "cut" }
          : earlier === 0
            ? { status: 503, json: { detail: "No" } }
            : { frames: [{ task: Scripted.task("WORKING", "It ") }, ...rest], ending: "close" }
      )
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
      assert.deepStrictEqual(paths(), [stream, subscription, subscription])
      assert.strictEqual(views.at(-1)?.text, "It is here.")
    })
  )

  it.scoped("reads a task that ended while its stream was cut", () =>
    Effect.gen(function* () {
      const { ask, paths } = yield* connect(({ path }) =>
        path === stream
          ? { frames: begun, ending: "close" }
          : path === subscription
            ? { status: 400, json: { detail: "The task has ended" } }
            : { json: Scripted.task("COMPLETED", "It is here.", ["orders"]) }
      )
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
      assert.deepStrictEqual(paths(), [stream, subscription, lookup])
    })
  )

  it.scoped("says that the connection was lost for good, with the ids", () =>
    Effect.gen(function* () {
      const { ask, paths } = yield* connect(({ path }) => ({ frames: path === stream ? begun : [], ending: "cut" }))
      const { conversation, message, trace } = yield* Effect.flip(ask("Where is it?"))
      assert.match(message, /^The connection was lost, and the assistant cannot be reached again\./)
      assert.deepStrictEqual([conversation, trace], ["c-1", "t-1"])
      assert.deepStrictEqual(
        [subscription, lookup].map((path) => paths().filter((other) => other === path).length),
        [6, 6]
      )
    })
  )

  it.scoped("sends the message again and polls its task if a proxy keeps the stream back", () =>
    Effect.gen(function* () {
      const { ask, paths, received, views } = yield* connect(({ path }, earlier) =>
        path === stream
          ? "silence"
          : path === "POST /a2a/message:send"
            ? { json: { task: Scripted.task("SUBMITTED") } }
            : {
                json:
                  earlier === 0
                    ? Scripted.task("WORKING", "It ")
                    : Scripted.task("COMPLETED", "It is here.", ["orders"])
              }
      )
      assert.deepStrictEqual(yield* ask("Where is it?"), answer)
      assert.deepStrictEqual(paths(), [stream, "POST /a2a/message:send", lookup, lookup])
      assert.deepStrictEqual(received[1]?.body.message, received[0]?.body.message)
      assert.isTrue(received[1]?.body.configuration.returnImmediately)
      assert.deepStrictEqual(
        views.map(({ text }) => text),
        ["", "It ", "It is here."]
      )
    })
  )

  it.scoped("fails with the sentence of a turn that failed, and of a message that was refused", () =>
    Effect.gen(function* () {
      const { ask } = yield* connect((_, earlier) =>
        earlier === 0
          ? { frames: [...begun, Scripted.text("", false), Scripted.failed("It took too long")], ending: "close" }
          : { status: 429, json: { detail: "Too many messages", error: {} } }
      )
      const failures = yield* Effect.replicateEffect(Effect.flip(ask("Where?")), 2)
      assert.deepStrictEqual(
        failures.map(({ conversation, message, trace }) => [message, conversation, trace]),
        [
          ["It took too long", "c-1", "t-1"],
          ["Too many messages", null, null]
        ]
      )
    })
  )

  it.scoped("returns the question of a task that waits for a yes", () =>
    Effect.gen(function* () {
      const question = "Please confirm: cancel the order. Shall I do that?"
      const { ask, views } = yield* connect(() => ({
        frames: [
          { task: Scripted.task("SUBMITTED") },
          Scripted.text(question, false),
          Scripted.action("cancel the order"),
          Scripted.end("INPUT_REQUIRED", "orders")
        ],
        ending: "stay"
      }))
      assert.deepStrictEqual(yield* ask("Cancel it"), { ...answer, response: question })
      assert.deepStrictEqual(views.at(-1)?.phase, "input_required")
    })
  )

  it.scoped("does not send a message to a conversation that does not exist", () =>
    Effect.gen(function* () {
      const { ask, paths } = yield* connect(({ path }) => {
        const [id] = /known|no-task|gone/.exec(path) ?? []
        return path === stream
          ? { frames: [...begun, ...rest], ending: "close" }
          : path.startsWith("GET /api/conversations/")
            ? { status: 404, json: { detail: "Conversation not found" } }
            : { json: { tasks: [], nextPageToken: "", pageSize: 1, totalSize: id === "known" ? 3 : 0 } }
      })
      yield* ask("and then?", "known")
      assert.strictEqual((yield* Effect.flip(ask("and then?", "gone"))).message, "Conversation not found")
      const list = (id: string) => `GET /a2a/tasks?contextId=${id}&pageSize=1&historyLength=0`
      assert.deepStrictEqual(paths(), [list("known"), stream, list("gone"), "GET /api/conversations/gone"])
    })
  )

  const stopping = Effect.fnUntraced(function* (
    frames: ReadonlyArray<object>,
    ...replies: ReadonlyArray<Scripted.Reply>
  ) {
    const isAsked = yield* Deferred.make<void>()
    const left = [...replies]
    const { ask, paths, stop } = yield* connect(({ path }) => {
      Deferred.unsafeDone(isAsked, Effect.void)
      return path === stream ? { frames, ending: "stay" } : (left.shift() ?? "silence")
    })
    const asking = yield* Effect.fork(ask("Where is it?"))
    yield* Deferred.await(isAsked)
    yield* Fiber.interrupt(asking)
    return { stopped: yield* Effect.either(stop), paths: paths() }
  })

  it.scoped("cancels the task of a message, of which it learns by sending that again", () =>
    Effect.gen(function* () {
      const { paths, stopped } = yield* stopping(
        [],
        { json: { task: Scripted.task("WORKING") } },
        { json: Scripted.task("CANCELED", "It is he", ["orders"]) }
      )
      assert.deepStrictEqual(Option.getOrThrow(Option.flatten(Option.getRight(stopped))), {
        ...answer,
        response: "It is he"
      })
      assert.deepStrictEqual(paths, [stream, "POST /a2a/message:send", cancellation])
    })
  )

  it.scoped("says that nothing was done, or returns the answer that came before", () =>
    Effect.gen(function* () {
      const sent = { json: { task: Scripted.task("WORKING") } }
      const idle = yield* stopping([], sent, { json: Scripted.task("CANCELED") })
      assert.deepStrictEqual(Option.getRight(idle.stopped), Option.some(Option.none()))
      const late = yield* stopping(
        [],
        sent,
        { status: 400, json: { detail: "The task has ended" } },
        { json: Scripted.task("COMPLETED", "It is here.", ["orders"]) }
      )
      assert.deepStrictEqual(Option.getRight(late.stopped), Option.some(Option.some(answer)))
      assert.deepStrictEqual(late.paths.slice(2), [cancellation, lookup])
    })
  )

  it.scoped("is one guest for all questions, and says so where the shop serves none", () =>
    Effect.gen(function* () {
      const guest = {
        access_token: "token of a guest",
        token_type: "Bearer",
        expires_in: 604800,
        user: { id: "01a1fae6-6bbb-766b-9a15-8a7a035ac115", role: "guest" }
      }
      const { ask, paths, received } = yield* connect(
        ({ path }) => (path === "POST /guests" ? { json: guest } : { frames: [...begun, ...rest], ending: "close" }),
        null
      )
      yield* ask("Hello")
      yield* ask("Hello again")
      assert.deepStrictEqual(paths(), ["POST /guests", stream, stream])
      assert.deepStrictEqual(
        received.map(({ authorization }) => authorization),
        ["", "Bearer token of a guest", "Bearer token of a guest"]
      )
      const closed = yield* connect(() => ({ status: 404, json: { detail: "Not Found" } }), null)
      assert.strictEqual(
        (yield* Effect.flip(closed.ask("Hello"))).message,
        "This shop serves no guests; ask as an account, with --as"
      )
    })
  )
})
