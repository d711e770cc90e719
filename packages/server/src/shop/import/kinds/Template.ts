import { csvLine } from "../CsvCells.ts"
import { columnOf } from "../rules/Column.ts"
import { type KindColumns } from "./Kind.ts"

/** Templates and docs of kinds, made from their columns. */

/** Returns a file with one line that is taken: CSV, or JSON Lines for kinds without CSV. */
export const templateOf = ({ columns, formats, structures }: KindColumns): string => {
  const examples = Object.entries(columns).map(([field, { example }]) => [columnOf(field), example] as const)
  if (formats.includes("csv")) {
    return [0, 1].map((at) => csvLine(examples.map((example) => example[at] ?? ""))).join("")
  }
  const members = examples.map(
    ([column, example]) =>
      `${JSON.stringify(column)}:${structures.includes(column) ? example : JSON.stringify(example)}`
  )
  return `{${members.join(",")}}\n`
}

/** Returns the columns as a table of Markdown; an asterisk marks those that every line fills in. */
export const columnTable = ({ columns, families }: KindColumns): string => {
  const rows = [
    ...Object.entries(columns).map(([field, column]) => ({ name: columnOf(field), ...column })),
    ...Object.entries(families).map(([prefix, column]) => ({ name: `${prefix}<name>`, isRequired: false, ...column }))
  ]
  const cell = (text: string) => text.replaceAll("|", "\\|")
  return [
    "| Column | Content | Example |",
    "| --- | --- | --- |",
    ...rows.map(
      ({ docs, example, isRequired, name }) =>
        `| \`${name}\`${isRequired ? " \\*" : ""} | ${cell(docs)} | ${example === "" ? "" : `\`${cell(example)}\``} |`
    )
  ].join("\n")
}
