import { type SqlError } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Cause, type Effect, type ParseResult, type Schema } from "effect"
import { type Mapped } from "../categories/Category.ts"
import { type Kind } from "../kinds/Kind.ts"
import { type End, type FileRefused, type LateNote, type Refused } from "../Lines.ts"

/** The SQL half of a kind: how its lines are staged, compared with the shop, and written. */

/** Errors of statements, and of rows that are missing or do not decode. */
export type QueryError = DatabaseUnavailable | SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException

/** A line as it comes back from the staging table. */
export interface StagedLine<A> {
  readonly line: number
  readonly value: A
}

/** Keys of a line. */
export interface Keys {
  /** Lines with an equal key are all refused; null for lines that may repeat. */
  readonly key: string | null
  /** Lines with an equal unit are settled and written together, in the order of the file. Units are written in the order of their code points. */
  readonly unit: string
}

/** Lines of a batch compared with the shop. */
export interface Settled {
  readonly refused: ReadonlyArray<Refused>
  readonly notes: ReadonlyArray<LateNote>
  /** Categories that taxonomies have led to. Products only. */
  readonly mapped?: ReadonlyArray<Mapped>
  /** Writes what differs, and returns the number of inserted and changed rows. */
  readonly write: Effect.Effect<number, QueryError>
}

/** A file whose lines are all staged. */
export interface StagedFile {
  /** Name of the staging table (`line`, `key`, `unit`, `value`); refused lines have neither unit nor value. */
  readonly table: string
  readonly end: End
  /** The key of every line is known, so that what the file lacks may be withdrawn. */
  readonly isComplete: boolean
  readonly isDryRun: boolean
}

/** The steps of one import after its file has been read. */
export interface Steps<A> {
  /** Writes in the first transaction, before any line. */
  readonly begin: Effect.Effect<void, QueryError>
  /** Compares whole units with the shop, and writes nothing. Runs in the transaction that writes, and in dry runs. */
  readonly settle: (lines: ReadonlyArray<StagedLine<A>>) => Effect.Effect<Settled, QueryError>
  /** Withdraws at most `limit` rows that the file lacks, and returns their number. Null withdraws nothing. */
  readonly withdraw: ((limit: number) => Effect.Effect<number, QueryError>) | null
}

/** How a kind of lines is written; `E` are reasons of its own to write nothing. */
export interface Writing<A, E = never> {
  readonly kind: Kind<A>
  /** Form of a line in the staging table. JSON has no undefined members, which decode with `exact: false`. */
  readonly staged: Schema.Schema<A>
  readonly keysOf: (value: A) => Keys
  /** Checks the file as a whole, asks what has to be asked, and returns the steps that write it. */
  readonly prepare: (file: StagedFile) => Effect.Effect<Steps<A>, FileRefused | QueryError | E>
}
