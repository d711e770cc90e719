import { type HttpClientRequest } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Extension } from "@storefront/domain/api/AgentApi"
import { Effect, Layer } from "effect"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import { headersFor, message, post, refused, request, sendTask, start } from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const { say } = ScriptedModel

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("an agent over A2A", (it) => {
  it.scoped("refuses what it cannot take, in the platform's words and the protocol's", () =>
    Effect.gen(function* () {
      const client = yield* start([])
      const sent = message("Hi")
      const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
      const tooLong = message("x".repeat(8001))
      const inHistory = (messages: unknown, more = {}) =>
        message("Hi", { metadata: { [Extension.conversationHistory]: { messages, ...more } } })
      const turn = { role: "ROLE_USER", parts: [{ text: "x" }] }
      const cases: ReadonlyArray<readonly [HttpClientRequest.HttpClientRequest, string, string]> = [
        [post(sent, { "x-agent-secret": "" }), "401 UNAUTHENTICATED", "Invalid agent credentials"],
        [post(sent, { "x-agent-secret": "wrong" }), "401 UNAUTHENTICATED", "Invalid agent credentials"],
        [
          request("GET", "/tasks/x", { "a2a-version": "1.0", "x-user-role": "admin" }),
          "401 UNAUTHENTICATED",
          "Invalid agent credentials"
        ],
        [post(sent, { "a2a-version": "" }), "400 VERSION_NOT_SUPPORTED", "A2A-Version: must be 1.0"],
        [post(sent, { "a2a-version": "0.3" }), "400 VERSION_NOT_SUPPORTED", "A2A-Version: must be 1.0"],
        [post(sent, { "x-user-id": "" }), "401 UNAUTHENTICATED", "Invalid caller identity"],
        [
          post(sent, { "x-user-id": "77777777-0000-4000-8000-000000000000" }),
          "401 UNAUTHENTICATED",
          "Invalid caller identity"
        ],
        [post(sent, { "x-user-email": bob.email }), "401 UNAUTHENTICATED", "Invalid caller identity"],
        [post(sent, { "x-user-role": "admin" }), "401 UNAUTHENTICATED", "Invalid caller identity"],
        [post(sent, { "x-turn-deadline": "soon" }), "401 UNAUTHENTICATED", "Invalid caller identity"],
        [
          post(sent, { "content-type": "text/plain" }),
          "400 CONTENT_TYPE_NOT_SUPPORTED",
          "Content-Type: must be application/a2a+json or application/json"
        ],
        [
          post(sent, { "content-encoding": "br" }),
          "415 BODY_NOT_READABLE",
          "Content-Encoding must be identity: send the body unpacked"
        ],
        [
          post(sent, { "content-type": "application/json; charset=utf-16" }),
          "415 BODY_NOT_READABLE",
          "charset of Content-Type must be utf-8"
        ],
        [post("{"), "400 INVALID_PARAMS", "Request body is not valid JSON"],
        [post("[]"), "400 INVALID_PARAMS", "request: is not valid"],
        [post(nested), "400 INVALID_PARAMS", "request: is nested too deeply"],
        [post(`{"message":{"parts":[{"data":${nested}}]}}`), "400 INVALID_PARAMS", "request: is nested too deeply"],
        [post({}), "400 INVALID_PARAMS", "message: is required"],
        [post(message("Hi", { role: "ROLE_AGENT" })), "400 INVALID_PARAMS", "message.role: must be ROLE_USER"],
        [post(message("Hi", { messageId: "" })), "400 INVALID_PARAMS", "message.messageId: is not valid"],
        [post(message("Hi", { parts: [] })), "400 INVALID_PARAMS", "message.parts.0: is required"],
        [
          post(message("Hi", { parts: [{ text: "a", data: 1 }] })),
          "400 INVALID_PARAMS",
          "message.parts.0: is not valid"
        ],
        [
          post(message("Hi", { parts: [{ raw: "eA==" }] })),
          "400 CONTENT_TYPE_NOT_SUPPORTED",
          "message.parts: must be text/plain or application/json"
        ],
        [post(message(" ")), "422 INVALID_MESSAGE", "message: must be 1 to 8000 characters"],
        ...["a\u0000b", "a\ud800b"].map(
          (text) =>
            [
              post(message(text)),
              "422 INVALID_MESSAGE",
              "message.parts.0.text: must not contain U+0000 or half of a character"
            ] as const
        ),
        [post(tooLong), "422 INVALID_MESSAGE", "message: must be 1 to 8000 characters"],
        [
          post(inHistory([{ ...turn, role: "ROLE_SYSTEM" }])),
          "422 INVALID_MESSAGE",
          "history: must be messages of ROLE_USER or ROLE_AGENT with parts"
        ],
        [
          post(inHistory([{ ...turn, parts: [{ text: " " }] }])),
          "422 INVALID_MESSAGE",
          "history: must not have messages without text"
        ],
        [
          post(inHistory(Array.from({ length: 51 }, () => turn))),
          "422 INVALID_MESSAGE",
          "history: must be at most 50 messages"
        ],
        [
          post(inHistory([], { customerMessage: "x".repeat(8_001) })),
          "422 INVALID_MESSAGE",
          "customerMessage: must be at most 8000 characters"
        ],
        [post(message("Hi", { taskId: "nothing" })), "404 TASK_NOT_FOUND", "Task not found"],
        [
          post({ ...sent, configuration: { taskPushNotificationConfig: { url: "http://x" } } }),
          "400 PUSH_NOTIFICATION_NOT_SUPPORTED",
          "Push notifications are not supported"
        ],
        [post(message("x".repeat(1_048_576))), "413 BODY_TOO_LARGE", "Request body too large"],
        [request("GET", "/tasks/unknown", headersFor(ada)), "404 TASK_NOT_FOUND", "Task not found"],
        [request("POST", "/tasks/x:cancel", headersFor(ada)), "404 TASK_NOT_FOUND", "Task not found"],
        [request("POST", "/tasks/x:cancel", headersFor(ada), "[]"), "400 INVALID_PARAMS", "request: is not valid"],
        [
          request("POST", "/tasks/x:cancel", headersFor(ada), "{"),
          "400 INVALID_PARAMS",
          "Request body is not valid JSON"
        ],
        [
          request("POST", "/tasks/x:cancel", { ...headersFor(ada), "content-type": "text/plain" }, "{}"),
          "400 CONTENT_TYPE_NOT_SUPPORTED",
          "Content-Type: must be application/a2a+json or application/json"
        ],
        [request("POST", "/tasks/x:subscribe", headersFor(ada)), "404 TASK_NOT_FOUND", "Task not found"],
        [request("GET", "/tasks/x:subscribe", headersFor(ada)), "404 TASK_NOT_FOUND", "Task not found"],
        ...["2.0", "0.3", "1", "1.00", "1.0.", "1.0.x", "1.0.1.2", ""].map(
          (version) =>
            [
              request("GET", "/tasks", { ...headersFor(ada), "a2a-version": version }),
              "400 VERSION_NOT_SUPPORTED",
              "A2A-Version: must be 1.0"
            ] as const
        ),
        [
          request("POST", "/tasks/x:cancel", { "a2a-version": "1.0" }),
          "401 UNAUTHENTICATED",
          "Invalid agent credentials"
        ],
        ...(
          [
            ["pageSize=0", "pageSize: must be a whole number from 1 to 100"],
            ["pageSize=101", "pageSize: must be a whole number from 1 to 100"],
            ["pageSize=ten", "pageSize: must be a whole number from 1 to 100"],
            ["pageSize=0x10", "pageSize: must be a whole number from 1 to 100"],
            ["pageSize=1e1", "pageSize: must be a whole number from 1 to 100"],
            ["pageSize=%205", "pageSize: must be a whole number from 1 to 100"],
            ["historyLength=-1", "historyLength: must be a whole number of at least 0"],
            ["includeArtifacts=yes", "includeArtifacts: must be true or false"],
            ["statusTimestampAfter=soon", "statusTimestampAfter: must be an ISO 8601 time"],
            ["pageToken=%21", "pageToken: must be the nextPageToken of an earlier page"],
            ["pageToken=e30", "pageToken: must be the nextPageToken of an earlier page"]
          ] as const
        ).map(
          ([query, detail]) =>
            [request("GET", `/tasks?${query}`, headersFor(ada)), "400 INVALID_PARAMS", detail] as const
        ),
        ...(
          [
            ["POST", ""],
            ["GET", ""],
            ["GET", "/1"],
            ["DELETE", "/1"]
          ] as const
        ).map(
          ([method, path]) =>
            [
              request(method, `/tasks/x/pushNotificationConfigs${path}`, headersFor(ada)),
              "400 PUSH_NOTIFICATION_NOT_SUPPORTED",
              "Push notifications are not supported"
            ] as const
        ),
        [
          request("GET", "/extendedAgentCard", headersFor(ada)),
          "400 UNSUPPORTED_OPERATION",
          "There is no extended agent card"
        ],
        [request("POST", "/message:sendX", headersFor(ada), sent), "404 ROUTE_NOT_FOUND", "Not found"],
        [request("POST", "/message/send", headersFor(ada), sent), "404 ROUTE_NOT_FOUND", "Not found"],
        [request("GET", "/message:send", headersFor(ada)), "405 METHOD_NOT_ALLOWED", "Method not allowed"],
        [request("DELETE", "/.well-known/agent-card.json", {}), "405 METHOD_NOT_ALLOWED", "Method not allowed"]
      ]
      for (const [attempt, refusal, detail] of cases) {
        assert.deepStrictEqual(yield* refused(client, attempt), [refusal, detail], `${attempt.method} ${attempt.url}`)
      }
      const unauthorised = yield* client.execute(post(sent, { "x-agent-secret": "" }))
      assert.isString(unauthorised.headers["www-authenticate"])
      const wrongMethod = yield* client.execute(request("GET", "/message:send", headersFor(ada)))
      assert.strictEqual(wrongMethod.headers["allow"], "POST")
    })
  )

  it.scoped("accepts a patch digit, a version in the query and plain JSON", () =>
    Effect.gen(function* () {
      const client = yield* start([say("One."), say("Two.")])
      const { "a2a-version": _, ...others } = headersFor(ada)
      yield* sendTask(client, request("POST", "/message:send?A2A-Version=1.0", others, message("Hi")))
      yield* sendTask(client, post(message("Hi"), { "a2a-version": "1.0.1", "content-type": "application/json" }))
    })
  )

  it.scoped("does not let in an account that was switched off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* start([])
      const sent = request("POST", "/message:send", headersFor(bob), message("Hi"))
      yield* Effect.acquireRelease(sql`UPDATE users SET is_active = false WHERE id = ${bob.id}`, () =>
        Effect.orDie(sql`UPDATE users SET is_active = true WHERE id = ${bob.id}`)
      )
      assert.deepStrictEqual(yield* refused(client, sent), ["401 UNAUTHENTICATED", "Invalid caller identity"])
    })
  )
})
