import { type Refused, type Taken } from "../../../../src/shop/import/Lines.ts"
import { told } from "../support/Reading.ts"

/** Lines that are wrong in one way each. */

/** A wrong line: what is wrong, the cells that differ from those of a right line, and its outcome. */
export type WrongLine = readonly [what: string, cells: Readonly<Record<string, unknown>>, outcome: string]

/** Wrong lines of a kind. */
export interface WrongLines {
  /** Cells of a line that is taken without a remark. */
  readonly right: Readonly<Record<string, unknown>>
  readonly lines: ReadonlyArray<WrongLine>
}

/** Makes words of a length in characters. */
export const long = (length: number) => "word ".repeat(Math.ceil(length / 5)).slice(0, length)

const fieldOf = (column: string) => column.replaceAll(/_[a-z]/g, (part) => part.slice(1).toUpperCase())

/** Tells an outcome: a refusal, the remarks of a taken line, or else the values that it was taken with. */
export const outcomeOf = (outcome: Taken<unknown> | Refused, cells: WrongLine[1]): string => {
  const text = told(outcome).replace(/^\d+ /, "")
  const members = outcome._tag === "Taken" ? new Map(Object.entries(outcome.value as object)) : new Map()
  const values = Object.keys(cells).map((column) => members.get(fieldOf(column.replace(/^spec\..*/, "specs"))))
  return text === "taken" ? `taken as ${JSON.stringify(values).slice(1, -1)}` : text
}
