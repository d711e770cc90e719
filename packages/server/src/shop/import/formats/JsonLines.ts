import { Predicate, Stream } from "effect"
import { type KindColumns, type SourceLine } from "../kinds/Kind.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { type Refused, refuseLine } from "../Lines.ts"
import { printable } from "../Quote.ts"
import { type JsonLine, jsonLines } from "../reading/JsonLines.ts"
import { type Settings } from "../Settings.ts"
import { type Format, plainLine } from "./Format.ts"
import { type OwnColumns, ownColumns } from "./OwnColumns.ts"

/** Writes a number as the cells of amounts are written. */
const numberText = (value: number, decimal: Settings["decimal"]) =>
  decimal === "comma" ? String(value).replace(".", ",") : String(value)

/** Returns the cell of a JSON value without members; null for others. */
const cellOf = (value: unknown, decimal: Settings["decimal"]): string | null =>
  typeof value === "string"
    ? value
    : typeof value === "number"
      ? numberText(value, decimal)
      : typeof value === "boolean"
        ? String(value)
        : value === null
          ? ""
          : null

/** Narrows a list without making its items `any`. */
const isArray = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** A list of options: `[{"name": "Size", "value": "42"}]`, or an object of names and values. */
const optionsOf = (value: unknown, decimal: Settings["decimal"]): ReadonlyArray<Option> | null => {
  const pairs = isArray(value)
    ? value.map((option) =>
        Predicate.isRecord(option) ? [cellOf(option["name"], decimal), cellOf(option["value"], decimal)] : [null, null]
      )
    : Predicate.isRecord(value)
      ? Object.entries(value).map(([name, member]) => [name, cellOf(member, decimal)])
      : [[null, null]]
  return pairs.every((pair): pair is [string, string] => pair.every(Predicate.isString)) ? pairs : null
}

/** A member of an object that is a cell, options, or neither. */
type Member =
  | { readonly cell: string }
  | { readonly options: ReadonlyArray<Option> }
  | { readonly fault: string; readonly mend: string }

const readMember = (column: string, value: unknown, kind: KindColumns, decimal: Settings["decimal"]): Member => {
  if (kind.structures.includes(column) && typeof value === "object") {
    return { cell: JSON.stringify(value) }
  }
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return { fault: "is a number with more digits than JSON keeps", mend: "write it in quotation marks" }
  }
  const options = column === "options" && Predicate.isObject(value) ? optionsOf(value, decimal) : null
  const items = isArray(value) ? value.map((item) => cellOf(item, decimal)) : []
  const cell = isArray(value) && items.every(Predicate.isString) ? items.join("|") : cellOf(value, decimal)
  return options !== null
    ? { options }
    : cell === null
      ? { fault: "is an object or a list of other things than texts", mend: "write a text or a number" }
      : { cell }
}

/** Returns the members of an object by column; those of an object `spec` are columns of their own. */
const membersOf = (value: JsonLine["value"], kind: KindColumns, spell: (name: string) => string) =>
  Object.entries(value).flatMap(
    ([name, member]): ReadonlyArray<readonly [name: string, column: string, member: unknown]> => {
      const column = spell(name)
      return `${column}.` in kind.families && Predicate.isRecord(member) && !isArray(member)
        ? Object.entries(member).map(([own, value]) => [name, `${column}.${own}`, value])
        : [[name, column, member]]
    }
  )

/** Puts the members of an object into cells. */
const readObject = (
  { line, value }: JsonLine,
  kind: KindColumns,
  { isKnown, spell }: OwnColumns,
  { decimal, renames }: Settings
): SourceLine | Refused => {
  const cells = new Map<string, string>()
  const written = new Map<string, string>()
  const unknown: Array<string> = []
  let options: ReadonlyArray<Option> = []
  for (const [name, column, member] of membersOf(value, kind, (name) => spell(renames.get(name) ?? name))) {
    if (!isKnown(column)) {
      unknown.push(column)
      continue
    }
    const read = cells.has(column)
      ? { fault: "stands twice", mend: "remove one of them" }
      : readMember(column, member, kind, decimal)
    if ("fault" in read) {
      return refuseLine(line, null, printable(name), read)
    }
    written.set(column, name)
    if ("options" in read) {
      options = read.options
    } else {
      cells.set(column, read.cell)
    }
  }
  return { ...plainLine, line, cells, options, unknown, nameOf: (column) => written.get(column) ?? column }
}

/** Our own columns as JSON Lines. */
export const jsonL: Format = {
  name: "jsonl",
  recognizes: (beginning) => /^\s*\{/.test(beginning),
  read: (text, { kind, settings }) => {
    const columns = ownColumns(kind)
    return Stream.map(jsonLines(text), (read) => ("_tag" in read ? read : readObject(read, kind, columns, settings)))
  }
}
