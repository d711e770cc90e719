import { CliConfig, CommandDescriptor } from "@effect/cli"
import { Effect } from "effect"
import * as HelpText from "./HelpText.ts"

export const program = "storefront"

/** Leaves the library's own options out of the documents. */
export const config = CliConfig.make({ showBuiltIns: false })

/** Returns the help document of the command that these words lead to, as the library makes it for `--help`. */
export const helpOf = Effect.fnUntraced(function* <A>(
  descriptor: CommandDescriptor.Command<A>,
  words: ReadonlyArray<string>
) {
  const directive = yield* CommandDescriptor.parse(descriptor, [program, ...words, "--help"], config)
  return directive._tag === "BuiltIn" && directive.option._tag === "ShowHelp"
    ? HelpText.parse(directive.option.helpDoc)
    : yield* Effect.dieMessage(`no help of ${words.join(" ")}`)
})
