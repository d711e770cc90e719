import { HttpClient, type HttpClientRequest } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { AgentCard, Extension, StreamResponse, Task, UsageSteps } from "@storefront/domain/api/AgentApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { Chunk, Deferred, Effect, Fiber, Layer, Schedule, Schema, Stream } from "effect"
import { english } from "@storefront/domain/words/Locale"
import { guardRefusal } from "@storefront/domain/words/Sentences"
import { v7 } from "uuid"
import { version } from "../../../src/platform/config/Version.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import {
  attack,
  extensions,
  headersFor,
  message,
  post,
  refused,
  request,
  secret,
  sendTask,
  start
} from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const { call, say } = ScriptedModel

const TestLayer = Layer.provideMerge(shop, TestDatabase.layer)

const decodeTask = Schema.decodeUnknown(Task)
const decodeUsage = Schema.decodeUnknown(UsageSteps)
const decodeEvent = Schema.decode(Schema.parseJson(StreamResponse))

/** The events of a stream as they come in. */
const events = (client: HttpClient.HttpClient, sent: HttpClientRequest.HttpClientRequest) =>
  Stream.unwrap(Effect.map(client.execute(sent), (response) => response.stream)).pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.filter((line) => line.startsWith("data: ")),
    Stream.mapEffect((line) => decodeEvent(line.slice(6)))
  )

/** Kinds of the events: state and message, or whether an artifact is appended to and complete. */
const kindsOf = (seen: ReadonlyArray<StreamResponse>) =>
  seen.map((event) => {
    if ("task" in event) {
      return event.task.status.state
    }
    if ("artifactUpdate" in event) {
      return `artifact ${event.artifactUpdate.append} ${event.artifactUpdate.lastChunk ?? false}`
    }
    const { message, state } = event.statusUpdate.status
    return [state, ...(message === undefined ? [] : [message.parts[0].text])].join(" ")
  })

const textOf = ({ artifacts = [] }: Task) => artifacts.map(({ parts }) => parts.map((part) => part.text))

const usageRows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ status: string; trace_id: string; tool_calls_count: number }>`
    SELECT status, trace_id, tool_calls_count FROM usage_logs WHERE user_id = ${ada.id} ORDER BY created_at DESC, id DESC`
)

layer(TestLayer, { excludeTestServices: true })("an agent over A2A", (it) => {
  it.scoped("shows its card to everybody, and only once to those who kept it", () =>
    Effect.gen(function* () {
      const client = yield* start([], { variables: { PRODUCT_DISCOVERY_PORT: "18081" } })
      const response = yield* client.get("/.well-known/agent-card.json")
      const text = yield* response.text
      const card = yield* Schema.decode(Schema.parseJson(AgentCard))(text)
      assert.deepStrictEqual(card.supportedInterfaces, [
        { url: "http://127.0.0.1:18081", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }
      ])
      assert.strictEqual(card.name, "product-discovery")
      assert.strictEqual(card.version, version)
      assert.isTrue(card.capabilities.streaming)
      assert.deepStrictEqual(
        card.capabilities.extensions.map(({ uri }) => uri),
        Object.values(Extension)
      )
      assert.deepStrictEqual(card.skills, [
        {
          id: "count_things",
          name: "Count things",
          description: "Counts things",
          tags: ["things"],
          examples: ["How many lamps?"]
        }
      ])
      assert.deepStrictEqual(card.securityRequirements, [{ schemes: { agentSecret: { list: [] } } }])
      assert.notInclude(text, secret)
      assert.notInclude(text, "Call count_things")
      assert.include(response.headers["cache-control"], "max-age=300")
      const again = yield* client.get("/.well-known/agent-card.json", {
        headers: { "if-none-match": `"older", W/${response.headers["etag"]}` }
      })
      assert.deepStrictEqual([again.status, yield* again.text], [304, ""])
      const since = Date.now() - Date.parse(response.headers["last-modified"]!)
      assert.isTrue(since >= 0 && since < 600_000, response.headers["last-modified"])
    })
  )

  it.scoped("answers a message with a completed task, and has the run in the audit by then", () =>
    Effect.gen(function* () {
      const client = yield* start([call(["count_things", { kind: "lamp" }]), say("There are 3 lamps.")])
      const { response, task } = yield* sendTask(
        client,
        post(message("How many lamps?", { contextId: "tck-context" }), extensions)
      )
      const { traceId } = yield* Effect.currentSpan
      assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")
      assert.strictEqual(task.contextId, "tck-context")
      assert.deepStrictEqual(textOf(task), [["There are 3 lamps."]])
      assert.deepStrictEqual(task.artifacts?.[0]?.extensions, [Extension.usageSteps])
      const usage = yield* decodeUsage(task.artifacts?.[0]?.metadata?.[Extension.usageSteps])
      assert.deepStrictEqual(
        [usage.tokensIn, usage.tokensOut, usage.traceId, usage.steps.map(({ status, toolName }) => [toolName, status])],
        [20, 10, traceId, [["count_things", "success"]]]
      )
      assert.strictEqual(response.headers["content-type"], "application/a2a+json")
      assert.strictEqual(response.headers["a2a-extensions"], Object.values(Extension).join(","))
      assert.strictEqual(response.headers["x-trace-id"], traceId)
      assert.deepStrictEqual((yield* usageRows)[0], { status: "success", trace_id: traceId, tool_calls_count: 1 })
    }).pipe(Effect.withSpan("turn"))
  )

  it.scoped("knows the calls of a message that is sent twice, so that they write once", () =>
    Effect.gen(function* () {
      const effectKeys: Array<string> = []
      const turn = [call(["count_things", { kind: "lamp" }]), say("Three.")]
      const client = yield* start([...turn, ...turn, ...turn], { effectKeys })
      for (const messageId of ["m-1", "m-1", "m-2"]) {
        yield* sendTask(client, post(message("How many?", { messageId })))
      }
      const [first, repeated, other] = effectKeys
      assert.strictEqual(repeated, first)
      assert.notStrictEqual(other, first)
    })
  )

  it.scoped("answers in plain JSON those who accept no other type", () =>
    Effect.gen(function* () {
      const client = yield* start([say("Three."), say("Three.")])
      const typeFor = (accept: string, body: object) =>
        Effect.map(client.execute(post(body, { accept })), ({ headers }) => headers["content-type"])
      assert.deepStrictEqual(
        yield* Effect.all([
          typeFor("application/json", message("How many?")),
          typeFor("application/a2a+json, application/json", message("How many?")),
          typeFor("application/json", {})
        ]),
        ["application/json", "application/a2a+json", "application/json"]
      )
    })
  )

  it.scoped("goes on with the trace of our own services only", () =>
    Effect.gen(function* () {
      const client = HttpClient.withTracerPropagation(yield* start([]), false)
      const theirs = "0af7651916cd43dd8448eb211c80319c"
      const traceOf = (path: string, headers: Readonly<Record<string, string>>) =>
        Effect.map(
          client.get(path, { headers: { traceparent: `00-${theirs}-b7ad6b7169203331-01`, ...headers } }),
          (response) => response.headers["x-trace-id"]
        )
      assert.strictEqual(yield* traceOf("/tasks/x", headersFor(ada)), theirs)
      assert.notStrictEqual(yield* traceOf("/tasks/x", { ...headersFor(ada), "x-agent-secret": "guess" }), theirs)
      assert.notStrictEqual(yield* traceOf("/healthz", {}), theirs)
    })
  )

  it.scoped("says nothing about tokens and steps to a client that did not ask for it", () =>
    Effect.gen(function* () {
      const client = yield* start([say("Hello.")])
      const { response, task } = yield* sendTask(client, post(message("Hi")))
      assert.doesNotHaveAnyKeys(task.artifacts?.[0], ["metadata", "extensions"])
      assert.isUndefined(response.headers["a2a-extensions"])
    })
  )

  it.scoped("rejects what the guard blocks without asking the model", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.ModelRequest> = []
      const client = yield* start([say("Sure!")], { requests: asked })
      const { task } = yield* sendTask(client, post(message(attack)))
      assert.strictEqual(task.status.state, "TASK_STATE_REJECTED")
      assert.deepStrictEqual(
        task.status.message?.parts.map((part) => part.text),
        [guardRefusal(english)]
      )
      assert.notProperty(task, "artifacts")
      assert.deepStrictEqual(asked, [])
      assert.strictEqual((yield* usageRows)[0]?.status, "blocked")
    })
  )

  it.scoped("fails a task without an answer, and does not say why", () =>
    Effect.gen(function* () {
      const client = yield* start([])
      const { task } = yield* sendTask(client, post(message("Hi"), extensions))
      assert.strictEqual(task.status.state, "TASK_STATE_FAILED")
      assert.deepStrictEqual(
        task.status.message?.parts.map((part) => part.text),
        ["The agent could not produce an answer"]
      )
      assert.property(task.status.message?.metadata, Extension.usageSteps)
      assert.deepStrictEqual(task.status.message?.extensions, [Extension.usageSteps])
      assert.strictEqual((yield* usageRows)[0]?.status, "error")
    })
  )

  it.scoped("stops at the caller's deadline or its own limit, whichever is earlier", () =>
    Effect.gen(function* () {
      const slow = yield* start([Effect.never], { variables: { AGENT_HOP_TIMEOUT_MS: "100" } })
      const late = yield* start([Effect.never])
      const deadline = { "x-turn-deadline": "2026-01-01T00:00:00.000Z" }
      for (const sent of [sendTask(slow, post(message("Hi"))), sendTask(late, post(message("Hi"), deadline))]) {
        const { task } = yield* sent
        assert.strictEqual(task.status.state, "TASK_STATE_FAILED")
        assert.deepStrictEqual(
          task.status.message?.parts.map((part) => part.text),
          ["The agent took too long to answer"]
        )
      }
    })
  )

  it.scoped("gives the model the newest of the history that fits", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.ModelRequest> = []
      const client = yield* start([say("Yes.")], { requests: asked })
      const messages = [
        { role: "ROLE_USER", parts: [{ text: "a".repeat(12_000) }] },
        { role: "ROLE_AGENT", parts: [{ text: "b".repeat(12_000) }], metadata: { agentName: "order-management" } },
        { role: "ROLE_USER", parts: [{ text: "short" }] }
      ]
      yield* sendTask(
        client,
        post(message("And?", { metadata: { [Extension.conversationHistory]: { messages } } }), extensions)
      )
      const turns = asked[0]?.prompt.content.slice(2).map(({ content, role }) => [role, JSON.stringify(content).length])
      assert.deepStrictEqual(
        turns?.map(([role]) => role),
        ["user", "user"]
      )
    })
  )

  it.scoped("streams task, work, the tool's start and end, answer and end, in this order", () =>
    Effect.gen(function* () {
      const answer = `There are ${"very ".repeat(60)}many lamps.`
      const client = yield* start([call(["count_things", { kind: "lamp" }]), say(answer)])
      const run = UsageLogId.make(v7())
      const history = { [Extension.conversationHistory]: { run, streamsAnswer: true, messages: [] } }
      const sent = request(
        "POST",
        "/message:stream",
        { ...headersFor(ada), ...extensions },
        message("How many?", { metadata: history })
      )
      const seen = Chunk.toReadonlyArray(yield* Stream.runCollect(events(client, sent)))
      assert.deepStrictEqual(kindsOf(seen), [
        "TASK_STATE_SUBMITTED",
        "TASK_STATE_WORKING",
        "TASK_STATE_WORKING Using Count things",
        "TASK_STATE_WORKING",
        "artifact false false",
        "artifact true false",
        "artifact true true",
        "TASK_STATE_COMPLETED"
      ])
      const pieces = seen.flatMap((event) =>
        "artifactUpdate" in event ? event.artifactUpdate.artifact.parts.map((part) => part.text ?? "") : []
      )
      assert.strictEqual(pieces.join(""), answer)
      const progress = seen
        .slice(2, 4)
        .map((event) => ("statusUpdate" in event ? event.statusUpdate.metadata?.[Extension.usageSteps] : undefined))
      assert.deepStrictEqual(progress[0], { call: `${run}:0`, tool: "count_things" })
      assert.deepInclude(progress[1], { call: `${run}:0`, status: "success" })
      const [first] = seen
      const id = first !== undefined && "task" in first ? first.task.id : ""
      const task = yield* Effect.flatMap(
        Effect.flatMap(client.execute(request("GET", `/tasks/${id}`, headersFor(ada))), (response) => response.json),
        decodeTask
      )
      assert.deepStrictEqual(textOf(task), [[answer]])
    })
  )

  it.scoped("streams an answer in one piece to a client that does not show it while it is written", () =>
    Effect.gen(function* () {
      const answer = `There are ${"very ".repeat(60)}many lamps.`
      const client = yield* start([say(answer)])
      const sent = request("POST", "/message:stream", headersFor(ada), message("How many?"))
      const seen = Chunk.toReadonlyArray(yield* Stream.runCollect(events(client, sent)))
      assert.deepStrictEqual(kindsOf(seen), [
        "TASK_STATE_SUBMITTED",
        "TASK_STATE_WORKING",
        "artifact false true",
        "TASK_STATE_COMPLETED"
      ])
    })
  )

  it.scoped("goes on when the client is gone", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<void>()
      const client = yield* start([
        Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(answer)), Effect.as(say("Still here.")))
      ])
      const before = (yield* usageRows).length
      const sent = request("POST", "/message:stream", headersFor(ada), message("Hi"))
      const id = yield* Deferred.make<string>()
      const reader = yield* Effect.fork(
        Stream.runForEach(events(client, sent), (event) =>
          "task" in event ? Deferred.succeed(id, event.task.id) : Effect.void
        )
      )
      const path = `/tasks/${yield* Deferred.await(id)}`
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(reader)
      yield* Deferred.succeed(answer, undefined)
      const task = yield* Effect.flatMap(
        Effect.flatMap(client.execute(request("GET", path, headersFor(ada))), (response) => response.json),
        decodeTask
      ).pipe(
        Effect.filterOrFail(({ status }) => status.state === "TASK_STATE_COMPLETED"),
        Effect.retry(Schedule.spaced("10 millis"))
      )
      assert.deepStrictEqual(textOf(task), [["Still here."]])
      assert.strictEqual((yield* usageRows).length, before + 1)
    })
  )

  it.scoped("returns at once when asked to, and shows a task to its owner only", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const client = yield* start([Effect.as(Deferred.await(answer), say("Done."))])
      yield* Effect.addFinalizer(() => Deferred.succeed(answer, undefined))
      const { task } = yield* sendTask(
        client,
        post({ ...message("Hi"), configuration: { returnImmediately: true, historyLength: 0 } })
      )
      assert.notProperty(task, "history")
      assert.notStrictEqual(task.status.state, "TASK_STATE_COMPLETED")
      const read = (user: typeof ada, query = "") =>
        client.execute(request("GET", `/tasks/${task.id}${query}`, headersFor(user)))
      const mine = yield* Effect.flatMap(
        Effect.flatMap(read(ada), (response) => response.json),
        decodeTask
      )
      assert.strictEqual(mine.history?.[0]?.messageId, "m-1")
      const notFound = ["404 TASK_NOT_FOUND", "Task not found"] as const
      assert.deepStrictEqual(yield* refused(client, request("GET", `/tasks/${task.id}`, headersFor(bob))), notFound)
      assert.deepStrictEqual(yield* refused(client, request("GET", "/tasks/nothing", headersFor(bob))), notFound)
      assert.strictEqual((yield* read(ada, "?historyLength=-1")).status, 400)
      assert.deepStrictEqual(yield* refused(client, post(message("More", { taskId: task.id, contextId: "other" }))), [
        "400 INVALID_PARAMS",
        "message.contextId: must be that of the task"
      ])
      assert.deepStrictEqual(yield* refused(client, post(message("More", { taskId: task.id }))), [
        "400 UNSUPPORTED_OPERATION",
        "A task takes no further messages"
      ])
    })
  )
})
