import { Effect, Schedule } from "effect"
import { type Watch } from "./Conversation.ts"
import { type coloured } from "./Paint.ts"

/** Where a line can be drawn over. */
interface Screen {
  readonly write: (text: string) => unknown
}

const clearLine = "\r\u001b[K"

/** Draws over one line, as long as the work takes: for how many seconds it is under way. */
export const make =
  (paint: typeof coloured, screen: Screen): Watch =>
  (work) => {
    let seconds = 0
    const draw = Effect.sync(() => {
      screen.write(`${clearLine}${paint.faint(`… ${seconds} s`)}`)
      seconds += 1
    })
    return Effect.raceFirst(work, Effect.zipRight(Effect.repeat(draw, Schedule.spaced("1 second")), Effect.never)).pipe(
      Effect.ensuring(Effect.sync(() => screen.write(clearLine)))
    )
  }
