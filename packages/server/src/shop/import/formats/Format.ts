import { type Stream } from "effect"
import { type KindColumns, type SourceLine } from "../kinds/Kind.ts"
import { type Fault, type FileRefused, type Refused } from "../Lines.ts"
import { type Ended } from "../reading/Ended.ts"
import { type Settings } from "../Settings.ts"
import { type FormatName } from "./FormatNames.ts"

/** Facts and settings that a format reads a file by. */
export interface Context {
  readonly kind: KindColumns
  readonly settings: Settings
  /** First characters of the file. */
  readonly beginning: string
}

/** A record that is no line of its own, such as a further picture of the product above it. */
export interface Skipped {
  readonly _tag: "Skipped"
  readonly notMapped: ReadonlyArray<string>
}

export const skipped = (...notMapped: ReadonlyArray<string>): Skipped => ({ _tag: "Skipped", notMapped })

/** A record in the terms of our own columns, or why it is none. */
export type Line = SourceLine | Refused | Skipped

/** Lines of a file in the terms of our own columns, and records that cannot be put into them. */
export type Lines<E> = Stream.Stream<Line | Ended, E | FileRefused>

/** A format of files. */
export interface Format {
  readonly name: FormatName
  /** Returns whether a file with this beginning has the format, once its columns are renamed. */
  readonly recognizes: (beginning: string, renames: Settings["renames"]) => boolean
  readonly read: <E>(text: Stream.Stream<string, E>, context: Context) => Lines<E>
}

/** Members of a line that says nothing about them. */
export const plainLine = {
  options: [],
  foreign: null,
  notes: [],
  unknown: [],
  notMapped: [],
  nameOf: (column: string) => column
} satisfies Partial<SourceLine>

/** Facts of a foreign line that is a single and has nothing of its own. */
export const plainFacts = {
  role: "single",
  taxonomies: [],
  areOptionsCandidates: false,
  choices: [],
  inherits: false,
  isInStock: false,
  restockDate: undefined
} satisfies SourceLine["foreign"]

/** Returns the fault of a line that is no shipped goods. */
export const notShipped = (fault: string): Fault => ({
  fault,
  mend: "only goods that are shipped can be imported: leave it out"
})
