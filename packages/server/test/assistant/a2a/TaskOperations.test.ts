import { type HttpClient, type HttpClientRequest } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Extension, ListTasksResponse, StreamResponse, Task } from "@storefront/domain/api/AgentApi"
import { type User } from "@storefront/domain/Identity"
import { Array, Chunk, DateTime, Deferred, Effect, Fiber, Layer, Ref, Schema, Stream } from "effect"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import {
  extensions,
  headersFor,
  message,
  post,
  refused,
  request,
  sendTask,
  start
} from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const { call, say, sayWithState } = ScriptedModel

const decodeTask = Schema.decodeUnknown(Task)
const decodeList = Schema.decodeUnknown(ListTasksResponse)
const decodeEvent = Schema.decode(Schema.parseJson(StreamResponse))

/** A line of a script that says when it is asked, notes when it is interrupted, and answers when it is released. */
const slowLine = (text: string) =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const release = yield* Deferred.make<void>()
    const isInterrupted = yield* Ref.make(false)
    const line = Deferred.succeed(asked, undefined).pipe(
      Effect.zipRight(Deferred.await(release)),
      Effect.as(say(text)),
      Effect.onInterrupt(() => Ref.set(isInterrupted, true))
    )
    return { asked: Deferred.await(asked), release: Deferred.succeed(release, undefined), isInterrupted, line }
  })

const json = (client: HttpClient.HttpClient, sent: HttpClientRequest.HttpClientRequest) =>
  Effect.flatMap(client.execute(sent), (response) => {
    assert.strictEqual(response.status, 200)
    return response.json
  })

const list = (client: HttpClient.HttpClient, query = "", user: User = ada) =>
  Effect.flatMap(json(client, request("GET", `/tasks${query}`, headersFor(user))), decodeList)

const cancel = (client: HttpClient.HttpClient, id: string, user: User = ada) =>
  Effect.flatMap(json(client, request("POST", `/tasks/${id}:cancel`, headersFor(user))), decodeTask)

/** Sends a message without waiting for its answer. */
const begin = (client: HttpClient.HttpClient, text: string) =>
  Effect.map(
    sendTask(client, post({ ...message(text), configuration: { returnImmediately: true } }, extensions)),
    ({ task }) => task.id
  )

const events = (client: HttpClient.HttpClient, sent: HttpClientRequest.HttpClientRequest) =>
  Stream.unwrap(Effect.map(client.execute(sent), (response) => response.stream)).pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.filter((line) => line.startsWith("data: ")),
    Stream.mapEffect((line) => decodeEvent(line.slice(6)))
  )

/** Collects the events of a stream, and goes on when the first has come. */
const watch = (client: HttpClient.HttpClient, sent: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function* () {
    const isOpen = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(
      Stream.runCollect(Stream.tap(events(client, sent), () => Deferred.succeed(isOpen, undefined)))
    )
    yield* Deferred.await(isOpen)
    return { seen: Effect.map(Fiber.join(fiber), Chunk.toReadonlyArray), close: Fiber.interrupt(fiber) }
  })

const kindsOf = (seen: ReadonlyArray<StreamResponse>) =>
  seen.map((event) =>
    "task" in event
      ? `task ${event.task.status.state}`
      : "statusUpdate" in event
        ? event.statusUpdate.status.state
        : `artifact ${event.artifactUpdate.artifact.parts.map(({ text }) => text).join("")}`
  )

const statuses = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ status: string }>`SELECT status FROM usage_logs WHERE user_id = ${ada.id} ORDER BY created_at, id`
)

layer(Layer.provideMerge(shop, TestDatabase.layer), { excludeTestServices: true })("the tasks of an agent", (it) => {
  it.scoped("keep the state of the model for clients that re-supply it, also when a message is repeated", () =>
    Effect.gen(function* () {
      const state = { turn: 1 }
      const client = yield* start([
        sayWithState("Yes.", state),
        sayWithState("Yes.", state),
        sayWithState("Yes.", state)
      ])
      const statesOf = ({ artifacts = [] }: Task) =>
        artifacts.flatMap(({ artifactId, extensions, parts }) =>
          artifactId === "model-state" ? [[parts[0].data, extensions]] : []
        )
      const expected = [[state, [Extension.conversationHistory]]]
      const sent = post(message("Really?"), extensions)
      const { task } = yield* sendTask(client, sent)
      assert.deepStrictEqual(statesOf(task), expected)
      const kept = yield* json(client, request("GET", `/tasks/${task.id}`, headersFor(ada)))
      assert.deepStrictEqual(statesOf(yield* decodeTask(kept)), expected)
      assert.deepStrictEqual(statesOf((yield* sendTask(client, sent)).task), expected)
      assert.deepStrictEqual(statesOf((yield* sendTask(client, post(message("Really?")))).task), [])
    })
  )

  it.scoped("are listed for their owner only, the last changed first, in pages", () =>
    Effect.gen(function* () {
      const client = yield* start(Array.makeBy(5, (n) => say(`Answer ${n}.`)))
      const ids = yield* Effect.forEach(["a", "b", "c", "d", "e"], (context) =>
        Effect.map(sendTask(client, post(message("Hi", { contextId: context }))), ({ task }) => task.id)
      )
      const all = yield* list(client)
      assert.deepStrictEqual(
        all.tasks.map(({ id }) => id),
        ids.toReversed()
      )
      assert.deepStrictEqual([all.nextPageToken, all.pageSize, all.totalSize], ["", 50, 5])
      assert.isTrue(all.tasks.every((task) => !("artifacts" in task) && task.history?.length === 1))
      assert.deepStrictEqual(yield* list(client, "", bob), { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 })

      const first = yield* list(client, "?pageSize=2")
      const second = yield* list(client, `?pageSize=2&pageToken=${first.nextPageToken}`)
      const third = yield* list(client, `?pageSize=2&pageToken=${second.nextPageToken}`)
      assert.deepStrictEqual(
        [first, second, third].map(({ pageSize, tasks, totalSize }) => [tasks.length, pageSize, totalSize]),
        [
          [2, 2, 5],
          [2, 2, 5],
          [1, 2, 5]
        ]
      )
      assert.deepStrictEqual(
        [first, second, third].flatMap(({ tasks }) => tasks.map(({ id }) => id)),
        ids.toReversed()
      )
      assert.notStrictEqual(second.nextPageToken, "")
      assert.strictEqual(third.nextPageToken, "")
    })
  )

  it.scoped("are listed by context, state and time, with as much of each as asked for", () =>
    Effect.gen(function* () {
      const slow = yield* slowLine("Late.")
      const client = yield* start([say("One."), say("Two."), slow.line])
      const { task: one } = yield* sendTask(client, post(message("Hi", { contextId: "one" })))
      const changedAt = one.status.timestamp ?? DateTime.unsafeMake(0)
      yield* Effect.repeat(DateTime.now, { until: DateTime.greaterThan(changedAt) })
      const { task: two } = yield* sendTask(client, post(message("Hi", { contextId: "two" })))
      const running = yield* begin(client, "Hi")
      yield* slow.asked
      const idsFor = (query: string) => Effect.map(list(client, query), ({ tasks }) => tasks.map(({ id }) => id))
      assert.deepStrictEqual(yield* idsFor("?contextId=one"), [one.id])
      assert.deepStrictEqual(yield* idsFor("?contextId=three"), [])
      assert.deepStrictEqual(yield* idsFor("?status=TASK_STATE_COMPLETED"), [two.id, one.id])
      assert.deepStrictEqual(yield* idsFor("?status=TASK_STATE_WORKING"), [running])
      const changed = DateTime.formatIso(two.status.timestamp ?? DateTime.unsafeMake(0))
      assert.deepStrictEqual(yield* idsFor(`?statusTimestampAfter=${changed}`), [running, two.id])
      const { tasks } = yield* list(client, "?includeArtifacts=true&historyLength=0&contextId=two&pageToken=")
      assert.deepStrictEqual(
        tasks.map(({ artifacts, history }) => [artifacts?.length, history]),
        [[1, undefined]]
      )
      yield* slow.release
    })
  )

  it.scoped("are cancelled with their work, which the audit then tells", () =>
    Effect.gen(function* () {
      const slow = yield* slowLine("Too late.")
      const client = yield* start([call(["count_things", { kind: "lamp" }]), slow.line])
      const id = yield* begin(client, "Count")
      const stream = yield* watch(client, request("POST", `/tasks/${id}:subscribe`, headersFor(ada)))
      yield* slow.asked
      assert.deepStrictEqual(yield* refused(client, request("POST", `/tasks/${id}:cancel`, headersFor(bob))), [
        "404 TASK_NOT_FOUND",
        "Task not found"
      ])
      const cancelled = yield* cancel(client, id)
      assert.strictEqual(cancelled.status.state, "TASK_STATE_CANCELED")
      assert.nestedInclude(cancelled.status.message?.metadata?.[Extension.usageSteps], {
        "steps[0].toolName": "count_things"
      })
      assert.isTrue(yield* slow.isInterrupted)
      assert.strictEqual((yield* statuses).at(-1)?.status, "cancelled")
      assert.strictEqual(kindsOf(yield* stream.seen).at(-1), "TASK_STATE_CANCELED")

      const again = request("POST", `/tasks/${id}:cancel`, headersFor(ada), { metadata: { why: "impatience" } })
      for (const attempt of [again, again]) {
        assert.deepStrictEqual(yield* refused(client, attempt), ["400 TASK_NOT_CANCELABLE", "The task has ended"])
      }
      const { task } = yield* Effect.map(list(client, "?status=TASK_STATE_CANCELED"), ({ tasks }) => ({
        task: tasks[0]
      }))
      assert.strictEqual(task?.id, id)
    })
  )

  it.scoped("are cancelled once when several cancel at the same time, and answer whoever waits for them", () =>
    Effect.gen(function* () {
      const slow = yield* slowLine("Too late.")
      const client = yield* start([slow.line])
      const waiting = yield* Effect.fork(sendTask(client, post(message("Hi"))))
      yield* slow.asked
      const [running] = (yield* list(client)).tasks
      const before = (yield* statuses).length
      const sent = request("POST", `/tasks/${running?.id}:cancel`, headersFor(ada))
      const outcomes = yield* Effect.all(
        Array.makeBy(4, () => Effect.map(client.execute(sent), ({ status }) => status)),
        { concurrency: "unbounded" }
      )
      assert.include(outcomes, 200)
      assert.includeMembers([200, 400], outcomes)
      assert.strictEqual((yield* statuses).length, before + 1)
      assert.strictEqual((yield* Fiber.join(waiting)).task.status.state, "TASK_STATE_CANCELED")
    })
  )

  it.scoped("that are over are neither cancelled nor followed", () =>
    Effect.gen(function* () {
      const client = yield* start([say("Done.")])
      const { task } = yield* sendTask(client, post(message("Hi")))
      assert.deepStrictEqual(yield* refused(client, request("POST", `/tasks/${task.id}:cancel`, headersFor(ada))), [
        "400 TASK_NOT_CANCELABLE",
        "The task has ended"
      ])
      for (const method of ["GET", "POST"] as const) {
        assert.deepStrictEqual(
          yield* refused(client, request(method, `/tasks/${task.id}:subscribe`, headersFor(ada))),
          ["400 UNSUPPORTED_OPERATION", "The task has ended"]
        )
        assert.deepStrictEqual(
          yield* refused(client, request(method, `/tasks/${task.id}:subscribe`, headersFor(bob))),
          ["404 TASK_NOT_FOUND", "Task not found"]
        )
      }
    })
  )

  it.scoped("tell all streams the same events in the same order, first the task as it is", () =>
    Effect.gen(function* () {
      const answer = `There are ${"very ".repeat(60)}many lamps.`
      const slow = yield* slowLine(answer)
      const client = yield* start([slow.line])
      const metadata = { [Extension.conversationHistory]: { streamsAnswer: true, messages: [] } }
      const streamed = request(
        "POST",
        "/message:stream",
        { ...headersFor(ada), ...extensions },
        message("How many?", { metadata })
      )
      const original = yield* watch(client, streamed)
      yield* slow.asked
      const id = (yield* list(client)).tasks[0]?.id ?? ""
      const posted = yield* watch(client, request("POST", `/tasks/${id}:subscribe`, headersFor(ada)))
      const gotten = yield* watch(client, request("GET", `/tasks/${id}:subscribe`, headersFor(ada)))
      yield* slow.release
      const [whole, late, later] = [yield* original.seen, yield* posted.seen, yield* gotten.seen]
      assert.deepStrictEqual(kindsOf(whole).slice(0, 2), ["task TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"])
      assert.strictEqual(kindsOf(late)[0], "task TASK_STATE_WORKING")
      assert.lengthOf(late, 5)
      assert.deepStrictEqual(late.slice(1), whole.slice(2))
      assert.deepStrictEqual(later.slice(1), late.slice(1))
      assert.strictEqual(kindsOf(late).at(-1), "TASK_STATE_COMPLETED")
    })
  )

  it.scoped("have room for a hundred streams of a person, and for more when some are closed", () =>
    Effect.gen(function* () {
      const slow = yield* slowLine("Done.")
      const client = yield* start([slow.line])
      const id = yield* begin(client, "Hi")
      yield* slow.asked
      const subscribing = request("POST", `/tasks/${id}:subscribe`, headersFor(ada))
      const one = yield* watch(client, subscribing)
      const others = yield* Effect.forEach(Array.range(2, 100), () => watch(client, subscribing), { concurrency: 10 })
      const refusal = ["429 TOO_MANY_STREAMS", "Too many requests"] as const
      assert.deepStrictEqual(yield* refused(client, subscribing), refusal)
      const streamed = (user: User) => request("POST", "/message:stream", headersFor(user), message("Hi"))
      assert.deepStrictEqual(yield* refused(client, streamed(ada)), refusal)
      assert.lengthOf((yield* list(client)).tasks, 1)
      // Streams of others are their own affair: this one is of a task, which the script has no line for.
      assert.strictEqual(kindsOf(yield* (yield* watch(client, streamed(bob))).seen).at(-1), "TASK_STATE_FAILED")
      yield* one.close
      yield* client.execute(subscribing).pipe(
        Effect.filterOrFail(({ status }) => status === 200),
        Effect.eventually
      )
      yield* slow.release
      for (const { seen } of others) {
        assert.strictEqual(kindsOf(yield* seen).at(-1), "TASK_STATE_COMPLETED")
      }
    })
  )

  it.scoped("tell which extensions are in use", () =>
    Effect.gen(function* () {
      const slow = yield* slowLine("Done.")
      const client = yield* start([slow.line])
      const id = yield* begin(client, "Hi")
      yield* slow.asked
      const echoOf = (sent: HttpClientRequest.HttpClientRequest) =>
        Effect.map(client.execute(sent), ({ headers }) => headers["a2a-extensions"])
      const both = { ...headersFor(ada), "a2a-extensions": `${extensions["a2a-extensions"]}, urn:somebody:else` }
      const ours = extensions["a2a-extensions"].replaceAll(" ", "")
      assert.strictEqual(yield* echoOf(request("GET", "/tasks", both)), ours)
      assert.strictEqual(yield* echoOf(request("POST", `/tasks/${id}:subscribe`, both)), ours)
      assert.strictEqual(yield* echoOf(request("POST", `/tasks/${id}:cancel`, both)), ours)
      assert.isUndefined(yield* echoOf(request("GET", "/tasks", headersFor(ada))))
    })
  )
})
