import { type Either } from "effect"
import { type FormatName } from "../formats/FormatNames.ts"
import { type CellFault, type Cells, type Column, type ReadLine } from "../rules/Column.ts"
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
}

/** A kind of file: its columns, and how a line becomes a value. */
export interface Kind<A> {
  readonly name: KindName
  /** Field of the key's column. */
  readonly key: string
  /** Columns by field, in the order of the template: `columnOf` gives their names. */
  readonly columns: Readonly<Record<string, Column<unknown>>>
  /** Groups of columns with names of the shop's own, such as `spec.<name>`, by their prefix. */
  readonly families: Readonly<Record<string, Pick<Column<unknown>, "docs" | "example">>>
  /** Columns whose value in JSON Lines is a JSON value of its own. */
  readonly structures: ReadonlyArray<string>
  readonly formats: ReadonlyArray<FormatName>
  readonly take: (line: SourceLine, settings: Settings) => Either.Either<ReadLine<A>, CellFault>
}
