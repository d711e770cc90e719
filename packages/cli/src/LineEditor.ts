import { Context, Deferred, Effect, Layer, Option } from "effect"
import { createInterface } from "node:readline"

/** Lines that a person types, who can edit them and get earlier ones back. */
export class LineEditor extends Context.Tag("@storefront/cli/LineEditor")<
  LineEditor,
  {
    /** The next line; none when the person wants no more, with ctrl-d, or ctrl-c on an empty line. */
    readonly read: (prompt: string) => Effect.Effect<Option.Option<string>>
    /** Does the work until ctrl-c is pressed; none then. */
    readonly untilInterrupted: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
  }
>() {
  /** The terminal of this process. */
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const lines = yield* Effect.acquireRelease(
        Effect.sync(() => createInterface({ input: process.stdin, output: process.stdout, historySize: 200 })),
        (lines) => Effect.sync(() => lines.close())
      )
      const ended = yield* Deferred.make<void>()
      lines.once("close", () => Deferred.unsafeDone(ended, Effect.void))
      // While lines are edited, the terminal tells them of ctrl-c, and not the process.
      let onCtrlC = () => {}
      lines.on("SIGINT", () => onCtrlC())
      const pressed = Effect.async<void>((resume) => {
        onCtrlC = () => resume(Effect.void)
      })
      const answerTo = (prompt: string) =>
        Effect.async<Option.Option<string>>((resume, signal) => {
          onCtrlC = () => {
            if (lines.line === "") {
              resume(Effect.succeedNone)
            } else {
              lines.write(null, { ctrl: true, name: "e" })
              lines.write(null, { ctrl: true, name: "u" })
            }
          }
          lines.question(prompt, { signal }, (line) => resume(Effect.succeedSome(line)))
        })
      return {
        read: (prompt) => Effect.race(answerTo(prompt), Effect.as(Deferred.await(ended), Option.none())),
        untilInterrupted: (work) => Effect.raceFirst(Effect.asSome(work), Effect.as(pressed, Option.none()))
      }
    })
  )
}
