import {
  type Message,
  type StreamResponse,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskStatusUpdateEvent,
  type TaskUpdate
} from "@storefront/domain/api/AgentApi"
import { type UserId } from "@storefront/domain/Identity"
import { Data, DateTime, Deferred, Duration, Effect, Fiber, Option, Schedule, Stream, SubscriptionRef } from "effect"
import { v7 } from "uuid"
import * as TaskLifecycle from "./TaskLifecycle.ts"

/** Tasks one owner can have; the oldest finished one makes room for a new one. */
const tasksPerOwner = 1_000

/** How long a finished task can still be read. */
const retention = Duration.minutes(15)

/** No such task, or somebody else's. */
export class TaskNotFound extends Data.TaggedError("TaskNotFound")<{ readonly taskId: string }> {}

/** The owner has too many tasks, and all of them are running. */
export class TooManyTasks extends Data.TaggedError("TooManyTasks") {}

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

const makeRecord = Effect.fnUntraced(function* (created: Task) {
  const { contextId, id } = created
  const revisions = yield* SubscriptionRef.make<Revision>({ task: created, update: null })
  const worker = yield* Deferred.make<Fiber.Fiber<unknown, unknown>>()
  const publish = (update: TaskUpdate) =>
    SubscriptionRef.modifyEffect(revisions, ({ task }) =>
      Effect.map(TaskLifecycle.advance(task, update), (task) => [undefined, { task, update }] as const)
    ).pipe(Effect.catchTag("NoSuchElementException", () => Effect.void))
  const current = Effect.map(revisions.get, ({ task }) => task)
  const setStatus: TaskRecord["setStatus"] = ({ status, ...rest }) =>
    Effect.flatMap(DateTime.now, (timestamp) =>
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
    workedOnBy: (run) => Effect.asVoid(Deferred.succeed(worker, run)),
    // A client that goes away must not leave a task that was stopped, but never ends.
    cancel: Effect.uninterruptible(Effect.withSpan(cancel, "TaskRecord.cancel"))
  }
  return record
})

const finishedAt = (record: TaskRecord) =>
  Effect.map(record.current, (task) =>
    TaskLifecycle.isOver(task) ? Option.fromNullable(task.status.timestamp) : Option.none()
  )

/** The tasks of one agent, in memory: they do not survive a restart. Nobody sees the tasks of others. */
export interface TaskStore {
  /** A submitted task for this message. Its id is ours; its context is the client's, or a new one. */
  readonly create: (owner: UserId, message: Message) => Effect.Effect<TaskRecord, TooManyTasks>
  readonly find: (owner: UserId, id: string) => Effect.Effect<TaskRecord, TaskNotFound>
  /** All tasks of an owner, in no particular order. */
  readonly list: (owner: UserId) => Effect.Effect<ReadonlyArray<Task>>
}

/** An empty store; until its scope closes, what was finished long enough ago is forgotten once a minute. */
export const make = Effect.gen(function* () {
  const owners = new Map<UserId, Map<string, TaskRecord>>()
  const exclusive = (yield* Effect.makeSemaphore(1)).withPermits(1)

  const forgetFinished = Effect.gen(function* () {
    const oldest = DateTime.subtractDuration(yield* DateTime.now, retention)
    for (const [owner, tasks] of owners) {
      for (const record of tasks.values()) {
        if (Option.exists(yield* finishedAt(record), DateTime.lessThan(oldest))) {
          tasks.delete(record.id)
        }
      }
      if (tasks.size === 0) {
        owners.delete(owner)
      }
    }
  })
  yield* Effect.forkScoped(Effect.repeat(exclusive(forgetFinished), Schedule.spaced(Duration.minutes(1))))

  const makeRoom = Effect.fnUntraced(function* (tasks: Map<string, TaskRecord>) {
    if (tasks.size >= tasksPerOwner) {
      const finished = yield* Effect.findFirst(tasks.values(), (record) =>
        Effect.map(finishedAt(record), Option.isSome)
      )
      tasks.delete((yield* Effect.mapError(finished, () => new TooManyTasks())).id)
    }
  })

  const create = Effect.fn("TaskStore.create")(function* (owner: UserId, message: Message) {
    const tasks = owners.get(owner) ?? new Map<string, TaskRecord>()
    yield* makeRoom(tasks)
    const id = v7()
    const contextId = message.contextId ?? v7()
    const record = yield* makeRecord({
      id,
      contextId,
      status: { state: "TASK_STATE_SUBMITTED", timestamp: yield* DateTime.now },
      history: [{ ...message, taskId: id, contextId }]
    })
    owners.set(owner, tasks.set(id, record))
    return record
  }, exclusive)

  const find = Effect.fn("TaskStore.find")(function* (owner: UserId, id: string) {
    return yield* Effect.mapError(
      Effect.fromNullable(owners.get(owner)?.get(id)),
      () => new TaskNotFound({ taskId: id })
    )
  })

  const list = Effect.fn("TaskStore.list")((owner: UserId) =>
    Effect.forEach(owners.get(owner)?.values() ?? [], (record) => record.current)
  )

  const store: TaskStore = { create, find, list }
  return store
})
