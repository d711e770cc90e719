import { Args, Command } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import { namesOf, scan } from "@storefront/server/platform/scanner/Scan"
import { Effect, Option, Schema } from "effect"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription("Lines of text, or of JSON objects with a text; - or nothing for stdin"),
  Args.withDefault("-")
)

/** Decodes a line of JSON; any other line is a text as it stands. */
const decodeTextLine = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ text: Schema.String })))

const Judgement = Schema.Struct({
  text: Schema.String,
  verdict: Schema.Literal("clean", "flagged", "blocked"),
  score: Schema.Number,
  /** Rules that matched, each with the view of the text in which it did. */
  findings: Schema.Array(Schema.Struct({ rule: Schema.String, view: Schema.String }))
})

const judge = (text: string): typeof Judgement.Type => ({ text, ...scan(text) })

/** Characters of a text that are shown. */
const shown = 80

const lineOf = ({ findings, score, text, verdict }: typeof Judgement.Type): ReadonlyArray<string> => [
  [
    verdict.padEnd(7),
    score.toFixed(2),
    namesOf(findings).join(",") || "-",
    Output.printable(text.slice(0, shown))
  ].join("  ")
]

const read = Effect.fn("cli.guard.read")(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files
    .readFileString(path === "-" ? "/dev/stdin" : path)
    .pipe(Effect.mapError(() => new Input.InputInvalid({ message: `${Output.printable(path)} cannot be read` })))
})

const check = Command.make(
  "check",
  { file, json: Output.json },
  Effect.fn("cli.guard.check")(function* ({ file, json }) {
    const content = yield* read(file)
    const texts = content
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => Option.match(decodeTextLine(line), { onNone: () => line, onSome: ({ text }) => text }))
    yield* Effect.forEach(texts, (text) => Output.print(Judgement, judge(text), json, lineOf), { discard: true })
  })
).pipe(
  Command.withDescription(
    "Say what the scanner for prompt injection thinks of texts: verdict, score and rules, a line for each."
  )
)

/** The commands for the guard; they need no database. */
export const guard = Command.make("guard").pipe(
  Command.withDescription("Check texts with the guard against prompt injection."),
  Command.withSubcommands([check])
)
