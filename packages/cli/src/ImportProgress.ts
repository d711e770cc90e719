import { type Progress } from "@storefront/server/shop/import/Import"
import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"
import { Effect, Ref } from "effect"
import { announce } from "./Progress.ts"
import { clearLine, type Screen } from "./ProgressDisplay.ts"
import { count } from "./TerminalLayout.ts"

/** Progress of an import on stderr: a line that is overwritten on a terminal, a line now and then elsewhere. */

/** Milliseconds between two lines. */
const intervals = { terminal: 200, elsewhere: 10_000 }

/** Formats seconds as a clock does: `1:05`. */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** Formats a progress whose step has taken some milliseconds: its lines, their rate, and the remaining time. */
export const progressLine = ({ done, step, total }: Progress, millis: number): string => {
  const perSecond = (done * 1000) / Math.max(1, millis)
  const unit = step === "withdrawing" ? "products" : "lines"
  return [
    `${step} ${count(done)}${total === null ? "" : ` of ${count(total)}`} ${unit}`,
    ...(step === "checking" || done === 0 ? [] : [`${count(Math.round(perSecond))} a second`]),
    ...(total === null || done === 0 ? [] : [`${clock(Math.ceil((total - done) / perSecond))} left`])
  ].join(", ")
}

/** The step that is going on, and when it began and was shown last, in milliseconds since the import began. */
interface Shown {
  readonly step: Progress["step"]
  readonly beganAt: number
  readonly shownAt: number
}

const beginning: Shown = { step: "reading", beganAt: 0, shownAt: 0 }

/** Empties the line of the progress, so that other text can be shown. */
export const clear = Effect.sync(() => {
  if (process.stderr.isTTY) {
    process.stderr.write(clearLine)
  }
})

/** Makes the function that shows the progress; a null screen is no terminal. */
export const make = Effect.fnUntraced(function* (screen: Screen | null) {
  const shown = yield* Ref.make(beginning)
  const elapsed = yield* SteadyClock.stopwatch
  const interval = screen === null ? intervals.elsewhere : intervals.terminal
  const show = (text: string) =>
    screen === null
      ? announce(text)
      : // A terminal of unknown width says 0.
        Effect.sync(() => screen.write(`${clearLine}${`… ${text}`.slice(0, (screen.columns || 80) - 1)}`))
  return Effect.fnUntraced(function* (progress: Progress) {
    const now = yield* elapsed
    const before = yield* Ref.get(shown)
    const isNew = before.step !== progress.step
    const beganAt = isNew ? now : before.beganAt
    const isDue = now - before.shownAt >= interval || (isNew && screen !== null)
    yield* Ref.set(shown, { step: progress.step, beganAt, shownAt: isDue ? now : before.shownAt })
    yield* isDue ? show(progressLine(progress, now - beganAt)) : Effect.void
  })
})
