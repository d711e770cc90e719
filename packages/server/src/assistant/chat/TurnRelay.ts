import { type TurnId } from "@storefront/domain/Ids"
import { Array, Duration, Effect, Layer } from "effect"
import { IsSoleOwner } from "../../platform/database/Database.ts"
import { repeatedly } from "../../platform/database/RepeatedWork.ts"
import { LiveTurns } from "./LiveTurns.ts"
import { TurnEventLog } from "./TurnEventLog.ts"

/** Interval at which events are stored and requests to stop are read; also of those who follow from other processes. */
export const interval = Duration.millis(500)

/**
 * Makes the turns of this process known to others: stores their events, stops those that another process was asked to
 * stop, and deletes the events of those that have ended. Does nothing while no turn runs.
 */
const make = Effect.gen(function* () {
  const live = yield* LiveTurns
  const log = yield* TurnEventLog
  /** Number of stored events by turn. */
  const stored = new Map<TurnId, number>()

  const relay = Effect.gen(function* () {
    const turns = yield* live.all
    const batches = turns.map(({ feed, id }) => {
      const after = stored.get(id) ?? 0
      return { turn: id, after, events: feed.eventsAfter(after) }
    })
    const running = batches.length === 0 ? [] : yield* log.write(batches)
    for (const { after, events, turn } of batches) {
      if (running.some(({ id }) => id === turn)) {
        stored.set(turn, after + events.length)
      }
    }
    const toStop = new Set(running.flatMap(({ id, is_stop_requested }) => (is_stop_requested ? [id] : [])))
    yield* Effect.forEach(
      turns.filter(({ id }) => toStop.has(id)),
      ({ feed }) => feed.stop,
      { discard: true }
    )
    const gone = Array.difference(
      [...stored.keys()],
      turns.map(({ id }) => id)
    )
    yield* log.forget(gone)
    gone.forEach((id) => stored.delete(id))
  })
  yield* repeatedly(relay, interval, "Events of turns could not be stored")
})

/** Relays only where other processes use the database. */
export const layer = Layer.scopedDiscard(Effect.flatMap(IsSoleOwner, (isSole) => (isSole ? Effect.void : make))).pipe(
  Layer.provide(TurnEventLog.layer)
)
