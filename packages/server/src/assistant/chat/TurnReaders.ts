import { type TurnEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Chunk, Deferred, Effect, Option, type Scope, Stream } from "effect"
import { FollowerClosed, type FollowedTurn } from "./FollowedTurn.ts"

/** Characters that a reader may be behind. */
const maxBehind = 262_144

const sizeOf = (event: TurnEvent) => (event._tag === "text" ? event.delta.length : JSON.stringify(event).length)

/**
 * A reader of a turn's events. It refers to nothing of the turn but what it has not read yet: a client that stops reading
 * keeps it in memory until the connection is closed.
 */
interface Reader {
  pending: Array<TurnEvent>
  size: number
  closed: FollowerClosed | null
  wake: () => void
}

const close = (reader: Reader, closed: FollowerClosed) => {
  reader.closed = closed
  reader.pending = []
  reader.wake()
}

/** Adds an event for a reader. Texts that follow each other become one. */
const offer = (reader: Reader, event: TurnEvent, size: number) => {
  const last = reader.pending.at(-1)
  if (reader.closed !== null) {
    return
  }
  if (event._tag === "text" && last?._tag === "text") {
    // One string, where `+` would keep all the pieces.
    reader.pending.splice(-1, 1, { _tag: "text", delta: [last.delta, event.delta].join("") })
  } else {
    reader.pending.push(event)
  }
  reader.size += size
  if (reader.size > maxBehind) {
    close(reader, new FollowerClosed({ reason: "slow" }))
  } else {
    reader.wake()
  }
}

/** The readers of one turn. */
export interface TurnReaders {
  readonly offer: (event: TurnEvent) => void
  /** Tells the readers that the turn has ended. `mustBeReceived` if it matters to know that one of them got the end. */
  readonly end: (mustBeReceived: boolean) => Effect.Effect<void>
  /** Closes all readers that have not got the end. */
  readonly close: (reason: FollowerClosed["reason"]) => void
  /** Gives the state as it is now, and then what comes after it, until the scope closes. */
  readonly follow: (stateNow: () => TurnState) => Effect.Effect<FollowedTurn, never, Scope.Scope>
  /** Counts as a reader until the scope closes, for one that does not follow yet. */
  readonly attend: Effect.Effect<void, never, Scope.Scope>
  /** Confirms that a reader got the end, unless its connection turns out to be closed. */
  readonly confirmReceipt: Effect.Effect<void>
  /** Waits until a reader has got the end, or all have left. True if one got it. */
  readonly isReceived: Effect.Effect<boolean>
}

/** Yields to the event loop for several rounds, so that pending socket-close events are handled. */
const handlePendingEvents = Effect.repeatN(
  Effect.async<void>((resume) => {
    setImmediate(() => resume(Effect.void))
  }),
  4
)

export const make = Effect.gen(function* () {
  const received = yield* Deferred.make<boolean>()
  const following = new Set<Reader>()
  let attending = 0
  let hasEnded = false
  let mustBeReceived = false
  let closed: FollowerClosed | null = null

  const leave = Effect.suspend(() => {
    attending -= 1
    return attending === 0 && hasEnded ? Deferred.succeed(received, false) : Effect.void
  })
  const attend = Effect.acquireRelease(
    Effect.sync(() => {
      attending += 1
    }),
    () => leave
  )

  const confirmReceipt = Effect.suspend(() => (mustBeReceived ? handlePendingEvents : Effect.void)).pipe(
    Effect.zipRight(Deferred.succeed(received, true))
  )

  const hasNext = ({ closed, pending }: Reader) => closed !== null || pending.length > 0 || hasEnded

  const waitForNext = (reader: Reader) =>
    Effect.async<void>((resume) => {
      reader.wake = () => {
        if (hasNext(reader)) {
          resume(Effect.void)
        }
      }
      reader.wake()
    })

  /** Takes what a reader has not read yet. When it asks for more after the end, the end was passed on. */
  const take = Effect.fnUntraced(function* (reader: Reader) {
    yield* waitForNext(reader)
    if (reader.closed !== null) {
      return yield* Effect.fail(Option.some(reader.closed))
    }
    if (reader.pending.length === 0) {
      yield* confirmReceipt
      return yield* Effect.fail(Option.none())
    }
    const next = reader.pending
    reader.pending = []
    reader.size = 0
    return Chunk.unsafeFromArray(next)
  })

  const follow: TurnReaders["follow"] = (stateNow) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const reader: Reader = { pending: [], size: 0, closed: hasEnded ? null : closed, wake: () => {} }
        following.add(reader)
        return { reader, state: stateNow() }
      }),
      ({ reader }) => Effect.sync(() => following.delete(reader))
    ).pipe(
      Effect.zipLeft(attend),
      Effect.map(({ reader, state }) => ({ state, events: Stream.repeatEffectChunkOption(take(reader)) }))
    )

  const readers: TurnReaders = {
    offer: (event) => {
      if (following.size > 0) {
        const size = sizeOf(event)
        following.forEach((reader) => offer(reader, event, size))
      }
    },
    end: (isImportant) =>
      Effect.suspend(() => {
        hasEnded = true
        mustBeReceived = isImportant
        following.forEach(({ wake }) => wake())
        return attending === 0 ? Deferred.succeed(received, false) : Effect.void
      }),
    close: (reason) => {
      const closing = (closed = new FollowerClosed({ reason }))
      const unfinished = [...following].filter(({ pending }) => !hasEnded || pending.length > 0)
      unfinished.forEach((reader) => close(reader, closing))
    },
    follow,
    attend,
    confirmReceipt,
    isReceived: Deferred.await(received)
  }
  return readers
})
