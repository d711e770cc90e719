import { Args, type Command, Options } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import { NodeStream } from "@effect/platform-node"
import { plural } from "@storefront/domain/EnglishWording"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { formatNames } from "@storefront/server/shop/import/formats/FormatNames"
import { makeIsFlagged } from "@storefront/server/shop/import/Flagging"
import * as Import from "@storefront/server/shop/import/Import"
import { FileRefused } from "@storefront/server/shop/import/Lines"
import { type KindColumns } from "@storefront/server/shop/import/kinds/Kind"
import { ownFormats } from "@storefront/server/shop/import/kinds/SimpleKind"
import { templateOf } from "@storefront/server/shop/import/kinds/Template"
import { readPairs } from "@storefront/server/shop/import/reading/Pairs"
import { readMoment } from "@storefront/server/shop/import/rules/values/Dates"
import { defaults, type Settings } from "@storefront/server/shop/import/Settings"
import { type Writing } from "@storefront/server/shop/import/writing/Writing"
import { Console, Data, DateTime, Effect, Either, Option, Schema, Stream, Struct } from "effect"
import * as Failure from "./Failure.ts"
import * as ImportProgress from "./ImportProgress.ts"
import * as ImportReport from "./ImportReport.ts"
import * as Input from "./Input.ts"
import * as Output from "./Output.ts"
import { announce } from "./Progress.ts"
import { count } from "./TerminalLayout.ts"

/** The options that imports of all kinds have, and what their commands do with them. */

/** Nothing was imported. */
export class NothingImported extends Data.TaggedError("NothingImported")<{ readonly message: string }> {}

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription("File to import, plain or packed by gzip; - is stdin"),
  Args.optional
)

/** Source of files that come from no other system. */
const ownSource = "shop"

/** Declares an optional option with a text. */
export const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

/** File and options of all kinds. */
export const options = {
  file,
  source: Options.text("source").pipe(
    Options.withDescription("System that the file comes from: its keys are apart from those of others"),
    Options.withDefault(ownSource)
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
  template: Options.boolean("template").pipe(Options.withDescription("Print a file with one line, to begin with")),
  intoDemonstration: Options.boolean("into-demonstration").pipe(
    Options.withDescription("Import even into the demonstration shop")
  ),
  dryRun: Options.boolean("dry-run").pipe(
    Options.withDescription("Say what is wrong with the file, and write nothing")
  ),
  report: text("report", "CSV file to write with all refusals and notes"),
  yes: Options.boolean("yes").pipe(Options.withDescription("Do not ask, as scripts must")),
  json: Output.json
}

/** File and options of kinds whose keys hold for the whole shop, and that have no format but our own. */
export const ownOptions = {
  ...Struct.omit(options, "source"),
  from: Options.choice("from", ownFormats).pipe(
    Options.withDescription("Format of the file; recognised by its beginning otherwise"),
    Options.optional
  )
}

type AllGiven = Command.Command.ParseConfig<typeof options>

/** Options that only some kinds have. */
type GivenBySome = Pick<AllGiven, "decimal" | "from" | "source"> & {
  readonly categories: Option.Option<string>
  readonly categoryMap: Option.Option<string>
}

type Given = Omit<AllGiven, keyof GivenBySome> & Partial<GivenBySome>

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

/** Reads a CSV file of two columns; without one the map is empty. */
export const readMap = (path: Option.Option<string>, to: "to" | "category") =>
  Option.match(path, {
    onNone: () => Effect.succeed<ReadonlyMap<string, string>>(new Map()),
    onSome: (path) =>
      Effect.flatMap(openFile(path), (bytes) => readPairs(bytes, to)).pipe(
        Effect.catchTag(
          "FileRefused",
          ({ fault, line, mend }) =>
            new Input.InputInvalid({
              message: `${Output.printable(path)}${line === null ? "" : `, line ${line}`}: ${fault}: ${mend}`
            })
        )
      )
  })

export const readSettings = Effect.fnUntraced(function* ({
  columns,
  decimal = defaults.decimal,
  encoding,
  from = Option.none()
}: Given) {
  const settings: Settings = {
    ...defaults,
    from: Option.getOrNull(from),
    encoding: Option.getOrNull(encoding),
    decimal,
    renames: yield* readMap(columns, "to"),
    currency: shopSettings().currency,
    now: yield* DateTime.now,
    isFlagged: makeIsFlagged()
  }
  return settings
})

/** Time of the counts in a file: as given, else that of the file, or now for stdin. */
export const readAsOf = Effect.fnUntraced(function* (given: Option.Option<string>, path: string) {
  const now = yield* DateTime.now
  if (Option.isSome(given)) {
    const time = yield* Either.mapBoth(readMoment(given.value), {
      onLeft: ({ fault, mend }) => new Input.InputInvalid({ message: `--as-of ${fault}: ${mend}` }),
      onRight: ({ value }) => DateTime.unsafeMake(value)
    })
    return DateTime.lessThanOrEqualTo(time, now)
      ? time
      : yield* new Input.InputInvalid({
          message: "--as-of must not lie in the future: orders until then would not count"
        })
  }
  const files = yield* FileSystem.FileSystem
  const modified = path === "-" ? Option.none() : yield* Effect.option(files.stat(path))
  return Option.match(
    Option.flatMap(modified, ({ mtime }) => mtime),
    { onNone: () => now, onSome: (time) => DateTime.min(now, DateTime.unsafeFromDate(time)) }
  )
})

const decodeSource = Schema.decodeUnknown(Schema.String.pipe(Schema.pattern(/^[a-z0-9][a-z0-9_-]{0,39}$/)))

const readSource = (source = ownSource) =>
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

/** Number of lines in which a column or a content occurs. */
const Counted = Schema.Struct({ name: Schema.String, lines: Schema.Int })

const Imported = Schema.Struct({
  kind: Schema.String,
  format: Schema.String,
  lines: Schema.Int,
  refused: Schema.Int,
  noted: Schema.Int,
  written: Schema.Int,
  withdrawn: Schema.Int,
  withdrawal_omitted: Schema.Boolean,
  tiers: Schema.Array(Schema.String),
  refusals: Schema.Array(ImportedRefusal),
  /** Taxonomies that lead to no category, or to several. Products only. */
  not_categorised: Schema.Int,
  report: Schema.NullOr(Schema.String),
  categories: Schema.NullOr(Schema.String),
  /** The place from which on the file could not be read, if there is one. */
  ended_early: Schema.NullOr(Schema.Struct({ line: Schema.Int, fault: Schema.String, mend: Schema.String })),
  unknown_columns: Schema.Array(Counted),
  not_mapped: Schema.Array(Counted),
  dry_run: Schema.Boolean
})

const countedLines = (lead: string, counted: ReadonlyArray<typeof Counted.Type>) =>
  counted.length === 0
    ? []
    : [
        `${lead}: ${counted.map(({ lines, name }) => `${Output.printable(name)} (${plural(lines, "line")})`).join(", ")}`
      ]

const importedLines = ({
  categories,
  dry_run,
  ended_early,
  lines,
  not_categorised,
  not_mapped,
  noted,
  refusals,
  refused,
  report,
  tiers,
  unknown_columns,
  withdrawal_omitted,
  withdrawn,
  written
}: typeof Imported.Type) => [
  ...refusals
    .slice(0, shownRefusals)
    .map(({ column, fault, line, mend }) => `line ${line}: ${column === null ? "" : `${column} `}${fault}: ${mend}`),
  ...(refused > shownRefusals
    ? [`… and ${refused - shownRefusals} more${report === null ? ": --report <csv> writes all" : ""}`]
    : []),
  `${plural(lines, "line")}: ${lines - refused} taken (${noted} with a note), ${refused} refused`,
  ...(ended_early === null
    ? []
    : [`Reading ended at line ${ended_early.line}, which ${ended_early.fault}: ${ended_early.mend}`]),
  ...countedLines("Columns that are not known", unknown_columns),
  ...countedLines("Not taken, because the shop has no place for it", not_mapped),
  ...(report === null ? [] : [`Refusals and notes: ${Output.printable(report)}`]),
  ...(categories !== null
    ? [
        `Categories of the taxonomies (${count(not_categorised)} with none, or several): ${Output.printable(categories)}, ` +
          "to edit and give to --category-map"
      ]
    : not_categorised > 0
      ? [
          `Taxonomies with no category, or several: ${count(not_categorised)}. --categories <csv> writes a map to edit, for --category-map`
        ]
      : []),
  ...(tiers.length === 0 ? [] : [`The loyalty tiers ${tiers.join(", ")} give no discount and no free delivery`]),
  ...(withdrawal_omitted
    ? [
        "Nothing is withdrawn: without the keys of all its lines, and a line that could be taken, the file does not say what the shop lacks"
      ]
    : []),
  dry_run ? "Nothing was written: this was a dry run." : `${plural(written, "row")} written, ${withdrawn} withdrawn`
]

/** Exit codes besides 0 and 1, with which nothing was written. */
const exitCodes = { someRefused: 2, brokenOff: 3 }

const exitWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code
  })

/** Runs the command of a kind: prints its template, or imports the file with what `makeWriting` makes for it. */
export const importFile = <A, E1, E2, R>(
  given: Given,
  kind: KindColumns,
  makeWriting: (file: string) => Effect.Effect<Writing<A, E1>, E2, R>
) =>
  given.template
    ? Console.log(templateOf(kind).trimEnd())
    : Option.match(given.file, {
        onNone: () => new Input.InputInvalid({ message: "Name the file to import, or - for stdin" }),
        onSome: (file) => Effect.flatMap(makeWriting(file), (writing) => runImport(given, file, writing))
      })

/** Imports the file of a command, and prints the report. */
const runImport = Effect.fn("cli.import")(function* <A, E>(given: Given, file: string, writing: Writing<A, E>) {
  const source = yield* readSource(given.source)
  const { categories = Option.none(), categoryMap = Option.none(), columns } = given
  const inputs = [...(file === "-" ? [] : [file]), ...Option.toArray(columns), ...Option.toArray(categoryMap)]
  const lines = yield* ImportReport.open(given.report, inputs)
  const writeCategories = yield* ImportReport.openCategories(categories, [...inputs, ...Option.toArray(given.report)])
  const report = yield* Import.run(
    writing,
    yield* openFile(file),
    yield* readSettings(given),
    { source, isDryRun: given.dryRun, isIntoDemonstration: given.intoDemonstration },
    {
      ...lines,
      progress: yield* ImportProgress.make(process.stderr.isTTY ? process.stderr : null),
      waiting: announce("waiting until an import that was broken off has lost its lease")
    }
  ).pipe(
    Effect.ensuring(ImportProgress.clear),
    Effect.onInterrupt(() => exitWith(exitCodes.brokenOff)),
    Effect.mapError((error) => (error instanceof FileRefused ? refusedFile(error) : error)),
    Effect.tapError((error) =>
      error instanceof Import.ImportBrokenOff
        ? Effect.zipRight(announce(Failure.describe(error.cause)), exitWith(exitCodes.brokenOff))
        : Effect.void
    )
  )
  yield* writeCategories(report.mapped)
  const { end, isWithdrawalOmitted, mapped, noted, refusals, refused, tiers, withdrawn, written } = report
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
      withdrawal_omitted: isWithdrawalOmitted,
      tiers,
      refusals: refusals.map((refusal) => Struct.omit(refusal, "_tag")),
      not_categorised: mapped.filter(({ category }) => category === null).length,
      report: Option.getOrNull(given.report),
      categories: Option.getOrNull(categories),
      ended_early: end.endedEarly,
      unknown_columns: end.unknownColumns,
      not_mapped: end.notMapped,
      dry_run: given.dryRun
    },
    given.json,
    importedLines
  )
  if (writing.kind.name === "products" && written + withdrawn > 0) {
    yield* announce("meaning is searched after: storefront embeddings build")
  }
  if (refused === end.lines && written + withdrawn === 0 && (refused > 0 || end.endedEarly !== null)) {
    return yield* new NothingImported({ message: "Nothing was imported: no line could be taken" })
  }
  if (refused > 0 || end.endedEarly !== null) {
    yield* exitWith(exitCodes.someRefused)
  }
}, Effect.scoped)
