import { Either } from "effect"
import { type Fault, type Note } from "../Lines.ts"
import { type Settings } from "../Settings.ts"

/** Columns as values: each with its docs and a reader of its cells, from which templates, docs and checks derive. */

/** A value that a reader took from a cell, with remarks on it. */
export interface Read<A> {
  readonly value: A
  /** Sentences as in `Note.text`. */
  readonly notes: ReadonlyArray<string>
}

/** Takes the value of a cell that is not blank. */
export type Reader<A> = (cell: string, settings: Settings) => Either.Either<Read<A>, Fault>

/** A column of a kind of file. */
export interface Column<A> {
  readonly isRequired: boolean
  /** Explains the content, for the docs: a phrase without a full stop. */
  readonly docs: string
  /** A cell for the template. */
  readonly example: string
  readonly read: Reader<A>
  /** Value of a blank cell, or why a cell may not be blank. */
  readonly blank: Either.Either<Read<A>, Fault>
  /** Value when the file has no such column. */
  readonly missing: Either.Either<A, Fault>
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** Values of a line by the fields of its columns. */
export type ValuesOf<C extends Columns> = { readonly [Field in keyof C]: C[Field] extends Column<infer A> ? A : never }

export const taken = <A>(value: A, notes: ReadonlyArray<string> = []): Either.Either<Read<A>, never> =>
  Either.right({ value, notes })

export const refused = (fault: string, mend: string): Either.Either<never, Fault> => Either.left({ fault, mend })

/** Returns the fault of a blank cell that must be filled in. */
export const blank = (example: string) => refused("is empty", `fill it in, for example ${example}`)

type Described = Pick<Column<unknown>, "docs" | "example">

/** Declares a column that every line fills in. */
export const required = <A>(read: Reader<A>, described: Described): Column<A> => ({
  ...described,
  read,
  isRequired: true,
  blank: blank(described.example),
  missing: refused("is missing", `add it, for example ${described.example}`)
})

/** Declares a column that may be missing, which leaves the stored value. A blank cell empties it. */
export const optional = <A, E>(read: Reader<A>, empty: E, described: Described): Column<A | E | undefined> => ({
  ...described,
  read,
  isRequired: false,
  blank: taken(empty),
  missing: Either.right(undefined)
})

/** Declares a column that may be missing; a blank cell leaves the stored value as well. */
export const left = <A>(read: Reader<A>, described: Described): Column<A | undefined> =>
  optional(read, undefined, described)

/** Returns the name of a field's column in a file: `externalId` is `external_id`. */
export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A fault of one column, by the column's name in our own format. */
export interface CellFault extends Fault {
  readonly column: string | null
}

/** The cells of a line by the columns of our own format. */
export type Cells = ReadonlyMap<string, string>

/** Values of a line with the remarks on them. */
export interface ReadLine<A> {
  readonly value: A
  readonly notes: ReadonlyArray<Note>
}

/** Makes a function that reads the cells of all columns; its fault is that of the first column that has one. */
export const cellsReader = <C extends Columns>(columns: C) => {
  const fields = Object.entries(columns).map(([field, { blank, missing, read }]) => ({
    field,
    column: columnOf(field),
    read,
    blank,
    missing: Either.map(missing, (value): Read<unknown> => ({ value, notes: [] }))
  }))
  return (cells: Cells, settings: Settings): Either.Either<ReadLine<ValuesOf<C>>, CellFault> => {
    const values: Record<string, unknown> = {}
    const notes: Array<Note> = []
    for (const { blank, column, field, missing, read } of fields) {
      const cell = cells.get(column)
      const result = cell === undefined ? missing : cell.trim() === "" ? blank : read(cell, settings)
      if (Either.isLeft(result)) {
        return Either.left({ column, ...result.left })
      }
      values[field] = result.right.value
      notes.push(...result.right.notes.map((text) => ({ column, text })))
    }
    // The loop has read every field with its own reader, which its type cannot say.
    return Either.right({ value: values as ValuesOf<C>, notes })
  }
}
