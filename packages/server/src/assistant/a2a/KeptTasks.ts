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
interface Kept<A> {
  readonly value: A
  readonly bytes: number
}

interface Finished<A> extends Kept<A> {
  /** Time in `SteadyClock.millis`. */
  readonly endedAt: number
}

/** Bytes of all tasks of a person; the sort key of eviction. */
interface Holder {
  readonly owner: UserId
  readonly bytes: number
}

/** Tasks of one person. */
interface Share<A> {
  /** Replaced with every change, since the sorted set finds its entries by value. */
  holder: Holder
  readonly running: Map<string, Kept<A>>
  /** Oldest first, in the order in which they finished. */
  readonly finished: Map<string, Finished<A>>
}

/** Orders the largest usage first. */
const byBytes = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ bytes }: Holder) => bytes),
  Order.mapInput(Order.string, ({ owner }: Holder) => owner)
)

/**
 * Tasks by owner, within limits. Only finished tasks are evicted. Over the total limit, the owner with the largest
 * usage, the new task included, loses their oldest finished task: people who fill the store evict their own tasks, not
 * those of others. Every effect is atomic, and none visits more tasks than it evicts.
 */
export interface KeptTasks<A> {
  /** Adds a running task. A refusal evicts nothing. */
  readonly add: (owner: UserId, task: Task, value: A) => Effect.Effect<void, TooManyTasks>
  /** Marks a task as finished. Its final size may evict a finished task, even itself. */
  readonly end: (owner: UserId, task: Task) => Effect.Effect<void>
  readonly find: (owner: UserId, id: string) => Option.Option<A>
  readonly list: (owner: UserId) => ReadonlyArray<A>
  /** Evicts tasks that finished longer ago than `age`. */
  readonly forget: (age: Duration.Duration) => Effect.Effect<void>
}

export const make = <A>(limits: Limits): KeptTasks<A> => {
  const shares = new Map<UserId, Share<A>>()
  /** Owners with finished tasks. */
  let holders = SortedSet.empty<Holder>(byBytes)
  let bytes = 0
  /** Bytes of running tasks, which cannot be evicted. */
  let runningBytes = 0

  /** Applies a change of this many bytes to an owner's tasks, and keeps the totals and the eviction order in step. */
  const change = (share: Share<A>, difference: number, apply: (share: Share<A>) => void) => {
    const { bytes: before, owner } = share.holder
    holders = SortedSet.remove(holders, share.holder)
    apply(share)
    share.holder = { owner, bytes: before + difference }
    bytes += difference
    if (share.finished.size > 0) {
      holders = SortedSet.add(holders, share.holder)
    }
    if (share.finished.size + share.running.size > 0) {
      shares.set(owner, share)
    } else {
      shares.delete(owner)
    }
  }

  /** Evicts an owner's oldest task that finished before the given time. Returns whether there was one. */
  const dropOldest = (share: Share<A>, before = Number.POSITIVE_INFINITY) => {
    const [oldest] = share.finished
    if (oldest === undefined || oldest[1].endedAt >= before) {
      return false
    }
    const [id, kept] = oldest
    change(share, -kept.bytes, ({ finished }) => finished.delete(id))
    return true
  }

  const dropFromGreatestHolder = () =>
    Option.exists(Iterable.head(holders), ({ owner }) => {
      const share = shares.get(owner)
      return share !== undefined && dropOldest(share)
    })

  const trim = () => {
    while (bytes > limits.bytes && dropFromGreatestHolder()) {}
  }

  return {
    add: (owner, task, value) =>
      Effect.suspend(() => {
        const share = shares.get(owner) ?? { holder: { owner, bytes: 0 }, running: new Map(), finished: new Map() }
        const size = sizeOf(task)
        const isFull = share.running.size + share.finished.size >= limits.tasksPerOwner
        if (runningBytes + size > limits.bytes || (isFull && !dropOldest(share))) {
          return new TooManyTasks()
        }
        runningBytes += size
        change(share, size, ({ running }) => running.set(task.id, { value, bytes: size }))
        trim()
        return Effect.void
      }),
    end: (owner, task) =>
      Effect.map(SteadyClock.millis, (endedAt) => {
        const share = shares.get(owner)
        const kept = share?.running.get(task.id)
        if (share !== undefined && kept !== undefined) {
          const size = sizeOf(task)
          runningBytes -= kept.bytes
          change(share, size - kept.bytes, ({ finished, running }) => {
            running.delete(task.id)
            finished.set(task.id, { value: kept.value, bytes: size, endedAt })
          })
          trim()
        }
      }),
    find: (owner, id) => {
      const share = shares.get(owner)
      return Option.fromNullable((share?.running.get(id) ?? share?.finished.get(id))?.value)
    },
    list: (owner) => {
      const share = shares.get(owner)
      return share === undefined
        ? []
        : [...share.finished.values(), ...share.running.values()].map(({ value }) => value)
    },
    forget: (age) =>
      Effect.map(SteadyClock.millis, (now) => {
        const before = now - Duration.toMillis(age)
        for (const share of shares.values()) {
          while (dropOldest(share, before)) {}
        }
      })
  }
}
