import { HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { v4 } from "uuid"
import * as RunningTurns from "../../../src/assistant/agent/RunningTurns.ts"
import { ChatTurn } from "../../../src/assistant/chat/ChatTurn.ts"
import * as ScriptedTurns from "../../../src/testing/ScriptedTurns.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"

const script: ScriptedTurns.Script = ({ words }) =>
  words === "slow" ? Stream.never : Stream.make(ScriptedTurns.text("Hello."), ScriptedTurns.done)

const ours = "https://shop.example.com"

let isDraining = false

const TestLayer = FrontDoor.layer(
  TestDatabase.seeded,
  { CORS_ORIGINS: ours },
  Layer.mock(ChatTurn, {
    accepting: Effect.suspend(() => (isDraining ? new RunningTurns.TooManyTurns() : Effect.void))
  }),
  undefined,
  undefined,
  ScriptedTurns.layer(script)
)

layer(TestLayer, { excludeTestServices: true })("the HTTP+JSON binding", (it) => {
  const alice = Effect.map(FrontDoor.tokenOf("alice"), (token) => ({ token, headers: { "a2a-version": "1.0" } }))

  it.effect("refuses what the agent does not have, before it looks at the task", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const configs = `/a2a/tasks/${v4()}/pushNotificationConfigs`
      for (const [method, url, reason] of [
        ["POST", configs, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["GET", configs, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["GET", `${configs}/1`, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["DELETE", `${configs}/1`, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["GET", "/a2a/extendedAgentCard", "UNSUPPORTED_OPERATION"]
      ] as const) {
        const { body, status } = yield* send(url, { ...caller, method })
        assert.deepStrictEqual([status, body.error.details[0].reason], [400, reason], url)
      }
    })
  )

  it.effect("has errors for people and for programs, alike for every route", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const task = `/a2a/tasks/${v4()}`
      for (const [method, url, text, status, reason] of [
        ["GET", task, undefined, 404, "TASK_NOT_FOUND"],
        ["GET", "/a2a/tasks/x", undefined, 404, "TASK_NOT_FOUND"],
        ["POST", `${task}:cancel`, undefined, 404, "TASK_NOT_FOUND"],
        ["POST", `${task}:cancel`, "[]", 400, "INVALID_PARAMS"],
        ["POST", `${task}:subscribe`, undefined, 404, "TASK_NOT_FOUND"],
        ["GET", `${task}:subscribe`, undefined, 404, "TASK_NOT_FOUND"],
        ["POST", "/a2a/message:send", "{", 400, "INVALID_PARAMS"],
        ["POST", "/a2a/message:stream", "{}", 400, "INVALID_PARAMS"],
        ["DELETE", task, undefined, 405, "METHOD_NOT_ALLOWED"]
      ] as const) {
        const {
          body,
          headers,
          status: actual
        } = yield* send(url, { ...caller, method, ...(text === undefined ? {} : { text }) })
        assert.deepStrictEqual([actual, body.error.details[0].reason], [status, reason], `${method} ${url}`)
        assert.strictEqual(body.detail, body.error.message)
        assert.strictEqual(headers["content-type"], "application/a2a+json")
      }
      const stranger = yield* send(task, { headers: { "a2a-version": "1.0" } })
      assert.deepStrictEqual(
        [stranger.status, stranger.headers["www-authenticate"], stranger.body.error.details[0].reason],
        [401, "Bearer", "UNAUTHENTICATED"]
      )
      const refresh = yield* FrontDoor.logIn("alice")
      assert.strictEqual((yield* send(task, { token: refresh.refresh, headers: { "a2a-version": "1.0" } })).status, 401)
    })
  )

  it.effect("takes the version from the query, too, and ignores its patch", () =>
    Effect.gen(function* () {
      const { token } = yield* alice
      const statusOf = (url: string, version?: string) =>
        Effect.map(
          send(url, { token, ...(version === undefined ? {} : { headers: { "a2a-version": version } }) }),
          ({ status }) => status
        )
      assert.deepStrictEqual(
        yield* Effect.all([
          statusOf("/a2a/tasks?A2A-Version=1.0"),
          statusOf("/a2a/tasks", "1.0.1"),
          statusOf("/a2a/tasks", "1.1"),
          statusOf("/a2a/tasks")
        ]),
        [200, 200, 400, 400]
      )
    })
  )

  it.effect("streams at once, with headers that keep proxies from holding it back", () =>
    Effect.gen(function* () {
      const { token } = yield* alice
      const client = yield* HttpClient.HttpClient
      const firstFrame = yield* Deferred.make<string>()
      const open = (request: HttpClientRequest.HttpClientRequest) =>
        client.execute(
          HttpClientRequest.setHeaders(request, { authorization: `Bearer ${token}`, "a2a-version": "1.0" })
        )
      const response = yield* open(
        HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post("/a2a/message:stream"), A2a.message("slow"))
      )
      assert.deepStrictEqual(
        [response.status, response.headers["content-type"], response.headers["x-accel-buffering"]],
        [200, "text/event-stream", "no"]
      )
      assert.strictEqual(response.headers["cache-control"], "no-cache, no-transform")
      assert.strictEqual(response.headers["x-content-type-options"], "nosniff")
      assert.match(response.headers["x-trace-id"]!, /^[0-9a-f]{32}$/)
      const reading = yield* response.stream.pipe(
        Stream.decodeText(),
        Stream.runForEach((text) => Deferred.succeed(firstFrame, text)),
        Effect.fork
      )
      const { task } = JSON.parse((yield* Deferred.await(firstFrame)).slice("data: ".length).split("\n")[0]!)
      yield* Fiber.interrupt(reading)
      // The turn goes on without its reader; both methods subscribe to it.
      for (const method of ["GET", "POST"] as const) {
        const events = A2a.frames(method, `/a2a/tasks/${task.id}:subscribe`, { token })
        const first = yield* Stream.runHead(events)
        assert.nestedPropertyVal(first, "value.task.status.state", "TASK_STATE_WORKING")
      }
    })
  )

  it.effect("opens no stream while its process drains, but still shows the task", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const slow = A2a.message("slow", {}, { returnImmediately: true })
      const { body: sent } = yield* send("/a2a/message:send", { ...caller, json: slow })
      isDraining = true
      const { headers, status } = yield* send(`/a2a/tasks/${sent.task.id}:subscribe`, caller)
      const { status: found } = yield* send(`/a2a/tasks/${sent.task.id}`, caller)
      isDraining = false
      assert.deepStrictEqual([status, headers["retry-after"], found], [503, "5", 200])
    })
  )

  it.effect("lets web sites on the list send the protocol's headers", () =>
    Effect.gen(function* () {
      const { headers } = yield* send("/a2a", {
        method: "OPTIONS",
        headers: { origin: ours, "access-control-request-method": "POST" }
      })
      assert.include(headers["access-control-allow-headers"], "a2a-extensions, a2a-version, authorization")
    })
  )

  it.effect("takes requests as the Python SDK sends them", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const message = { messageId: v4(), role: "ROLE_USER", parts: [{ text: "Hi" }] }
      const { body: sent } = yield* send("/a2a/message:send", { ...caller, json: { message, configuration: {} } })
      const { id } = sent.task
      // The id is in the body, too, and booleans of a query are in lower case.
      const cancelled = yield* send(`/a2a/tasks/${id}:cancel`, { ...caller, json: { id } })
      assert.strictEqual(cancelled.body.error.details[0].reason, "TASK_NOT_CANCELABLE")
      const { body: page } = yield* send("/a2a/tasks?pageSize=1&includeArtifacts=true", caller)
      assert.deepStrictEqual([page.tasks[0].id, page.tasks[0].artifacts.length], [id, 1])
      const { body: read } = yield* send(`/a2a/tasks/${id}?historyLength=1`, caller)
      assert.strictEqual(read.history[0].messageId, message.messageId)
    })
  )
})
