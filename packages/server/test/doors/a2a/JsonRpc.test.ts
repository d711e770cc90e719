import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { v4, v7 } from "uuid"
import * as ScriptedTurns from "../../../src/testing/ScriptedTurns.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"

const script: ScriptedTurns.Script = () => Stream.make(ScriptedTurns.text("Hello."), ScriptedTurns.done)

const TestLayer = FrontDoor.layer(TestDatabase.seeded, {}, undefined, undefined, undefined, ScriptedTurns.layer(script))

layer(TestLayer, { excludeTestServices: true })("the JSON-RPC binding", (it) => {
  const alice = Effect.map(FrontDoor.tokenOf("alice"), (token) => ({ token }))

  const post = (text: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.flatMap(alice, ({ token }) =>
      send("/a2a", { method: "POST", token, text, headers: { "a2a-version": "1.0", ...headers } })
    )

  const errorOf = ({
    body,
    status
  }: {
    readonly body: { readonly id: unknown; readonly error: { readonly code: number } }
    readonly status: number
  }) => [status, body.id, body.error.code]

  it.effect("answers what is no request with the codes of JSON-RPC", () =>
    Effect.gen(function* () {
      const request = { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: v4() } }
      const cases: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
        ["{", [200, null, -32700]],
        ["[]", [200, null, -32600]],
        [JSON.stringify([request]), [200, null, -32600]],
        ["1", [200, null, -32600]],
        [JSON.stringify({ ...request, jsonrpc: "1.0" }), [200, 1, -32600]],
        [JSON.stringify({ ...request, id: undefined }), [200, null, -32600]],
        [JSON.stringify({ ...request, id: {} }), [200, null, -32600]],
        [JSON.stringify({ ...request, params: [] }), [200, 1, -32600]],
        [JSON.stringify({ ...request, method: "Dance" }), [200, 1, -32601]],
        [JSON.stringify({ ...request, method: "toString" }), [200, 1, -32601]],
        [JSON.stringify({ ...request, params: {} }), [200, 1, -32602]],
        [JSON.stringify({ ...request, id: "x" }), [200, "x", -32001]]
      ]
      for (const [text, expected] of cases) {
        assert.deepStrictEqual(errorOf(yield* post(text)), expected, text)
      }
    })
  )

  it.effect("has a code for each error of the protocol, which is also told by name", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const { body: sent } = yield* A2a.rpc(caller, "SendMessage", A2a.message("Hi"))
      const id = sent.result.task.id
      const unread = A2a.message("Hi", { parts: [{ url: "http://x" }] })
      const cases: ReadonlyArray<readonly [string, object, number, string]> = [
        ["GetTask", { id: v4() }, -32001, "TASK_NOT_FOUND"],
        ["CancelTask", { id }, -32002, "TASK_NOT_CANCELABLE"],
        ["CreateTaskPushNotificationConfig", { taskId: id }, -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["GetTaskPushNotificationConfig", { taskId: id }, -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["ListTaskPushNotificationConfigs", { taskId: id }, -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["DeleteTaskPushNotificationConfig", { taskId: id }, -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED"],
        ["GetExtendedAgentCard", {}, -32004, "UNSUPPORTED_OPERATION"],
        ["SubscribeToTask", { id }, -32004, "UNSUPPORTED_OPERATION"],
        ["SendStreamingMessage", A2a.message("Hi", { taskId: id }), -32004, "UNSUPPORTED_OPERATION"],
        ["SendMessage", unread, -32005, "CONTENT_TYPE_NOT_SUPPORTED"],
        ["SendMessage", {}, -32602, "INVALID_PARAMS"]
      ]
      for (const [method, params, code, reason] of cases) {
        const { body, status } = yield* A2a.rpc(caller, method, params)
        assert.deepStrictEqual(
          [status, body.id, body.error.code, body.error.data[0].reason],
          [200, 7, code, reason],
          method
        )
        assert.notProperty(body, "result")
      }
    })
  )

  it.effect("gives other errors the server's code, and the status that they have elsewhere", () =>
    Effect.gen(function* () {
      const caller = yield* alice
      const cases: ReadonlyArray<readonly [object, number, string]> = [
        [A2a.message("busy"), 429, "Too many requests"],
        [A2a.message("draining"), 503, "Service temporarily unavailable"],
        [A2a.decide(v4(), "confirm"), 404, "Action not found"]
      ]
      for (const [params, status, detail] of cases) {
        for (const method of ["SendMessage", "SendStreamingMessage"]) {
          const response = yield* A2a.rpc(caller, method, params)
          assert.deepStrictEqual(
            [
              response.status,
              response.body.id,
              response.body.error.code,
              response.body.error.message,
              response.body.detail
            ],
            [status, 7, -32000, detail, detail]
          )
          assert.strictEqual(response.headers["content-type"], "application/json")
        }
      }
      const { body, headers, status } = yield* A2a.rpc({ token: "x" }, "SendMessage", A2a.message("Hi"))
      assert.deepStrictEqual(
        [status, body.id, body.error.code, headers["www-authenticate"]],
        [401, null, -32000, "Bearer"]
      )
      assert.strictEqual((yield* send("/a2a", { json: {} })).status, 401)
      const large = yield* post(`"${"x".repeat(1_048_577)}"`)
      assert.deepStrictEqual(
        [large.status, large.body.error.code, large.body.detail],
        [413, -32000, "Request body too large"]
      )
      const read = yield* send("/a2a")
      assert.deepStrictEqual([read.status, read.headers["allow"]], [405, "POST"])
    })
  )

  it.effect("tells a client of version 0.3 at once that it is too old", () =>
    Effect.gen(function* () {
      const caller = { ...(yield* alice), headers: { "a2a-version": "" } }
      for (const method of [
        "message/send",
        "message/stream",
        "tasks/get",
        "tasks/cancel",
        "tasks/resubscribe",
        "SendMessage"
      ]) {
        const params = {
          message: { kind: "message", messageId: v7(), role: "user", parts: [{ kind: "text", text: "Hi" }] }
        }
        const { body, status } = yield* A2a.rpc(caller, method, params)
        assert.deepStrictEqual([status, body.id, body.error.code], [200, 7, -32009], method)
      }
      const { body } = yield* A2a.rpc(yield* alice, "message/send", {})
      assert.strictEqual(body.error.code, -32009)
    })
  )

  it.effect("takes requests as the Python SDK writes them", () =>
    Effect.gen(function* () {
      // MessageToDict leaves out what has its default; identifiers are texts, and the body says application/json.
      const { token } = yield* alice
      const call = (method: string, params: object) =>
        send("/a2a", { token, headers: { "a2a-version": "1.0" }, json: { method, params, id: v4(), jsonrpc: "2.0" } })
      const message = { messageId: v4(), role: "ROLE_USER", parts: [{ text: "Hi" }] }
      const { body: sent } = yield* call("SendMessage", { message, configuration: {} })
      const { task } = sent.result
      assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")
      assert.match(task.status.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const { body: page } = yield* call("ListTasks", {
        contextId: task.contextId,
        pageSize: 10,
        includeArtifacts: true
      })
      assert.deepStrictEqual(
        page.result.tasks.map(({ id }: { id: string }) => id),
        [task.id]
      )
      assert.strictEqual((yield* call("GetTask", { id: task.id, historyLength: 1 })).body.result.history.length, 1)
      // It looks for the code only in a response with status 200.
      const { body: missing, status } = yield* call("GetTask", { id: v4() })
      assert.deepStrictEqual([status, missing.error.code], [200, -32001])
    })
  )
})
