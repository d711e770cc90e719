import { type Message, Role, SendMessageRequest, type Task, TaskState } from "@a2a-js/sdk"
import {
  type Client,
  ClientFactory,
  createAuthenticatingFetchWithRetry,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type TransportFactory
} from "@a2a-js/sdk/client"
import {
  Command,
  FetchHttpClient,
  HttpClient,
  HttpClientRequest,
  HttpClientResponse,
  HttpServer
} from "@effect/platform"
import { NodeContext, NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Chunk, Deferred, Effect, Fiber, Layer, Runtime, Schema, Stream } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { v4 } from "uuid"
import { ChatTurn } from "../../../src/assistant/chat/ChatTurn.ts"
import * as Doors from "../../../src/doors/Doors.ts"
import { freePort } from "../../../src/testing/FreePort.ts"
import { keepAliveServer } from "../../../src/testing/LoopbackServer.ts"
import * as ScriptedTurns from "../../../src/testing/ScriptedTurns.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import { jwtSecret } from "../../support/modes.ts"

const served = Layer.unwrapScoped(
  Effect.map(Effect.scoped(freePort), (port) =>
    Doors.layer.pipe(
      Layer.provide(Layer.mock(ChatTurn, { accepting: Effect.void, drain: Effect.void })),
      Layer.provide(ScriptedTurns.layer(A2a.script)),
      Layer.provideMerge(NodeHttpServer.layer(keepAliveServer, { port, host: "127.0.0.1" })),
      Layer.provide(
        settings({ JWT_SECRET: jwtSecret, BCRYPT_COST: "4", GUESTS_ENABLED: "true", ORCHESTRATOR_PORT: String(port) })
      )
    )
  )
).pipe(Layer.provide(TestDatabase.layer), Layer.merge(Layer.merge(NodeContext.layer, FetchHttpClient.layer)))

const address = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))

const Guest = Schema.Struct({ access_token: Schema.String })

const post = (url: string, body: object = {}) =>
  HttpClient.execute(HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(url), body))

/** Logs in, or becomes a guest, at the address. */
const tokenFrom = (url: string, body?: object) =>
  Effect.map(
    Effect.flatMap(post(url, body), HttpClientResponse.schemaBodyJson(Guest)),
    ({ access_token }) => access_token
  )

/** The official client, as it is, with the token of a new guest. */
const connect = Effect.fnUntraced(function* (transport: TransportFactory) {
  const url = yield* address
  const token = yield* tokenFrom(`${url}/guests`)
  const client = yield* Effect.promise(() => new ClientFactory({ transports: [transport] }).createFromUrl(url))
  return { client, options: { serviceParameters: { authorization: `Bearer ${token}` } } }
})

const request = (words: string, more: object = {}, configuration: object = {}) =>
  SendMessageRequest.fromJSON({
    message: { messageId: v4(), role: "ROLE_USER", parts: [{ text: words }], ...more },
    configuration
  })

const asTask = (result: Message | Task) => ("status" in result ? result : assert.fail("It is no task"))

const answerOf = (task: Task) =>
  task.artifacts.find(({ artifactId }) => artifactId === "answer")?.parts.map(({ content }) => content?.value)

const failureOf = (promise: () => Promise<unknown>) => Effect.flip(Effect.tryPromise({ try: promise, catch: String }))

const page = readFileSync(fileURLToPath(new URL("../../../../../docs/a2a.md", import.meta.url)), "utf8")

/** Returns the first block of the page in a language. */
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ""

layer(served, { excludeTestServices: true })("clients of the A2A agent", (it) => {
  for (const [name, over] of [
    ["JSON-RPC", (fetchImpl?: typeof fetch) => new JsonRpcTransportFactory(fetchImpl && { fetchImpl })],
    ["HTTP+JSON", (fetchImpl?: typeof fetch) => new RestTransportFactory(fetchImpl && { fetchImpl })]
  ] as const) {
    const transport = over()
    const stream = (client: Client, params: ReturnType<typeof request>, options: object) =>
      Stream.fromAsyncIterable(client.sendMessageStream(params, options), String)

    it.effect(`the official SDK sends, reads, lists and follows up over ${name}`, () =>
      Effect.gen(function* () {
        const { client, options } = yield* connect(transport)
        const sent = asTask(yield* Effect.promise(() => client.sendMessage(request("show"), options)))
        assert.strictEqual(sent.status?.state, TaskState.TASK_STATE_COMPLETED)
        assert.deepStrictEqual(answerOf(sent), ["Here it is."])
        const read = yield* Effect.promise(() => client.getTask({ tenant: "", id: sent.id, historyLength: 1 }, options))
        assert.deepStrictEqual(
          [answerOf(read), read.artifacts.length, read.history[0]?.role],
          [["Here it is."], 2, Role.ROLE_USER]
        )
        const more = request("And?", { contextId: sent.contextId })
        const followUp = asTask(yield* Effect.promise(() => client.sendMessage(more, options)))
        assert.strictEqual(followUp.contextId, sent.contextId)
        // A query of which nothing is set, not even the state.
        const query = { tenant: "", contextId: sent.contextId, pageToken: "" } as Parameters<Client["listTasks"]>[0]
        const { tasks, totalSize } = yield* Effect.promise(() => client.listTasks(query, options))
        assert.deepStrictEqual([tasks.map(({ id }) => id), totalSize], [[followUp.id, sent.id], 2])
      })
    )

    it.effect(`the official SDK streams, answers a question, and cancels over ${name}`, () =>
      Effect.gen(function* () {
        const { client, options } = yield* connect(transport)
        const events = Chunk.toReadonlyArray(yield* Stream.runCollect(stream(client, request("show"), options)))
        assert.deepStrictEqual([events[0]?.payload?.$case, events.at(-1)?.payload?.$case], ["task", "statusUpdate"])
        const chunks = events.flatMap(({ payload }) => (payload?.$case === "artifactUpdate" ? [payload.value] : []))
        assert.includeMembers(
          chunks.map(({ artifact }) => artifact?.artifactId),
          ["answer", "card-1"]
        )
        const action = v4()
        const asking = asTask(yield* Effect.promise(() => client.sendMessage(request(`forget ${action}`), options)))
        assert.strictEqual(asking.status?.state, TaskState.TASK_STATE_INPUT_REQUIRED)
        const yes = request("", { taskId: asking.id, parts: [{ data: { action_id: action, decision: "confirm" } }] })
        const settled = asTask(yield* Effect.promise(() => client.sendMessage(yes, options)))
        assert.deepStrictEqual([settled.id, settled.status?.state], [asking.id, TaskState.TASK_STATE_COMPLETED])

        const slow = request("slow", {}, { returnImmediately: true })
        const running = asTask(yield* Effect.promise(() => client.sendMessage(slow, options)))
        const params = { tenant: "", id: running.id, metadata: undefined }
        const isFollowed = yield* Deferred.make<void>()
        const following = yield* Stream.fromAsyncIterable(client.resubscribeTask(params, options), String).pipe(
          Stream.tap(() => Deferred.succeed(isFollowed, undefined)),
          Stream.runCollect,
          Effect.fork
        )
        yield* Deferred.await(isFollowed)
        const cancelled = yield* Effect.promise(() => client.cancelTask(params, options))
        assert.strictEqual(cancelled.status?.state, TaskState.TASK_STATE_CANCELED)
        const followed = Chunk.toReadonlyArray(yield* Fiber.join(following)).map(({ payload }) => payload)
        assert.strictEqual(followed[0]?.$case, "task")
        const last = followed.at(-1)
        assert.strictEqual(
          last?.$case === "statusUpdate" ? last.value.status?.state : undefined,
          TaskState.TASK_STATE_CANCELED
        )
      })
    )

    it.effect(`the official SDK logs in where the card says, once it is refused, over ${name}`, () =>
      Effect.gen(function* () {
        const url = yield* address
        const account = { email: `${v4()}@example.com`, password: "a long enough password", name: "Ann" }
        yield* post(`${url}/api/auth/signup`, account)
        const runtime = yield* Effect.runtime<HttpClient.HttpClient>()
        const { securitySchemes } = yield* Effect.promise(() => new DefaultAgentCardResolver().resolve(url))
        const [scheme] = Object.values(securitySchemes)
        assert.strictEqual(scheme?.scheme?.$case, "httpAuthSecurityScheme")
        const description = scheme?.scheme?.value.description ?? ""
        for (const body of [account, undefined]) {
          // The first path that it names is that of accounts, the second that of guests.
          const path = [...description.matchAll(/POST (\/[\w/]+)/g)].map(([, path]) => path)[body === undefined ? 1 : 0]
          const tries: Array<number> = []
          const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
            headers: () => Promise.resolve({}),
            shouldRetryWithHeaders: async (_, { headers, status }) => {
              tries.push(status)
              if (status === 401 && headers.get("www-authenticate") === "Bearer") {
                return {
                  authorization: `Bearer ${await Runtime.runPromise(runtime)(tokenFrom(`${url}${path}`, body))}`
                }
              }
              return undefined
            }
          })
          const factory = new ClientFactory({ transports: [over(fetchImpl)] })
          const sent = yield* Effect.promise(async () => (await factory.createFromUrl(url)).sendMessage(request("Hi")))
          assert.strictEqual(asTask(sent).status?.state, TaskState.TASK_STATE_COMPLETED)
          assert.deepStrictEqual(tries, [401])
        }
      })
    )

    it.effect(`the official SDK understands refusals over ${name}`, () =>
      Effect.gen(function* () {
        const { client, options } = yield* connect(transport)
        const sent = asTask(yield* Effect.promise(() => client.sendMessage(request("Hi"), options)))
        const ended = { tenant: "", id: sent.id, metadata: undefined }
        const failures = [
          yield* failureOf(() => client.getTask({ tenant: "", id: v4() }, options)),
          yield* failureOf(() => client.cancelTask(ended, options)),
          yield* failureOf(() => client.resubscribeTask(ended, options).next()),
          yield* failureOf(() => client.sendMessage(request("Hi", { parts: [{ url: "http://x" }] }), options)),
          yield* failureOf(() => client.sendMessage(request("busy"), options)),
          yield* failureOf(() => client.sendMessage(request("Hi"), {}))
        ]
        for (const [index, expected] of [
          "TaskNotFoundError",
          "TaskNotCancelableError",
          "UnsupportedOperationError",
          "ContentTypeNotSupportedError",
          "Too many requests",
          "Not authenticated"
        ].entries()) {
          assert.include(failures[index], expected)
        }
      })
    )
  }

  it.effect("the examples of the page run", () =>
    Effect.gen(function* () {
      const url = yield* address
      const run = (command: Command.Command) => Command.string(Command.env(command, { ASSISTANT_URL: url }))
      assert.strictEqual(
        yield* run(Command.make(process.execPath, "--input-type=module", "-e", example("js"))),
        "Hello, you.\nHello, you.\n"
      )
      const hasPython = yield* Effect.isSuccess(Command.exitCode(Command.make("python3", "--version")))
      if (hasPython) {
        assert.strictEqual(
          yield* run(Command.make("python3", "-c", example("python"))),
          "Hello, you.\nHello, you.\n2 tasks\n"
        )
      }
      for (const language of ["js", "python"]) {
        assert.isAtMost(example(language).trimEnd().split("\n").length, 40)
      }
    })
  )
})
