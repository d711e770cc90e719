import * as Database from "@storefront/server/platform/database/Database"
import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"
import { type SpecialistProgress, TurnProgress } from "@storefront/server/assistant/usage/TurnProgress"
import { Context, Effect, Layer, Schedule } from "effect"
import { type coloured } from "./Paint.ts"

/** Runs an effect, and shows its progress until it ends. */
export type WithProgress = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Runs the effect without a display. */
export const none: WithProgress = (work) => work

/** An output whose last line can be overwritten. */
interface Screen {
  readonly columns: number
  readonly write: (text: string) => unknown
}

const clearLine = "\r\u001b[K"

/** Formats the specialists asked so far, and the elapsed seconds. */
export const line = (seconds: number, specialists: ReadonlyArray<SpecialistProgress>): string =>
  [
    "…",
    ...specialists.map(({ agent_name, is_done }) => (is_done ? `${agent_name} ✓` : agent_name)),
    `${seconds} s`
  ].join("  ")

/** Reads the progress of a person's turn, if the database of the suite is within reach. */
export const progressOf = (email: string) =>
  Layer.build(Layer.provide(TurnProgress.layer, Database.layerObserver)).pipe(
    Effect.map((context) => {
      const { recent } = Context.get(context, TurnProgress)
      return (withinMillis: number) => Effect.orElseSucceed(recent(email, withinMillis), () => [])
    }),
    // From another machine only the seconds are shown.
    Effect.orElseSucceed(() => () => Effect.succeed<ReadonlyArray<SpecialistProgress>>([]))
  )

/** Redraws one line as long as the work takes. */
export const make =
  (
    progress: (withinMillis: number) => Effect.Effect<ReadonlyArray<SpecialistProgress>>,
    paint: typeof coloured,
    screen: Screen
  ): WithProgress =>
  (work) =>
    Effect.gen(function* () {
      const elapsed = yield* SteadyClock.stopwatch
      const draw = Effect.gen(function* () {
        const millis = yield* elapsed
        const specialists = yield* progress(millis)
        const text = line(Math.floor(millis / 1000), specialists)
        yield* Effect.sync(() => screen.write(`${clearLine}${paint.faint(text.slice(0, screen.columns - 1))}`))
      })
      const drawing = Effect.zipRight(Effect.repeat(draw, Schedule.spaced("300 millis")), Effect.never)
      return yield* Effect.raceFirst(work, drawing)
    }).pipe(Effect.ensuring(Effect.sync(() => screen.write(clearLine))))
