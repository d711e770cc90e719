import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"
import { initialView, type TaskView } from "@storefront/domain/turn/TaskView"
import { Console, Effect, Ref, Schedule } from "effect"
import { type Watch } from "./AssistantClient.ts"
import { fold } from "./help/Wrapping.ts"
import { printable } from "./Output.ts"
import { type coloured } from "./Paint.ts"

/** Formats an answer for a terminal: breaks lines between words, and replaces control characters by spaces. */
export const formatAnswer = (response: string, columns: number) =>
  fold(response.split("\n").map(printable).join("\n"), columns)

/** Display of one turn. */
export interface Display {
  /** Shows the turn as long as the work takes, which reports it. */
  readonly follow: <A, E, R>(work: (watch: Watch) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Prints the whole answer, as far as it is not on the screen. */
  readonly finish: (response: string) => Effect.Effect<void>
}

/** Prints nothing but the answer. */
export const quiet = (columns: number): Display => ({
  follow: (work) => work(() => Effect.void),
  finish: (response) => Console.log(formatAnswer(response, columns))
})

/** An output whose last line can be overwritten. */
export interface Screen {
  readonly columns: number
  readonly rows: number
  readonly write: (text: string) => unknown
}

/** Moves to the beginning of the last line, and empties it. */
export const clearLine = "\r\u001b[K"

/** Formats the specialists asked so far, the tools at work, and the elapsed seconds. */
export const line = (seconds: number, { calls, notice }: Pick<TaskView, "calls" | "notice">): string =>
  [
    "…",
    ...(notice === null ? [] : [notice]),
    ...calls.flatMap(({ isFinished, kind, name, title }) =>
      kind === "specialist" ? [isFinished ? `${name} ✓` : name] : isFinished ? [] : [title]
    ),
    `${seconds} s`
  ]
    .map(printable)
    .join("  ")

/** Content of the screen: the view, and the lines of the answer that are printed above the last one. */
interface Shown {
  readonly view: TaskView
  readonly printed: ReadonlyArray<string>
}

/** Shows the progress in one line. */
export const progress = (paint: typeof coloured, screen: Screen, columns: number) =>
  Effect.map(makeLive(paint, screen, false), ({ follow }): Display => ({ follow, finish: quiet(columns).finish }))

/** Shows the progress in one line, and the answer while it comes. A discarded text is removed, if it is still in sight. */
export const live = (paint: typeof coloured, screen: Screen) => makeLive(paint, screen, true)

const makeLive = Effect.fnUntraced(function* (paint: typeof coloured, screen: Screen, showsText: boolean) {
  const shown = yield* Ref.make<Shown>({ view: initialView, printed: [] })
  const elapsed = yield* SteadyClock.stopwatch
  // A terminal of unknown width says 0.
  const width = () => screen.columns || 80
  const write = (text: string) => Effect.sync(() => screen.write(text))

  /** Returns the text that replaces printed lines by others, up to the last line, which it leaves empty. */
  const replace = (printed: ReadonlyArray<string>, lines: ReadonlyArray<string>) => {
    const isContinued = printed.every((old, index) => old === lines[index])
    const added = (isContinued ? lines.slice(printed.length) : lines).map((each) => `${each}\n`).join("")
    if (isContinued) {
      return clearLine + added
    }
    return printed.length < screen.rows
      ? `\r\u001b[${printed.length}A\u001b[J${added}`
      : `${clearLine}${paint.faint("The answer begins anew:")}\n${added}`
  }

  const draw = (view: TaskView) =>
    Effect.flatMap(elapsed, (millis) =>
      Effect.flatMap(Ref.get(shown), ({ printed }) => {
        const lines = showsText ? formatAnswer(view.text, width()).split("\n") : [""]
        const above = lines.slice(0, -1)
        const last = lines.at(-1) ?? ""
        const now = paint.faint(line(Math.floor(millis / 1000), view).slice(0, width() - 1))
        return Effect.zipRight(
          Ref.set(shown, { view, printed: above }),
          write(replace(printed, above) + (last === "" ? now : last))
        )
      })
    )

  /** Draws the elapsed time, where no text has its place. */
  const redraw = Effect.flatMap(Ref.get(shown), ({ view }) =>
    showsText && !/(?:^|\n)$/u.test(view.text) ? Effect.void : draw(view)
  )

  const display: Display = {
    follow: (work) =>
      Effect.raceFirst(
        work(draw),
        Effect.zipRight(Effect.repeat(redraw, Schedule.spaced("300 millis")), Effect.never)
      ).pipe(Effect.ensuring(write(clearLine))),
    finish: (response) =>
      Effect.flatMap(
        Ref.getAndUpdate(shown, (before) => ({ ...before, printed: [] })),
        ({ printed }) => write(replace(printed, formatAnswer(response, width()).split("\n")))
      )
  }
  return display
})
