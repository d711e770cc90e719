import { table } from "../reading/Table.ts"
import { type Format, plainLine } from "./Format.ts"
import { ownColumns } from "./OwnColumns.ts"

/** Our own columns as comma-separated values. */
export const csv: Format = {
  name: "csv",
  recognizes: () => true,
  read: (text, { beginning, kind, settings: { renames } }) => {
    const { isKnown, required, spell } = ownColumns(kind)
    return table(
      text,
      beginning,
      { renames, isKnown, required: required.map((name) => [name]), spell },
      ({ nameOf, names }) => {
        const unknown = names.filter((name) => !isKnown(name))
        return ({ cells, line }) => [
          {
            ...plainLine,
            line,
            cells,
            nameOf,
            unknown: unknown.filter((name) => cells.get(name)?.trim() !== "")
          }
        ]
      }
    )
  }
}
