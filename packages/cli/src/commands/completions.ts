import { Args, Command, type CommandDescriptor } from "@effect/cli"
import { Console, Effect } from "effect"
import * as Completions from "../help/Completions.ts"

const shell = Args.choice(
  [
    ["bash", Completions.bash],
    ["zsh", Completions.zsh],
    ["fish", Completions.fish]
  ],
  { name: "shell" }
).pipe(Args.withDescription("bash, zsh or fish"))

/** Prints a script that makes a shell complete our commands. */
export const completions = (root: () => CommandDescriptor.Command<unknown>) =>
  Command.make("completions", { shell }, ({ shell }) =>
    Effect.flatMap(Completions.completionsOf(root()), (words) => Console.log(shell(words)))
  ).pipe(Command.withDescription("Print a script that makes a shell complete commands."))
