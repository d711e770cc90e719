import { type Either } from "effect"
import { type FormatName } from "../formats/FormatNames.ts"
import { type CellFault, type Cells, type Column, type ReadLine } from "../rules/Column.ts"
import { type Note } from "../Lines.ts"
import { type Settings } from "../Settings.ts"
import { type Option } from "./TakenProduct.ts"

/** Names of the kinds, as `storefront import` takes them. */
export const kindNames = [
  "products",
  "inventory",
  "customers",
  "reviews",
  "coupons",
  "warehouses",
  "delivery",
  "tiers",
  "promotions"
] as const

export type KindName = (typeof kindNames)[number]

/** Facts of a line of a foreign format that have no column in our own. */
export interface ForeignFacts {
  readonly role: "single" | "variant" | "group"
  /** See the members of `TakenProduct`. */
  readonly taxonomies: ReadonlyArray<string>
  readonly areOptionsCandidates: boolean
  readonly choices: ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]>
  readonly inherits: boolean
  /** In stock without a number. */
  readonly isInStock: boolean
  readonly restockDate: string | undefined
}

/** A line of a file, of whatever format, with its cells by the columns of our own. */
export interface SourceLine {
  /** First line of the record in the file, from 1. */
  readonly line: number
  readonly cells: Cells
  /** Options that the format states apart, in order. */
  readonly options: ReadonlyArray<Option>
  /** Null for our own formats. */
  readonly foreign: ForeignFacts | null
  /** Remarks of the format on the line. */
  readonly notes: ReadonlyArray<Note>
  /** Columns with content that the format does not know. */
  readonly unknown: ReadonlyArray<string>
  /** Known contents that have no place here: see `End.notMapped`. */
  readonly notMapped: ReadonlyArray<string>
  /** Returns the name that the file gives to a column of our own format. */
  readonly nameOf: (column: string) => string
}

/** The columns of a kind of file. */
export interface KindColumns {
  readonly name: KindName
  /** Field of the key's column. */
  readonly key: string
  /** Columns by field, in the order of the template: `columnOf` gives their names. */
  readonly columns: Readonly<Record<string, Column<unknown>>>
  /** Columns with names of the shop's own, such as `spec.<name>`, by their prefix. */
  readonly families: Readonly<Record<string, Pick<Column<unknown>, "docs" | "example">>>
  /** Columns whose value in JSON Lines is a JSON value of its own. */
  readonly structures: ReadonlyArray<string>
  readonly formats: ReadonlyArray<FormatName>
}

/** A value of a line, with the names that it proposes as categories of the shop. */
export interface KindLine<A> extends ReadLine<A> {
  readonly categories: ReadonlyArray<string>
}

/** A kind of file: its columns, and how a line becomes a value. */
export interface Kind<A> extends KindColumns {
  readonly take: (line: SourceLine, settings: Settings) => Either.Either<KindLine<A>, CellFault>
}
