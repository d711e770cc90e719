import { AutoCorrect, type Command, CommandDescriptor, type HelpDoc } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { Array, Console, Data, Effect } from "effect"
import { type Canvas, type Group, overview, page } from "./help/HelpPage.ts"
import { config, helpOf, program } from "./help/HelpDocuments.ts"
import * as HelpText from "./help/HelpText.ts"
import { printable } from "./Output.ts"
import { Paint } from "./Paint.ts"

/** The command is unknown or used wrongly; the message says how to use it. */
export class UsageInvalid extends Data.TaggedError("UsageInvalid")<{ readonly message: string }> {}

/** Maximum width of help; longer lines are hard to read. */
const widest = 120

/** Returns whether a word is probably a typo of another: fewer edits than correct letters. */
const isNear = (word: string, slips: number) => slips <= 3 && slips < word.length / 2

const isHelpWanted = (args: ReadonlyArray<string>) =>
  Array.takeWhile(args, (arg) => arg !== "--").some((arg) => arg === "--help" || arg === "-h")

/** Commands that need a password, and the ways to give it to them. */
const passwordWays: Readonly<Record<string, string>> = {
  ask: "Put it into STOREFRONT_PASSWORD, pipe it in with --password-stdin, or leave it out and be asked for it",
  "users create-admin": "Put it into ADMIN_PASSWORD, or leave it out and be asked for it",
  "users set-password": "Put it into PASSWORD, pipe it in, or leave it out and be asked for it"
}

/** Commands that set a password: a word too many may be one, and is not repeated. */
const passwordSetters = new Set(["users create-admin", "users set-password"])

/** Fails if a password is among the arguments, which everybody on the machine can read. */
const refusePassword = (path: ReadonlyArray<string>, args: ReadonlyArray<string>) => {
  const ways = passwordWays[path.join(" ")]
  const isGiven = Array.takeWhile(args, (arg) => arg !== "--").some((arg) => /^--password(=|$)/.test(arg))
  return isGiven && ways !== undefined
    ? new UsageInvalid({ message: `A password in the command line can be read by everybody on this machine. ${ways}.` })
    : Effect.void
}

const sentence = (doc: HelpDoc.HelpDoc) =>
  HelpText.paragraphs(doc)
    .filter((paragraph) => paragraph !== "")
    .join("; ")
    .replace("is not a integer", "is not a whole number")

/** Returns the commands directly below a path. */
const childrenOf = (paths: ReadonlySet<string>, path: ReadonlyArray<string>) =>
  [...paths].flatMap((known) => {
    const words = known.split(" ")
    return words.length === path.length + 1 && path.every((word, index) => word === words[index])
      ? words.slice(path.length)
      : []
  })

/** Returns the words that lead to a command; fails if one of them leads nowhere. */
const locate = Effect.fnUntraced(function* (paths: ReadonlySet<string>, args: ReadonlyArray<string>) {
  const path: Array<string> = []
  for (const word of args) {
    const children = childrenOf(paths, path)
    if (children.length === 0 || word.startsWith("-")) {
      break
    }
    if (!children.includes(word)) {
      const [nearest] = children
        .map((child) => [child, AutoCorrect.levensteinDistance(word, child, config)] as const)
        .toSorted(([, one], [, other]) => one - other)
      const hint =
        nearest !== undefined && isNear(nearest[0], nearest[1])
          ? `Did you mean: ${[program, ...path, nearest[0]].join(" ")}`
          : `There are: ${children.join(", ")}`
      return yield* new UsageInvalid({
        message: `There is no command "${[program, ...path, printable(word)].join(" ")}". ${hint}`
      })
    }
    path.push(word)
  }
  return path
})

/** Runs the command line: the library parses and dispatches; help and error texts are ours. */
export const run = <Name extends string, R, E, A>(
  root: Command.Command<Name, R, E, A>,
  { groups, version }: { readonly groups: ReadonlyArray<Group>; readonly version: string }
) =>
  Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
    const whole = yield* helpOf(root.descriptor, [])
    const paths = new Set(whole.commands.map(({ name }) => HelpText.commandPath(name)))
    const path = yield* locate(paths, args)
    const printHelp = Effect.gen(function* () {
      const canvas: Canvas = {
        columns: Math.min(widest, (yield* (yield* Terminal.Terminal).columns) || 80),
        paint: yield* Paint
      }
      const lines =
        path.length === 0
          ? overview(whole, groups, version, canvas)
          : page(path.join(" "), yield* helpOf(root.descriptor, path), canvas)
      yield* Console.log(lines.join("\n"))
    })
    // Help for a group is printed without building what its commands need.
    const isGroup = childrenOf(paths, path).length > 0 && whole.commands.some(({ name }) => name === path.join(" "))
    if (args.length === 0 || isHelpWanted(args) || (isGroup && args.length === path.length)) {
      return yield* printHelp
    }
    if (args[0] === "--version") {
      return yield* Console.log(version)
    }
    yield* refusePassword(path, args)
    const directive = yield* Effect.mapError(
      CommandDescriptor.parse(root.descriptor, [program, ...args], config),
      ({ error }) =>
        new UsageInvalid({ message: `${sentence(error)}. How it is used: ${[program, ...path].join(" ")} --help` })
    )
    if (directive._tag === "BuiltIn") {
      return yield* printHelp
    }
    const [unknown] = directive.leftover
    if (unknown !== undefined) {
      const command = path.join(" ")
      const problem =
        passwordSetters.has(command) && !unknown.startsWith("-")
          ? `A word too many is given; if it is a password, everybody on this machine can read it. ${passwordWays[command]}`
          : `Nothing is known about ${JSON.stringify(printable(unknown))} here`
      return yield* new UsageInvalid({ message: `${problem}. How it is used: ${program} ${command} --help` })
    }
    return yield* root.transform(root.handler(directive.value), directive.value)
  })
