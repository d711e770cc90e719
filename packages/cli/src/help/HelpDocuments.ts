import { CliConfig, CommandDescriptor } from "@effect/cli"
import { Effect } from "effect"
import * as HelpText from "./HelpText.ts"

/** What is typed before everything else. */
export const program = "storefront"

/** Only what we offer ourselves is in the documents. */
export const config = CliConfig.make({ showBuiltIns: false })

/** The document of the command that these words lead to. The library has it for whoever asks for help. */
export const helpOf = Effect.fnUntraced(function* <A>(
  descriptor: CommandDescriptor.Command<A>,
  words: ReadonlyArray<string>
) {
  const directive = yield* CommandDescriptor.parse(descriptor, [program, ...words, "--help"], config)
  return directive._tag === "BuiltIn" && directive.option._tag === "ShowHelp"
    ? HelpText.parse(directive.option.helpDoc)
    : yield* Effect.dieMessage(`no help of ${words.join(" ")}`)
})
