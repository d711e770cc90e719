import { Context, Deferred, Effect, Layer, Option } from "effect"
import { createInterface } from "node:readline"

/** Lines typed by a person, with editing and history. */
export class LineEditor extends Context.Tag("@storefront/cli/LineEditor")<
  LineEditor,
  {
    /** Reads the next line; none if the person ends it with ctrl-d, or with ctrl-c on an empty line. */
    readonly read: (prompt: string) => Effect.Effect<Option.Option<string>>
    /** Runs an effect until ctrl-c is pressed; none then. */
    readonly untilInterrupted: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
  }
>() {
  /** Reads from the terminal of this process. */
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const lines = yield* Effect.acquireRelease(
        Effect.sync(() => createInterface({ input: process.stdin, output: process.stdout, historySize: 200 })),
        (lines) => Effect.sync(() => lines.close())
      )
      const ended = yield* Deferred.make<void>()
      lines.once("close", () => Deferred.unsafeDone(ended, Effect.void))
      // During line editing, readline receives ctrl-c instead of the process.
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
