import { Either } from "effect"
import { type CellFault, cellsReader, type Columns, type ValuesOf } from "../rules/Column.ts"
import { type Settings } from "../Settings.ts"
import { type Kind, type KindColumns, type KindName } from "./Kind.ts"

/** Formats of our own, which all kinds have. */
export const ownFormats = ["csv", "jsonl"] as const

/** Checks what several columns say together, and gives the values their final form. */
type Finish<C extends Columns, A> = (values: ValuesOf<C>, settings: Settings) => Either.Either<A, CellFault>

/** Builds a kind whose lines are the values of their cells. */
export const simpleKind = <C extends Columns, A>(
  name: KindName,
  key: keyof C & string,
  columns: C,
  finish: Finish<C, A>,
  options: Partial<Pick<KindColumns, "formats" | "structures">> = {}
): Kind<A> => {
  const readCells = cellsReader(columns)
  return {
    name,
    key,
    columns,
    families: {},
    structures: [],
    formats: ownFormats,
    ...options,
    take: ({ cells }, settings) =>
      Either.flatMap(readCells(cells, settings), ({ notes, value }) =>
        Either.map(finish(value, settings), (finished) => ({ value: finished, notes, categories: [] }))
      )
  }
}

/** Takes the values of the cells as they are. */
export const asRead = <A>(values: A): Either.Either<A, never> => Either.right(values)

export const cellFault = (column: string, fault: string, mend: string): Either.Either<never, CellFault> =>
  Either.left({ column, fault, mend })

/** Returns whether a cell states a value: it is neither missing nor empty. */
export const isStated = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined
