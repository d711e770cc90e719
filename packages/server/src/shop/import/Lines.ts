import { Data } from "effect"
import { type FormatName } from "./formats/FormatNames.ts"

/** Outcomes of reading a file that a shop imports: one for each of its lines, and one for its end. */

/** A remark on a line that is taken: something was cut, dropped, defaulted or not mapped. */
export interface Note {
  /** The column as the file names it; null for a remark on the line as a whole. */
  readonly column: string | null
  /** A sentence without a full stop that follows the column: "is longer than 80 characters and was cut". */
  readonly text: string
}

/** A remark that is found when a line is settled. */
export interface LateNote extends Note {
  readonly line: number
}

/** Reason why a value, a line or a file cannot be taken. Both sentences quote the file only through `quote`. */
export interface Fault {
  /** Tells what is wrong: "1,50 has a comma". */
  readonly fault: string
  /** Tells how to mend it: "write 1.50, or import with --decimal comma". */
  readonly mend: string
}

/** A line that can be written. */
export interface Taken<A> {
  readonly _tag: "Taken"
  /** First line of the record in the file, from 1. */
  readonly line: number
  /** Key of the line as the file writes it, for the report of its notes; null without notes. */
  readonly key: string | null
  readonly value: A
  readonly notes: ReadonlyArray<Note>
}

/** A line that is not written. */
export interface Refused extends Fault {
  readonly _tag: "Refused"
  /** First line of the record in the file, from 1. */
  readonly line: number
  /** The column as the file names it; null for a fault of the line as a whole. */
  readonly column: string | null
  /** Key of the line, if it could be read: `--full` does not withdraw the goods of a refused line. */
  readonly key: string | null
}

/** Makes the refusal of a line. */
export const refuseLine = (
  line: number,
  key: string | null,
  column: string | null,
  { fault, mend }: Fault
): Refused => ({ _tag: "Refused", line, column, key, fault, mend })

/** Number of lines in which something occurred. */
export interface Counted {
  readonly name: string
  readonly lines: number
}

/** Facts that are known after the last line. */
export interface End {
  readonly _tag: "End"
  readonly format: FormatName
  /** Lines that were taken or refused. */
  readonly lines: number
  /** Null when the whole file was read; otherwise the place where it cannot be understood any more: nothing may be withdrawn. */
  readonly endedEarly: (Fault & { readonly line: number }) | null
  /** Columns that no rule knows, with the number of lines in which they are not empty. */
  readonly unknownColumns: ReadonlyArray<Counted>
  /** Known contents that have no place in the shop, such as "tax" or "further pictures". */
  readonly notMapped: ReadonlyArray<Counted>
  /** Names that the taken lines propose as categories, in alphabetical order: see `categoryOf`. Products only. */
  readonly categories: ReadonlyArray<string>
}

/** An element of the stream that `readLines` returns; the last one is the `End`. */
export type Outcome<A> = Taken<A> | Refused | End

/** A file of which nothing may be written. */
export class FileRefused extends Data.TaggedError("FileRefused")<{
  /** Line of the fault; null when it concerns the file as a whole. */
  readonly line: number | null
  readonly fault: string
  readonly mend: string
}> {}
