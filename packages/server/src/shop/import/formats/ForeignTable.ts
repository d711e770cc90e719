import { type Stream } from "effect"
import { type ForeignFacts, type SourceLine } from "../kinds/Kind.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { type Note } from "../Lines.ts"
import { type Heading, table, type TableRow } from "../reading/Table.ts"
import { type Settings } from "../Settings.ts"
import { type Context, type Line, type Lines, plainLine } from "./Format.ts"

/** Helps formats whose columns have other names than ours. */

/** Columns of a foreign format, in lower case. */
export interface ForeignColumns {
  /** Our own column for one of theirs. */
  readonly mapped: Readonly<Record<string, string>>
  /** Columns that the format itself reads. */
  readonly read: ReadonlyArray<string | RegExp>
  /** Contents without a place here, by pattern of their columns. */
  readonly notMapped: ReadonlyArray<readonly [column: RegExp, content: string]>
  /** Columns that say nothing to a shop's customers, and are not even counted. */
  readonly ignored: RegExp
  readonly required: ReadonlyArray<ReadonlyArray<string>>
  /** Undoes what the exporting program does to every cell. */
  readonly unescape?: (cell: string) => string
}

/** A row of a foreign table. */
export interface ForeignRow {
  readonly line: number
  /** Trimmed content by lower-case column; empty when there is none. */
  readonly get: (column: string) => string
  /** Returns whether the file has a column. */
  readonly has: (column: string) => boolean
  /** Names of the columns in lower case, and as the file writes them. */
  readonly names: ReadonlyArray<string>
  readonly written: (column: string) => string
  /** Builds a line of the mapped cells, with changes and facts of the format's own; undefined takes a cell away. */
  readonly toLine: (changes: {
    readonly cells: Readonly<Record<string, string | undefined>>
    readonly options?: ReadonlyArray<Option>
    readonly facts: ForeignFacts
    readonly notes?: ReadonlyArray<Note>
  }) => SourceLine
}

/** Cells by which an export says that there is nothing. */
const isNothing = /^(?:0(?:[.,]0+)?|no|false|deny|none)?$/i

/** Makes the rows of a file for a format. */
const makeRows = ({ nameOf, names }: Heading, columns: ForeignColumns) => {
  const unescape = columns.unescape ?? ((cell) => cell)
  const isRead = (name: string) =>
    Object.hasOwn(columns.mapped, name) ||
    columns.read.some((read) => (typeof read === "string" ? read === name : read.test(name)))
  const others = names.filter((name) => !isRead(name) && !columns.ignored.test(name))
  const contents = others.flatMap((name) => {
    const content = columns.notMapped.find(([pattern]) => pattern.test(name))?.[1]
    return content === undefined ? [] : [{ name, content }]
  })
  const unknown = others.filter((name) => !contents.some((found) => found.name === name))
  const mapped = names.filter((name) => Object.hasOwn(columns.mapped, name))
  const theirs = new Map(mapped.map((name) => [columns.mapped[name] ?? name, name]))
  return ({ cells, line }: TableRow): ForeignRow => {
    const get = (column: string) => unescape(cells.get(column)?.trim() ?? "")
    return {
      line,
      get,
      has: (column) => cells.has(column),
      names,
      written: nameOf,
      toLine: ({ cells: changes, facts, notes = [], options = [] }) => ({
        ...plainLine,
        line,
        cells: new Map(
          Object.entries({
            ...Object.fromEntries(mapped.map((name) => [columns.mapped[name] ?? name, get(name)])),
            ...changes
          }).flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell]]))
        ),
        options,
        foreign: facts,
        notes,
        unknown: unknown.filter((name) => get(name) !== "").map(nameOf),
        notMapped: contents.flatMap(({ content, name }) => (isNothing.test(get(name)) ? [] : [content])),
        nameOf: (column) => nameOf(theirs.get(column) ?? column)
      })
    }
  }
}

/** Reads the rows of a foreign table, each mapped by a function that is made for the file. */
export const foreignTable = <E>(
  text: Stream.Stream<string, E>,
  { beginning, settings: { renames } }: Context,
  columns: ForeignColumns,
  makeMap: () => (row: ForeignRow) => ReadonlyArray<Line>
): Lines<E> => {
  const known = new Set([...Object.keys(columns.mapped), ...columns.required.flat()])
  return table(
    text,
    beginning,
    { renames, spell: (name) => name.toLowerCase(), isKnown: (name) => known.has(name), required: columns.required },
    (heading) => {
      const rowOf = makeRows(heading, columns)
      const map = makeMap()
      return (row) => map(rowOf(row))
    }
  )
}

/** Returns the names in the first line of a file, renamed, in lower case and without quotation marks. */
export const headingOf = (beginning: string, renames: Settings["renames"]): ReadonlySet<string> => {
  const renamed = new Map([...renames].map(([from, to]) => [from.toLowerCase(), to.toLowerCase()]))
  const names = (beginning.split("\n", 1)[0] ?? "").split(/[,;\t]/)
  return new Set(
    names
      .map((name) =>
        name
          .replaceAll(/["\uFEFF]/g, "")
          .trim()
          .toLowerCase()
      )
      .map((name) => renamed.get(name) ?? name)
  )
}
