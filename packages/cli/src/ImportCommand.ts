import { Args, Command, Options } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import { NodeStream } from "@effect/platform-node"
import { plural } from "@storefront/domain/EnglishWording"
import { scanWith } from "@storefront/server/platform/scanner/Scan"
import { formatNames } from "@storefront/server/shop/import/formats/FormatNames"
import * as Import from "@storefront/server/shop/import/Import"
import { FileRefused } from "@storefront/server/shop/import/Lines"
import { csvRows, separatorOf } from "@storefront/server/shop/import/reading/CsvRows"
import { decode } from "@storefront/server/shop/import/reading/Decode"
import { defaults, type Settings } from "@storefront/server/shop/import/Settings"
import { type Writing } from "@storefront/server/shop/import/writing/Writing"
import { Data, DateTime, Effect, Option, Schema, Stream } from "effect"
import * as Input from "./Input.ts"
import * as Output from "./Output.ts"
import { announce } from "./Progress.ts"

/** The options that imports of all kinds have, and what their commands do with them. */

/** Nothing was imported. */
export class NothingImported extends Data.TaggedError("NothingImported")<{ readonly message: string }> {}

const file = Args.text({ name: "file" }).pipe(Args.withDescription("File to import, plain or packed by gzip; - is stdin"))

const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

/** File and options of all kinds. */
export const options = {
  file,
  source: Options.text("source").pipe(
    Options.withDescription("System that the file comes from: its keys are apart from those of others"),
    Options.withDefault("shop")
  ),
  from: Options.choice("from", formatNames).pipe(
    Options.withDescription("Format of the file; recognised by its beginning otherwise"),
    Options.optional
  ),
  encoding: text("encoding", "Encoding of the file, for example windows-1252 (default: UTF-8)"),
  decimal: Options.choice("decimal", ["point", "comma"]).pipe(
    Options.withDescription("Mark before the decimals of amounts"),
    Options.withDefault("point" as const)
  ),
  columns: text("columns", "CSV file (from,to) that renames columns first"),
  dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Say what is wrong with the file, and write nothing")),
  yes: Options.boolean("yes").pipe(Options.withDescription("Do not ask, as scripts must")),
  json: Output.json
}

type Given = Command.Command.ParseConfig<typeof options>

const openFile = (path: string) =>
  path === "-"
    ? Effect.succeed<Stream.Stream<Uint8Array, Input.InputInvalid>>(
        Stream.mapError(NodeStream.stdin, () => new Input.InputInvalid({ message: "stdin cannot be read" }))
      )
    : Effect.map(FileSystem.FileSystem, (files): Stream.Stream<Uint8Array, Input.InputInvalid> =>
        Stream.mapError(
          files.stream(path),
          () => new Input.InputInvalid({ message: `${Output.printable(path)} cannot be read` })
        )
      )

/** Reads a CSV file of two columns, by the first. */
export const readPairs = Effect.fnUntraced(function* (path: Option.Option<string>, from: string, to: string) {
  if (Option.isNone(path)) {
    return new Map<string, string>()
  }
  const invalid = new Input.InputInvalid({
    message: `${Output.printable(path.value)} must be a CSV file with the columns ${from},${to}`
  })
  const content = yield* Stream.mkString(decode(yield* openFile(path.value), null)).pipe(
    Effect.catchTag("FileRefused", () => invalid)
  )
  const rows = yield* Stream.runCollect(csvRows(Stream.make(content), separatorOf(content)))
  const cells = [...rows].flatMap((row) => ("_tag" in row ? [] : [row.cells.map((cell) => cell.trim())]))
  const [heading = [], ...pairs] = cells
  const [fromAt, toAt] = [heading.indexOf(from), heading.indexOf(to)]
  return fromAt < 0 || toAt < 0
    ? yield* invalid
    : new Map(pairs.map((pair) => [(pair[fromAt] ?? "").normalize("NFC"), (pair[toAt] ?? "").normalize("NFC")]))
})

const readSettings = Effect.fnUntraced(function* ({ columns, decimal, encoding, from }: Given) {
  const settings: Settings = {
    ...defaults,
    from: Option.getOrNull(from),
    encoding: Option.getOrNull(encoding),
    decimal,
    renames: yield* readPairs(columns, "from", "to"),
    currency: { code: "USD", decimals: 2 },
    now: yield* DateTime.now,
    isFlagged: (content) => scanWith(undefined, content).verdict !== "clean"
  }
  return settings
})

/** Time of the counts in a file: as given, else that of the file, or now for stdin. */
export const readAsOf = Effect.fnUntraced(function* (given: Option.Option<string>, path: string) {
  if (Option.isSome(given)) {
    return yield* Option.match(DateTime.make(given.value), {
      onNone: () => new Input.InputInvalid({ message: "--as-of must be a time, for example 2026-01-31T09:15:00Z" }),
      onSome: (time) => Effect.succeed(DateTime.toUtc(time))
    })
  }
  const files = yield* FileSystem.FileSystem
  const modified = path === "-" ? Option.none() : yield* Effect.option(files.stat(path))
  return yield* Option.match(
    Option.flatMap(modified, ({ mtime }) => mtime),
    { onNone: () => DateTime.now, onSome: (time) => Effect.succeed(DateTime.unsafeFromDate(time)) }
  )
})

const decodeSource = Schema.decodeUnknown(Schema.String.pipe(Schema.pattern(/^[a-z0-9][a-z0-9_-]{0,39}$/)))

const readSource = (source: string) =>
  Effect.mapError(
    decodeSource(source),
    () =>
      new Input.InputInvalid({
        message: "--source must be 1 to 40 lower-case letters, digits, hyphens and underscores, for example shop"
      })
  )

const refusedFile = ({ fault, line, mend }: FileRefused) =>
  new NothingImported({
    message: `Nothing was imported. ${line === null ? "The file" : `Line ${line}`} ${fault}: ${mend}`
  })

/** Refusals that a terminal shows. */
const shownRefusals = 20

const ImportedRefusal = Schema.Struct({
  line: Schema.Int,
  column: Schema.NullOr(Schema.String),
  key: Schema.NullOr(Schema.String),
  fault: Schema.String,
  mend: Schema.String
})

const Imported = Schema.Struct({
  kind: Schema.String,
  format: Schema.String,
  lines: Schema.Int,
  refused: Schema.Int,
  noted: Schema.Int,
  written: Schema.Int,
  withdrawn: Schema.Int,
  refusals: Schema.Array(ImportedRefusal),
  dry_run: Schema.Boolean
})

const importedLines = ({ dry_run, lines, noted, refusals, refused, withdrawn, written }: typeof Imported.Type) => [
  ...refusals
    .slice(0, shownRefusals)
    .map(({ column, fault, line, mend }) => `line ${line}: ${column === null ? "" : `${column} `}${fault}: ${mend}`),
  ...(refused > shownRefusals ? [`… and ${refused - shownRefusals} more`] : []),
  `${plural(lines, "line")}: ${lines - refused} taken (${noted} with a note), ${refused} refused`,
  dry_run ? "Nothing was written: this was a dry run." : `${plural(written, "row")} written, ${withdrawn} withdrawn`
]

/** Exit code of an import of which some lines were refused. */
const someRefused = 2

/** Imports the file of a command, and prints the report. */
export const runImport = Effect.fn("cli.import")(function* <A, E>(given: Given, writing: Writing<A, E>) {
  const source = yield* readSource(given.source)
  const report = yield* Import.run(
    writing,
    yield* openFile(given.file),
    yield* readSettings(given),
    { source, isDryRun: given.dryRun },
    {
      refused: () => Effect.void,
      noted: () => Effect.void,
      progress: () => Effect.void,
      waiting: announce("waiting until an import that was broken off has lost its lease")
    }
  ).pipe(Effect.mapError((error) => (error instanceof FileRefused ? refusedFile(error) : error)))
  const { end, noted, refusals, refused, withdrawn, written } = report
  yield* Output.print(
    Imported,
    {
      kind: writing.kind.name,
      format: end.format,
      lines: end.lines,
      refused,
      noted,
      written,
      withdrawn,
      refusals: refusals.map(({ _tag: _, ...refusal }) => refusal),
      dry_run: given.dryRun
    },
    given.json,
    importedLines
  )
  if (end.lines > 0 && refused === end.lines) {
    return yield* new NothingImported({ message: "Nothing was imported: no line could be taken" })
  }
  if (refused > 0 || end.endedEarly !== null) {
    yield* Effect.sync(() => {
      process.exitCode = someRefused
    })
  }
})
