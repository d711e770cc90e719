import { type Task } from "@storefront/domain/api/AgentApi"
import { type UserId } from "@storefront/domain/Identity"
import { Data, Duration, Effect, Iterable, Option, Order, SortedSet } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** Too many tasks are kept, and none that could make room is over. */
export class TooManyTasks extends Data.TaggedError("TooManyTasks") {}

/** How much is kept. */
export interface Limits {
  /** Tasks of one owner. */
  readonly tasksPerOwner: number
  /** Bytes of the tasks of all owners, each counted with `taskOverhead`, which bounds their number too. */
  readonly bytes: number
}

/** Bytes that a task takes beside its JSON, as measured: its events, its locks, its place in the maps. */
export const taskOverhead = 12_288

const sizeOf = (task: Task) => taskOverhead + Buffer.byteLength(JSON.stringify(task))

/** A task, as large as it was when it was created or, later, when it ended. */
interface Kept<A> {
  readonly value: A
  readonly bytes: number
}

interface Finished<A> extends Kept<A> {
  /** As `SteadyClock.millis` tells it. */
  readonly endedAt: number
}

/** A person, and the bytes of all their tasks. */
interface Holder {
  readonly owner: UserId
  readonly bytes: number
}

/** What one person has. */
interface Share<A> {
  /** Another one with every change: a sorted set finds what is the same. */
  holder: Holder
  readonly running: Map<string, Kept<A>>
  /** In the order in which they ended. */
  readonly finished: Map<string, Finished<A>>
}

/** Whoever holds most comes first. */
const byBytes = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ bytes }: Holder) => bytes),
  Order.mapInput(Order.string, ({ owner }: Holder) => owner)
)

/**
 * Tasks by owner, within limits. Finished ones make room, running ones never do. Where all owners together are the
 * limit, the oldest finished task goes of whoever holds most bytes, the new task included: people who fill the store
 * make room with their own tasks, and do not push out what others finished just before. Every effect here is atomic,
 * and none looks at more tasks than it throws away.
 */
export interface KeptTasks<A> {
  /** Keeps a running task. When it is refused nothing was thrown away for it. */
  readonly add: (owner: UserId, task: Task, value: A) => Effect.Effect<void, TooManyTasks>
  /** The task is over and will not grow any more. What it has become may cost a finished one its place, even this one. */
  readonly end: (owner: UserId, task: Task) => Effect.Effect<void>
  readonly find: (owner: UserId, id: string) => Option.Option<A>
  readonly list: (owner: UserId) => ReadonlyArray<A>
  /** Throws away what ended longer ago. */
  readonly forget: (age: Duration.Duration) => Effect.Effect<void>
}

export const make = <A>(limits: Limits): KeptTasks<A> => {
  const shares = new Map<UserId, Share<A>>()
  /** Those who could make room. */
  let holders = SortedSet.empty<Holder>(byBytes)
  let bytes = 0
  /** Of these, those of tasks that nothing can push out. */
  let runningBytes = 0

  /** Changes what a person has, by so many bytes, and their place among the holders. */
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

  /** Throws the oldest finished task of a person away, if it ended before. */
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
