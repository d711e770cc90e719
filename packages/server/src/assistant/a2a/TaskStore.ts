import {
  type Message,
  type StreamResponse,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskStatusUpdateEvent,
  type TaskUpdate
} from "@storefront/domain/api/AgentApi"
import { type UserId } from "@storefront/domain/Identity"
import { Clock, Data, DateTime, Deferred, Duration, Effect, Fiber, Schedule, Stream, SubscriptionRef } from "effect"
import { v7 } from "uuid"
import * as KeptTasks from "./KeptTasks.ts"
import * as TaskLifecycle from "./TaskLifecycle.ts"

/** What one agent keeps, in production in a process of its own. 64 MiB are some 5,000 tasks of the usual size. */
const usualLimits: KeptTasks.Limits = { tasksPerOwner: 1_000, bytes: 67_108_864 }

/** How long a finished task can still be read. */
const retention = Duration.minutes(15)

/** No such task, or somebody else's. */
export class TaskNotFound extends Data.TaggedError("TaskNotFound")<{ readonly taskId: string }> {}

/** The task is over: there is nothing to cancel. */
export class TaskNotCancelable extends Data.TaggedError("TaskNotCancelable")<{ readonly taskId: string }> {}

type Ids = "taskId" | "contextId"

/** One running or recently finished task. Reading, changing and following it are atomic against each other. */
export interface TaskRecord {
  readonly id: string
  readonly contextId: string
  readonly current: Effect.Effect<Task>
  /** A new status as of now. Dropped, like `setArtifact`, when the lifecycle does not allow it. */
  readonly setStatus: (update: Omit<typeof TaskStatusUpdateEvent.Type, Ids>) => Effect.Effect<void>
  readonly setArtifact: (update: Omit<typeof TaskArtifactUpdateEvent.Type, Ids>) => Effect.Effect<void>
  /** The task as it is, then every update in order; ends when the task is over or waits for somebody. */
  readonly follow: Stream.Stream<StreamResponse>
  /** The task as soon as it is over or waits for somebody. */
  readonly atRest: Effect.Effect<Task>
  /** Tells who works on the task, once: whom `cancel` stops. */
  readonly workedOnBy: (run: Fiber.Fiber<unknown, unknown>) => Effect.Effect<void>
  /** Stops the work, waits until that is done and recorded, and answers the task as it is then. */
  readonly cancel: Effect.Effect<Task, TaskNotCancelable>
}

/** A task, and the update that made it what it is: none for a task that was just created. */
interface Revision {
  readonly task: Task
  readonly update: TaskUpdate | null
}

/** `ended` learns what has become of the task, before anybody sees it. `timestamp` is that of a change of its status. */
const makeRecord = Effect.fnUntraced(function* (
  created: Task,
  timestamp: Effect.Effect<DateTime.Utc>,
  ended: (task: Task) => Effect.Effect<void>
) {
  const { contextId, id } = created
  const revisions = yield* SubscriptionRef.make<Revision>({ task: created, update: null })
  const worker = yield* Deferred.make<Fiber.Fiber<unknown, unknown>>()
  const rest = yield* Deferred.make<Task>()
  const publish = (update: TaskUpdate) =>
    SubscriptionRef.modifyEffect(revisions, ({ task }) =>
      TaskLifecycle.advance(task, update).pipe(
        Effect.tap((task) => (TaskLifecycle.isOver(task) ? ended(task) : Effect.void)),
        Effect.map((task) => [task, { task, update }] as const)
      )
    ).pipe(
      Effect.flatMap((task) => (TaskLifecycle.isAtRest(task) ? Deferred.succeed(rest, task) : Effect.void)),
      Effect.catchTag("NoSuchElementException", () => Effect.void),
      // A task must not count as running for ever because its end was interrupted half-way.
      Effect.uninterruptible
    )
  const current = Effect.map(revisions.get, ({ task }) => task)
  const setStatus: TaskRecord["setStatus"] = ({ status, ...rest }) =>
    Effect.flatMap(timestamp, (timestamp) =>
      publish({ statusUpdate: { taskId: id, contextId, status: { ...status, timestamp }, ...rest } })
    )
  const cancel = Effect.gen(function* () {
    if (TaskLifecycle.isOver(yield* current)) {
      return yield* new TaskNotCancelable({ taskId: id })
    }
    yield* Effect.flatMap(Deferred.await(worker), Fiber.interrupt)
    // The worker says so itself, unless it was stopped before it began.
    yield* setStatus({ status: { state: "TASK_STATE_CANCELED" } })
    return yield* Effect.filterOrFail(
      current,
      ({ status }) => status.state === "TASK_STATE_CANCELED",
      () => new TaskNotCancelable({ taskId: id })
    )
  })
  const record: TaskRecord = {
    id,
    contextId,
    current,
    setStatus,
    setArtifact: (update) => publish({ artifactUpdate: { taskId: id, contextId, ...update } }),
    follow: revisions.changes.pipe(
      Stream.takeUntil(({ task }) => TaskLifecycle.isAtRest(task)),
      Stream.zipWithIndex,
      Stream.map(([{ task, update }, index]) => (index === 0 || update === null ? { task } : update))
    ),
    atRest: Deferred.await(rest),
    workedOnBy: (run) => Effect.asVoid(Deferred.succeed(worker, run)),
    // A client that goes away must not leave a task that was stopped, but never ends.
    cancel: Effect.uninterruptible(Effect.withSpan(cancel, "TaskRecord.cancel"))
  }
  return record
})

/** The tasks of one agent, in memory and bounded: they do not survive a restart. Nobody sees the tasks of others. */
export interface TaskStore {
  /** A submitted task for this message. Its id is ours; its context is the client's, or a new one. */
  readonly create: (owner: UserId, message: Message) => Effect.Effect<TaskRecord, KeptTasks.TooManyTasks>
  readonly find: (owner: UserId, id: string) => Effect.Effect<TaskRecord, TaskNotFound>
  /** All tasks of an owner, in no particular order. */
  readonly list: (owner: UserId) => Effect.Effect<ReadonlyArray<Task>>
}

/** An empty store; until its scope closes, what was finished long enough ago is forgotten once a minute. */
export const makeWith = Effect.fnUntraced(function* (limits: KeptTasks.Limits) {
  const kept = KeptTasks.make<TaskRecord>(limits)

  let latest = Number.NEGATIVE_INFINITY
  /** Later than all before it, also when the clock is set back: lists of tasks go by it. */
  const timestamp = Effect.map(Clock.currentTimeMillis, (now) => {
    latest = Math.max(now, latest + 1)
    return DateTime.unsafeMake(latest)
  })

  yield* Effect.forkScoped(Effect.repeat(kept.forget(retention), Schedule.spaced(Duration.minutes(1))))

  const create = Effect.fnUntraced(function* (owner: UserId, message: Message) {
    const id = v7()
    const contextId = message.contextId ?? v7()
    const task: Task = {
      id,
      contextId,
      status: { state: "TASK_STATE_SUBMITTED", timestamp: yield* timestamp },
      history: [{ ...message, taskId: id, contextId }]
    }
    const record = yield* makeRecord(task, timestamp, (ended) => kept.end(owner, ended))
    yield* kept.add(owner, task, record)
    return record
  })

  const find = Effect.fnUntraced(function* (owner: UserId, id: string) {
    return yield* Effect.mapError(kept.find(owner, id), () => new TaskNotFound({ taskId: id }))
  })

  const list = Effect.fn("TaskStore.list")((owner: UserId) =>
    Effect.forEach(kept.list(owner), (record) => record.current)
  )

  const store: TaskStore = { create, find, list }
  return store
})

/** A store with the usual limits. */
export const make = makeWith(usualLimits)
