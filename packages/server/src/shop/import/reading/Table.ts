import { Effect, Option, Stream } from "effect"
import { FileRefused, type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { csvRows, type Row, separatorOf } from "./CsvRows.ts"
import { type Ended } from "./Ended.ts"

/** Reads files of comma-separated values whose first row names the columns. */

/** A row below the heading, with its cells by the names of their columns. */
export interface TableRow {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

/** Names of the columns, and what the file writes for them. */
export interface Heading {
  readonly names: ReadonlyArray<string>
  readonly nameOf: (column: string) => string
}

/** Rules for the heading of a format. */
export interface HeadingRules {
  /** `--columns`. */
  readonly renames: ReadonlyMap<string, string>
  /** Spells the name of a column as the format knows it. */
  readonly spell: (name: string) => string
  readonly isKnown: (column: string) => boolean
  /** Columns that the file must have; of alternatives one. */
  readonly required: ReadonlyArray<ReadonlyArray<string>>
}

const clean = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .normalize("NFC")
    .trim()

/** Reads the heading. */
const readHeading = (
  { cells, line }: Row,
  { isKnown, renames, required, spell }: HeadingRules
): Effect.Effect<Heading, FileRefused> => {
  const written = cells.map(clean)
  const renamed = new Map([...renames].map(([from, to]) => [clean(from).toLowerCase(), to]))
  const names = written.map((name) => spell(renamed.get(name.toLowerCase()) ?? name))
  const refuse = (fault: string, mend: string) => new FileRefused({ line, fault, mend })
  const twice = names.find((name, at) => isKnown(name) && names.indexOf(name) < at)
  const missing = required.find((alternatives) => !alternatives.some((name) => names.includes(name)))
  return twice !== undefined
    ? refuse(`has two columns ${quote(twice)}`, "remove or rename one of them")
    : !names.some(isKnown)
      ? refuse(
          `has no column that is known, but ${quote(written.join(", "))}`,
          "the first line must name the columns: see --template, or rename columns with --columns"
        )
      : missing !== undefined
        ? refuse(
            `has no column ${missing.map(quote).join(" or ")}`,
            "add it: the first line names the columns; see --template, or rename columns with --columns"
          )
        : Effect.succeed({ names, nameOf: (column) => written[names.indexOf(column)] ?? column })
}

/** Reads a row below the heading. */
const readRow = ({ cells, line }: Row, { names }: Heading): TableRow | Refused => {
  const refuse = (fault: string, mend: string) => refuseLine(line, null, null, { fault, mend })
  const surplus = cells.slice(names.length).some((cell) => cell.trim() !== "")
  return surplus || cells.length < names.length
    ? refuse(
        `has ${cells.length} cells, and the heading has ${names.length}`,
        "put cells that contain the separator or a line break into quotation marks"
      )
    : cells.every((cell, at) => clean(cell).toLowerCase() === names[at]?.toLowerCase())
      ? refuse("repeats the names of the columns", "remove this line: files were joined with their headings")
      : { line, cells: new Map(names.map((name, at) => [name, cells[at] ?? ""])) }
}

/** A heading with the function that is made for it. */
interface Opened<A> {
  readonly heading: Heading
  readonly map: (row: TableRow) => ReadonlyArray<A>
}

/** Opens the table with the first of some rows, if it is not open yet. */
const open = <A>(
  opened: Option.Option<Opened<A>>,
  rows: ReadonlyArray<Row | Ended>,
  rules: HeadingRules,
  makeMap: (heading: Heading) => Opened<A>["map"]
): Effect.Effect<readonly [Option.Option<Opened<A>>, ReadonlyArray<Row | Ended>], FileRefused> => {
  const [first, ...rest] = rows
  return Option.isSome(opened) || first === undefined || "_tag" in first
    ? Effect.succeed([opened, rows])
    : Effect.map(readHeading(first, rules), (heading) => [Option.some({ heading, map: makeMap(heading) }), rest])
}

/** Reads the rows of a table, each mapped by a function that is made for its heading. */
export const table = <A, E>(
  text: Stream.Stream<string, E>,
  beginning: string,
  rules: HeadingRules,
  makeMap: (heading: Heading) => (row: TableRow) => ReadonlyArray<A>
): Stream.Stream<A | Refused | Ended, E | FileRefused> =>
  csvRows(text, separatorOf(beginning)).pipe(
    Stream.mapAccumEffect(Option.none<Opened<A>>(), (before, rows) =>
      Effect.map(
        open(before, rows, rules, makeMap),
        ([opened, below]) =>
          [
            opened,
            below.flatMap((row): ReadonlyArray<A | Refused | Ended> => {
              if ("_tag" in row || Option.isNone(opened)) {
                return "_tag" in row ? [row] : []
              }
              const read = readRow(row, opened.value.heading)
              return "_tag" in read ? [read] : opened.value.map(read)
            })
          ] as const
      )
    ),
    Stream.mapConcat((mapped) => mapped)
  )
