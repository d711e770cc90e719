import { type KindColumns } from "../kinds/Kind.ts"
import { columnOf } from "../rules/Column.ts"

/** Columns of a kind by the names that our own formats give them. */
export interface OwnColumns {
  readonly names: ReadonlyArray<string>
  readonly required: ReadonlyArray<string>
  readonly isKnown: (column: string) => boolean
  /** Spells the name of a column: lower case with underscores, apart from the shop's own part. */
  readonly spell: (name: string) => string
}

export const ownColumns = ({ columns, families }: KindColumns): OwnColumns => {
  const names = Object.keys(columns).map(columnOf)
  const known = new Set(names)
  const prefixes = Object.keys(families)
  const prefixOf = (name: string) => prefixes.find((prefix) => name.toLowerCase().startsWith(prefix))
  return {
    names,
    required: Object.entries(columns).flatMap(([field, { isRequired }]) => (isRequired ? [columnOf(field)] : [])),
    isKnown: (column) => known.has(column) || prefixOf(column) !== undefined,
    spell: (name) => {
      const prefix = prefixOf(name)
      return prefix === undefined
        ? name.toLowerCase().replaceAll(/[\s-]+/g, "_")
        : `${prefix}${name.slice(prefix.length).trim()}`
    }
  }
}
