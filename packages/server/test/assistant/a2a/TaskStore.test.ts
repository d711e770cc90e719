import { assert, it } from "@effect/vitest"
import { type Message, type Task, TaskState, type TaskUpdate } from "@storefront/domain/api/AgentApi"
import { Array, Chunk, Deferred, Effect, Exit, Fiber, Option, Schema, Stream, TestClock } from "effect"
import { type User } from "@storefront/domain/Identity"
import * as BoundedTasks from "../../../src/assistant/a2a/BoundedTasks.ts"
import * as TaskLifecycle from "../../../src/assistant/a2a/TaskLifecycle.ts"
import * as TaskList from "../../../src/assistant/a2a/TaskList.ts"
import * as TaskStore from "../../../src/assistant/a2a/TaskStore.ts"
import { ada, bob } from "../../../src/testing/SmallShop.ts"
import * as AdjustableClock from "../../../src/testing/AdjustableClock.ts"

const message: Message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hi" }] }

const ids = { taskId: "t", contextId: "c" }
const toState = (state: TaskState): TaskUpdate => ({ statusUpdate: { ...ids, status: { state } } })
const piece = (text: string, append: boolean): TaskUpdate => ({
  artifactUpdate: { ...ids, artifact: { artifactId: "answer", parts: [{ text }] }, append }
})

const submitted: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } }

const apply = (updates: ReadonlyArray<TaskUpdate>) =>
  updates.reduce((task, update) => Option.getOrElse(TaskLifecycle.advance(task, update), () => task), submitted)

const complete = (record: TaskStore.TaskRecord) => record.setStatus({ status: { state: "TASK_STATE_COMPLETED" } })

it.prop("a finished task never changes", [Schema.Array(TaskState)], ([states]) => {
  const task = apply(states.map(toState))
  const finished = states.findIndex((state) => TaskLifecycle.isClosed(apply([toState(state)])))
  assert.strictEqual(task.status.state === states[finished], finished >= 0)
})

it("a working task is not submitted again", () => {
  const task = apply([toState("TASK_STATE_WORKING"), toState("TASK_STATE_SUBMITTED")])
  assert.strictEqual(task.status.state, "TASK_STATE_WORKING")
})

it("pieces of an artifact are joined, and a piece that does not go on replaces them", () => {
  const parts = (...updates: ReadonlyArray<TaskUpdate>) =>
    apply(updates).artifacts?.map((artifact) => artifact.parts.map((part) => part.text))
  assert.deepStrictEqual(parts(piece("a", false), piece("b", true), piece("c", true)), [["abc"]])
  assert.deepStrictEqual(parts(piece("a", false), piece("b", false)), [["b"]])
})

it.scoped("followers see the task as it is and then every update, whenever they come", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const record = yield* store.create(ada.id, message)
    const early = yield* record.follow
    yield* record.setStatus({ status: { state: "TASK_STATE_WORKING" } })
    const late = yield* record.follow
    yield* complete(record)
    yield* complete(record)
    const statesOf = ({ events }: TaskStore.FollowedTask) =>
      Effect.map(Stream.runCollect(events), (events) =>
        Chunk.toReadonlyArray(events).map((event) =>
          "task" in event
            ? `task ${event.task.status.state}`
            : "statusUpdate" in event
              ? event.statusUpdate.status.state
              : ""
        )
      )
    assert.deepStrictEqual(yield* statesOf(early), [
      "task TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED"
    ])
    assert.deepStrictEqual(yield* statesOf(late), ["task TASK_STATE_WORKING", "TASK_STATE_COMPLETED"])
    assert.deepStrictEqual(yield* statesOf(yield* record.follow), ["task TASK_STATE_COMPLETED"])
  })
)

it.scoped("status updates reach a follower together after a moment, text at once", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const record = yield* store.create(ada.id, message)
    const pull = yield* Stream.toPull((yield* record.follow).events)
    const kindsOf = Effect.map(pull, (events) => [...events].map((event) => Object.keys(event)[0]))
    const working = record.setStatus({ status: { state: "TASK_STATE_WORKING" } })
    const first = yield* Effect.fork(kindsOf)
    yield* working
    yield* TestClock.adjust("49 millis")
    assert.isTrue(Option.isNone(yield* Fiber.poll(first)))
    yield* working
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(first), ["task", "statusUpdate", "statusUpdate"])
    yield* working
    yield* record.setArtifact({ artifact: { artifactId: "answer", parts: [{ text: "Hi" }] } })
    assert.deepStrictEqual(yield* kindsOf, ["statusUpdate", "artifactUpdate"])
    yield* complete(record)
    assert.deepStrictEqual(yield* kindsOf, ["statusUpdate"])
    assert.deepStrictEqual(yield* Effect.flip(kindsOf), Option.none())
  })
)

it.scoped("tasks are kept apart by owner and forgotten a quarter of an hour after their end", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const done = yield* store.create(ada.id, message)
    const running = yield* store.create(ada.id, message)
    yield* complete(done)
    assert.strictEqual((yield* Effect.flip(store.find(bob.id, done.id)))._tag, "TaskNotFound")
    yield* TestClock.adjust("14 minutes")
    assert.strictEqual((yield* store.find(ada.id, done.id)).id, done.id)
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual((yield* Effect.flip(store.find(ada.id, done.id)))._tag, "TaskNotFound")
    assert.strictEqual((yield* store.find(ada.id, running.id)).id, running.id)
  })
)

it.scoped("an owner has room for a thousand tasks; a finished one makes room, running ones do not", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const records = yield* Effect.forEach(Array.range(1, 1_000), () => store.create(ada.id, message))
    assert.strictEqual((yield* Effect.flip(store.create(ada.id, message)))._tag, "TooManyTasks")
    yield* store.create(bob.id, message)
    const oldest = records[500]!
    yield* complete(oldest)
    yield* store.create(ada.id, message)
    assert.strictEqual((yield* Effect.flip(store.find(ada.id, oldest.id)))._tag, "TaskNotFound")
  })
)

/** A store with room for so many tasks that are about as large as `message`. */
const roomFor = (count: number) =>
  TaskStore.makeWith({ tasksPerOwner: 1_000, bytes: (count + 0.5) * (BoundedTasks.taskOverhead + 400) })

/** Which of the tasks are still there. */
const kept = (store: TaskStore.TaskStore, owner: User, records: ReadonlyArray<TaskStore.TaskRecord>) =>
  Effect.forEach(records, ({ id }) => Effect.isSuccess(store.find(owner.id, id)))

const finished = (store: TaskStore.TaskStore, owner: User) =>
  Effect.tap(store.create(owner.id, message), (record) => complete(record))

it.scoped("all owners together have room for a number of tasks, which is made by whoever holds most", () =>
  Effect.gen(function* () {
    const store = yield* roomFor(6)
    const ofBob = [yield* finished(store, bob), yield* finished(store, bob)]
    const ofAda = yield* Effect.replicateEffect(finished(store, ada), 20)
    assert.deepStrictEqual(yield* kept(store, bob, ofBob), [true, true])
    assert.deepStrictEqual(
      yield* kept(store, ada, ofAda),
      Array.makeBy(20, (n) => n >= 16)
    )
    const more = [yield* finished(store, bob), yield* finished(store, bob)]
    assert.deepStrictEqual(yield* kept(store, bob, [...ofBob, ...more]), [false, true, true, true])
    assert.lengthOf(yield* store.list(ada.id), 3)
  })
)

it.scoped("a running task is never thrown away, and a new one that finds no room costs nobody a task", () =>
  Effect.gen(function* () {
    const store = yield* roomFor(3)
    const running = yield* Effect.replicateEffect(store.create(ada.id, message), 2)
    const done = yield* finished(store, bob)
    const large: Message = { ...message, parts: [{ text: "x".repeat(2 * BoundedTasks.taskOverhead) }] }
    assert.strictEqual((yield* Effect.flip(store.create(bob.id, large)))._tag, "TooManyTasks")
    assert.deepStrictEqual(yield* kept(store, bob, [done]), [true])
    yield* store.create(bob.id, message)
    assert.deepStrictEqual(yield* kept(store, bob, [done]), [false])
    assert.strictEqual((yield* Effect.flip(store.create(bob.id, message)))._tag, "TooManyTasks")
    assert.deepStrictEqual(yield* kept(store, ada, running), [true, true])
    yield* Effect.forEach(running, complete)
    yield* store.create(bob.id, message)
    assert.deepStrictEqual(yield* kept(store, ada, running), [false, true])
  })
)

it.scoped("a task counts with what it has become when it ends", () =>
  Effect.gen(function* () {
    const store = yield* roomFor(6)
    const small = yield* Effect.replicateEffect(finished(store, ada), 3)
    const large = yield* store.create(bob.id, message)
    const text = "x".repeat(4 * BoundedTasks.taskOverhead)
    yield* large.setArtifact({ artifact: { artifactId: "answer", parts: [{ text }] } })
    assert.deepStrictEqual(yield* kept(store, ada, small), [true, true, true])
    yield* complete(large)
    // Bob holds most now, in one task.
    assert.deepStrictEqual(yield* kept(store, bob, [large]), [false])
    assert.deepStrictEqual(yield* kept(store, ada, small), [true, true, true])
    assert.strictEqual((yield* large.current).artifacts?.[0]?.parts[0]?.text, text)
  })
)

it.scoped("a task is cancelled with whoever works on it, and only while it is not over", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const worked = yield* store.create(ada.id, message)
    const worker = yield* Effect.fork(Effect.never)
    const cancelling = yield* Effect.fork(worked.cancel)
    yield* worked.attachRun(worker)
    assert.strictEqual((yield* Fiber.join(cancelling)).status.state, "TASK_STATE_CANCELED")
    assert.isTrue(Exit.isInterrupted(yield* Fiber.await(worker)))
    assert.strictEqual((yield* Effect.flip(worked.cancel))._tag, "TaskNotCancelable")

    const finished = yield* store.create(ada.id, message)
    const isRunning = yield* Deferred.make<void>()
    const finishing = yield* Effect.fork(
      Effect.uninterruptible(
        Deferred.succeed(isRunning, undefined).pipe(
          Effect.zipRight(Effect.yieldNow()),
          Effect.zipRight(complete(finished))
        )
      )
    )
    yield* finished.attachRun(finishing)
    yield* Deferred.await(isRunning)
    assert.strictEqual((yield* Effect.flip(finished.cancel))._tag, "TaskNotCancelable")
    assert.strictEqual((yield* finished.current).status.state, "TASK_STATE_COMPLETED")
  })
)

it.scoped("a task is cancelled to its end even when nobody waits for that any more", () =>
  Effect.gen(function* () {
    const store = yield* TaskStore.make
    const record = yield* store.create(ada.id, message)
    const release = yield* Deferred.make<void>()
    const worker = yield* Effect.fork(Effect.uninterruptible(Deferred.await(release)))
    yield* record.attachRun(worker)
    const cancelling = yield* Effect.fork(record.cancel)
    yield* Effect.yieldNow()
    const leaving = yield* Effect.fork(Fiber.interrupt(cancelling))
    yield* Effect.yieldNow()
    yield* Deferred.succeed(release, undefined)
    yield* Fiber.join(leaving)
    yield* Fiber.await(worker)
    assert.strictEqual((yield* record.current).status.state, "TASK_STATE_CANCELED")
  })
)

it.scoped("followers leave a task that waits for somebody; one that has asked for something is over", () =>
  Effect.gen(function* () {
    for (const [state, end] of [
      ["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_INPUT_REQUIRED"],
      ["TASK_STATE_AUTH_REQUIRED", "TASK_STATE_COMPLETED"]
    ] as const) {
      const store = yield* TaskStore.make
      const record = yield* store.create(ada.id, message)
      const { events } = yield* record.follow
      yield* record.setStatus({ status: { state } })
      assert.lengthOf(Chunk.toReadonlyArray(yield* Stream.runCollect(events)), 2)
      yield* complete(record)
      assert.strictEqual((yield* record.current).status.state, end)
    }
  })
)

it.scoped("the task that changed last is the first of the list, also when the clock was set back", () =>
  Effect.gen(function* () {
    const { step, within } = yield* AdjustableClock.make
    yield* within(
      Effect.gen(function* () {
        const store = yield* TaskStore.make
        const [one, two, three] = yield* Effect.all([
          store.create(ada.id, message),
          store.create(ada.id, message),
          store.create(ada.id, message)
        ])
        yield* step(-5)
        yield* complete(two)
        yield* complete(one)
        const listed = TaskList.page(yield* store.list(ada.id), Schema.decodeUnknownSync(TaskList.Query)({}))
        assert.deepStrictEqual(
          listed.tasks.map(({ id }) => id),
          [one.id, two.id, three.id]
        )
        yield* step(10)
        yield* TestClock.adjust("14 minutes")
        assert.strictEqual((yield* store.find(ada.id, one.id)).id, one.id)
      })
    )
  })
)
