import { type Task } from "@storefront/domain/api/AgentApi"
import { type UserId } from "@storefront/domain/Identity"
import { Data, Duration, Effect, Iterable, Option, Order, SortedSet } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** The store is full, and no finished task can be evicted. */
export class TooManyTasks extends Data.TaggedError("TooManyTasks") {}

export interface Limits {
  readonly tasksPerOwner: number
  /** Bytes of all tasks. Each counts `taskOverhead` as well, so this also bounds their number. */
  readonly bytes: number
}

/** Measured bytes that a task takes besides its JSON: events, locks and map entries. */
export const taskOverhead = 12_288

const sizeOf = (task: Task) => taskOverhead + Buffer.byteLength(JSON.stringify(task))

/** Task with its size at creation; once it has finished, with its final size. */
interface StoredTask<A> {
  readonly value: A
  readonly bytes: number
}

interface FinishedTask<A> extends StoredTask<A> {
  /** Time in `SteadyClock.millis`. */
  readonly endedAt: number
}

/** Bytes of all tasks of a person; the sort key of eviction. */
interface OwnerUsage {
  readonly owner: UserId
  readonly bytes: number
}

/** Tasks of one person. */
interface OwnerTasks<A> {
  /** Replaced with every change, since the sorted set finds its entries by value. */
  usage: OwnerUsage
  readonly running: Map<string, StoredTask<A>>
  /** Oldest first, in the order in which they finished. */
  readonly finished: Map<string, FinishedTask<A>>
}

/** Orders the largest usage first. */
const largestFirst = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ bytes }: OwnerUsage) => bytes),
  Order.mapInput(Order.string, ({ owner }: OwnerUsage) => owner)
)

/**
 * Tasks by owner, within limits. Only finished tasks are evicted. Over the total limit, the owner with the largest
 * usage, the new task included, loses their oldest finished task: people who fill the store evict their own tasks, not
 * those of others. Every effect is atomic, and none visits more tasks than it evicts.
 */
export interface BoundedTasks<A> {
  /** Adds a running task. A refusal evicts nothing. */
  readonly add: (owner: UserId, task: Task, value: A) => Effect.Effect<void, TooManyTasks>
  /** Marks a task as finished. Its final size may evict a finished task, even itself. */
  readonly finish: (owner: UserId, task: Task) => Effect.Effect<void>
  readonly find: (owner: UserId, id: string) => Option.Option<A>
  readonly list: (owner: UserId) => ReadonlyArray<A>
  /** Evicts tasks that finished longer ago than `age`. */
  readonly evictOlderThan: (age: Duration.Duration) => Effect.Effect<void>
}

export const make = <A>(limits: Limits): BoundedTasks<A> => {
  const byOwner = new Map<UserId, OwnerTasks<A>>()
  /** Owners with finished tasks. */
  let evictable = SortedSet.empty<OwnerUsage>(largestFirst)
  let bytes = 0
  /** Bytes of running tasks, which cannot be evicted. */
  let runningBytes = 0

  /** Applies a change of this many bytes to an owner's tasks, and keeps the totals and the eviction order in step. */
  const applyChange = (tasks: OwnerTasks<A>, difference: number, apply: (tasks: OwnerTasks<A>) => void) => {
    const { bytes: before, owner } = tasks.usage
    evictable = SortedSet.remove(evictable, tasks.usage)
    apply(tasks)
    tasks.usage = { owner, bytes: before + difference }
    bytes += difference
    if (tasks.finished.size > 0) {
      evictable = SortedSet.add(evictable, tasks.usage)
    }
    if (tasks.finished.size + tasks.running.size > 0) {
      byOwner.set(owner, tasks)
    } else {
      byOwner.delete(owner)
    }
  }

  /** Evicts an owner's oldest task that finished before the given time. Returns whether there was one. */
  const evictOldest = (tasks: OwnerTasks<A>, before = Number.POSITIVE_INFINITY) => {
    const [oldest] = tasks.finished
    if (oldest === undefined || oldest[1].endedAt >= before) {
      return false
    }
    const [id, stored] = oldest
    applyChange(tasks, -stored.bytes, ({ finished }) => finished.delete(id))
    return true
  }

  const evictFromLargestOwner = () =>
    Option.exists(Iterable.head(evictable), ({ owner }) => {
      const tasks = byOwner.get(owner)
      return tasks !== undefined && evictOldest(tasks)
    })

  const evictExcess = () => {
    while (bytes > limits.bytes && evictFromLargestOwner()) {}
  }

  return {
    add: (owner, task, value) =>
      Effect.suspend(() => {
        const tasks = byOwner.get(owner) ?? { usage: { owner, bytes: 0 }, running: new Map(), finished: new Map() }
        const size = sizeOf(task)
        const isFull = tasks.running.size + tasks.finished.size >= limits.tasksPerOwner
        if (runningBytes + size > limits.bytes || (isFull && !evictOldest(tasks))) {
          return new TooManyTasks()
        }
        runningBytes += size
        applyChange(tasks, size, ({ running }) => running.set(task.id, { value, bytes: size }))
        evictExcess()
        return Effect.void
      }),
    finish: (owner, task) =>
      Effect.map(SteadyClock.millis, (endedAt) => {
        const tasks = byOwner.get(owner)
        const stored = tasks?.running.get(task.id)
        if (tasks !== undefined && stored !== undefined) {
          const size = sizeOf(task)
          runningBytes -= stored.bytes
          applyChange(tasks, size - stored.bytes, ({ finished, running }) => {
            running.delete(task.id)
            finished.set(task.id, { value: stored.value, bytes: size, endedAt })
          })
          evictExcess()
        }
      }),
    find: (owner, id) => {
      const tasks = byOwner.get(owner)
      return Option.fromNullable((tasks?.running.get(id) ?? tasks?.finished.get(id))?.value)
    },
    list: (owner) => {
      const tasks = byOwner.get(owner)
      return tasks === undefined
        ? []
        : [...tasks.finished.values(), ...tasks.running.values()].map(({ value }) => value)
    },
    evictOlderThan: (age) =>
      Effect.map(SteadyClock.millis, (now) => {
        const before = now - Duration.toMillis(age)
        for (const tasks of byOwner.values()) {
          while (evictOldest(tasks, before)) {}
        }
      })
  }
}
