import {
  type Message,
  type StreamResponse,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskStatusUpdateEvent,
  type TaskUpdate
} from "@storefront/domain/api/AgentApi"
import { type UserId } from "@storefront/domain/Identity"
import {
  Chunk,
  Clock,
  Data,
  DateTime,
  Deferred,
  Duration,
  Effect,
  Fiber,
  Option,
  Schedule,
  type Scope,
  Stream,
  SynchronizedRef
} from "effect"
import { v7 } from "uuid"
import * as BoundedTasks from "./BoundedTasks.ts"
import * as TaskLifecycle from "./TaskLifecycle.ts"

/** Store of an agent's A2A tasks, and subscriptions to their updates. */

/** Limits of one agent, which in production has its own process. 64 MiB hold about 5,000 tasks of the usual size. */
const defaultLimits: BoundedTasks.Limits = { tasksPerOwner: 1_000, bytes: 67_108_864 }

/** Time for which a closed task can still be read. */
const retention = Duration.minutes(15)

/** Time for which a follower's status updates wait for others, since each delivery costs more than they do. */
const gathering = Duration.millis(50)

/** The task does not exist, or is somebody else's. */
export class TaskNotFound extends Data.TaggedError("TaskNotFound")<{ readonly taskId: string }> {}

/** The task is closed. */
export class TaskNotCancelable extends Data.TaggedError("TaskNotCancelable")<{ readonly taskId: string }> {}

type TaskIds = "taskId" | "contextId"

/** Running or recently closed task. Reads, updates and subscriptions are atomic with respect to each other. */
export interface TaskRecord {
  readonly id: string
  readonly contextId: string
  readonly current: Effect.Effect<Task>
  /** Sets the status, dated now. Ignored, as in `setArtifact`, if the lifecycle does not allow the update. */
  readonly setStatus: (update: Omit<typeof TaskStatusUpdateEvent.Type, TaskIds>) => Effect.Effect<void>
  readonly setArtifact: (update: Omit<typeof TaskArtifactUpdateEvent.Type, TaskIds>) => Effect.Effect<void>
  /** Follows the task until the scope closes. */
  readonly follow: Effect.Effect<FollowedTask, never, Scope.Scope>
  /** Waits for a terminal or interrupted state, and returns the task. */
  readonly untilTerminalOrInterrupted: Effect.Effect<Task>
  /** Registers the fiber that `cancel` stops; only the first call counts. */
  readonly attachRun: (run: Fiber.Fiber<unknown, unknown>) => Effect.Effect<void>
  /** Interrupts the run, waits until that is recorded, and returns the resulting task. */
  readonly cancel: Effect.Effect<Task, TaskNotCancelable>
}

/** A task as one reader follows it. */
export interface FollowedTask {
  /** The task when the reader began to follow. */
  readonly task: Task
  /** That task, then every update in order, up to a terminal or interrupted state. */
  readonly events: Stream.Stream<StreamResponse>
}

/** Makes a follower of a task: what it is told with `push`, it emits as `events`. */
const makeFollower = (task: Task) => {
  let hasEnded = TaskLifecycle.isTerminalOrInterrupted(task)
  const arrived = Effect.unsafeMakeLatch(true)
  const urgent = Effect.unsafeMakeLatch(hasEnded)
  let pending: ReadonlyArray<StreamResponse> = [{ task }]
  const push = (update: TaskUpdate, isLast: boolean) => {
    pending = [...pending, update]
    hasEnded = isLast
    arrived.unsafeOpen()
    if (isLast || "artifactUpdate" in update) {
      urgent.unsafeOpen()
    }
  }
  const pull = Effect.gen(function* () {
    yield* hasEnded && pending.length === 0 ? Effect.fail(Option.none()) : arrived.await
    yield* Effect.timeoutOption(urgent.await, gathering)
    const events = pending
    pending = []
    if (!hasEnded) {
      arrived.unsafeClose()
      urgent.unsafeClose()
    }
    return Chunk.unsafeFromArray(events)
  })
  return { task, events: Stream.repeatEffectChunkOption(pull), push }
}

/** Builds a record. `onClosed` gets the closed task before any reader sees it; `timestamp` dates its status updates. */
const makeRecord = Effect.fnUntraced(function* (
  created: Task,
  timestamp: Effect.Effect<DateTime.Utc>,
  onClosed: (task: Task) => Effect.Effect<void>
) {
  const { contextId, id } = created
  const state = yield* SynchronizedRef.make(created)
  const followers = new Set<ReturnType<typeof makeFollower>>()
  const runFiber = yield* Deferred.make<Fiber.Fiber<unknown, unknown>>()
  const paused = yield* Deferred.make<Task>()
  const publish = (update: TaskUpdate) =>
    SynchronizedRef.updateAndGetEffect(state, (before) =>
      TaskLifecycle.advance(before, update).pipe(
        Effect.tap((task) => (TaskLifecycle.isClosed(task) ? onClosed(task) : Effect.void)),
        Effect.tap((task) =>
          Effect.sync(() => {
            followers.forEach(({ push }) => push(update, TaskLifecycle.isTerminalOrInterrupted(task)))
          })
        )
      )
    ).pipe(
      Effect.flatMap((task) =>
        TaskLifecycle.isTerminalOrInterrupted(task) ? Deferred.succeed(paused, task) : Effect.void
      ),
      Effect.catchTag("NoSuchElementException", () => Effect.void),
      // Interrupted half-way, a closing update would leave the task running for ever.
      Effect.uninterruptible
    )
  const setStatus: TaskRecord["setStatus"] = ({ status, ...rest }) =>
    Effect.flatMap(timestamp, (timestamp) =>
      publish({ statusUpdate: { taskId: id, contextId, status: { ...status, timestamp }, ...rest } })
    )
  const cancel = Effect.gen(function* () {
    if (TaskLifecycle.isClosed(yield* state)) {
      return yield* new TaskNotCancelable({ taskId: id })
    }
    yield* Effect.flatMap(Deferred.await(runFiber), Fiber.interrupt)
    // The run sets this itself, unless it was interrupted before it began.
    yield* setStatus({ status: { state: "TASK_STATE_CANCELED" } })
    return yield* Effect.filterOrFail(
      state,
      ({ status }) => status.state === "TASK_STATE_CANCELED",
      () => new TaskNotCancelable({ taskId: id })
    )
  })
  const record: TaskRecord = {
    id,
    contextId,
    current: state,
    setStatus,
    setArtifact: (update) => publish({ artifactUpdate: { taskId: id, contextId, ...update } }),
    follow: Effect.acquireRelease(
      SynchronizedRef.modifyEffect(state, (task) =>
        Effect.sync(() => {
          const follower = makeFollower(task)
          followers.add(follower)
          return [follower, task] as const
        })
      ),
      (follower) => Effect.sync(() => followers.delete(follower))
    ),
    untilTerminalOrInterrupted: Deferred.await(paused),
    attachRun: (run) => Effect.asVoid(Deferred.succeed(runFiber, run)),
    // A client that disconnects must not leave an interrupted run's task open.
    cancel: Effect.uninterruptible(Effect.withSpan(cancel, "TaskRecord.cancel"))
  }
  return record
})

/** Tasks of one agent, in bounded memory: they are lost at a restart. Owners see only their own. */
export interface TaskStore {
  /** Creates a submitted task for the message. Its id is ours; its context is the client's, or a new one. */
  readonly create: (owner: UserId, message: Message) => Effect.Effect<TaskRecord, BoundedTasks.TooManyTasks>
  readonly find: (owner: UserId, id: string) => Effect.Effect<TaskRecord, TaskNotFound>
  /** Returns all tasks of an owner, unordered. */
  readonly list: (owner: UserId) => Effect.Effect<ReadonlyArray<Task>>
}

/** Creates an empty store, which evicts expired tasks once a minute until its scope closes. */
export const makeWith = Effect.fnUntraced(function* (limits: BoundedTasks.Limits) {
  const storedTasks = BoundedTasks.make<TaskRecord>(limits)

  let latest = Number.NEGATIVE_INFINITY
  /** Returns strictly increasing times, even if the clock is set back: lists of tasks are sorted by them. */
  const timestamp = Effect.map(Clock.currentTimeMillis, (now) => {
    latest = Math.max(now, latest + 1)
    return DateTime.unsafeMake(latest)
  })

  yield* Effect.forkScoped(Effect.repeat(storedTasks.evictOlderThan(retention), Schedule.spaced(Duration.minutes(1))))

  const create = Effect.fnUntraced(function* (owner: UserId, message: Message) {
    const id = v7()
    const contextId = message.contextId ?? v7()
    const task: Task = {
      id,
      contextId,
      status: { state: "TASK_STATE_SUBMITTED", timestamp: yield* timestamp },
      history: [{ ...message, taskId: id, contextId }]
    }
    const record = yield* makeRecord(task, timestamp, (ended) => storedTasks.finish(owner, ended))
    yield* storedTasks.add(owner, task, record)
    return record
  })

  const find = Effect.fnUntraced(function* (owner: UserId, id: string) {
    return yield* Effect.mapError(storedTasks.find(owner, id), () => new TaskNotFound({ taskId: id }))
  })

  const list = Effect.fn("TaskStore.list")((owner: UserId) =>
    Effect.forEach(storedTasks.list(owner), (record) => record.current)
  )

  const store: TaskStore = { create, find, list }
  return store
})

/** Creates a store with the usual limits. */
export const make = makeWith(defaultLimits)
