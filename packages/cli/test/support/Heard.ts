import { Command, HelpDoc, ValidationError } from "@effect/cli"
import { Effect, Either, Predicate } from "effect"

/** The sentence of a failure, also of words that are no command. */
const sentenceOf = (failure: unknown): string =>
  ValidationError.isValidationError(failure)
    ? HelpDoc.toAnsiText(failure.error).trim()
    : Predicate.hasProperty(failure, "message")
      ? String(failure.message)
      : String(failure)

/** A command as it is typed. */
export const typed = <Name extends string, R, E, A>(
  command: Command.Command<Name, R, E, A>,
  args: ReadonlyArray<string>
) => Command.run(command, { name: "storefront", version: "0" })(["node", "storefront", ...args])

/** What a program prints on stdout, what it announces on stderr, and the sentence that it fails with, or null. */
export const heard = Effect.fnUntraced(function* <A, E, R>(program: Effect.Effect<A, E, R>) {
  const printed: Array<string> = []
  const announced: Array<string> = []
  const console = yield* Effect.console
  const outcome = yield* program.pipe(
    Effect.withConsole({
      ...console,
      log: (line) => Effect.sync(() => printed.push(String(line))),
      error: (line) => Effect.sync(() => announced.push(String(line)))
    }),
    Effect.either
  )
  return { printed, announced, failure: Either.match(outcome, { onLeft: sentenceOf, onRight: () => null }) }
})
