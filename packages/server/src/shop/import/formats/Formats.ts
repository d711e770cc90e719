import { Option } from "effect"
import { type KindColumns } from "../kinds/Kind.ts"
import { csv } from "./Csv.ts"
import { type Format } from "./Format.ts"
import { type FormatName } from "./FormatNames.ts"
import { jsonL } from "./JsonLines.ts"

/** All formats: those with most of a form of their own first, because our own CSV takes what is left. */
export const formats: ReadonlyArray<Format> = [jsonL, csv]

/** Returns the format of a kind that is named, or that a file begins like. */
export const formatOf = (kind: KindColumns, from: FormatName | null, beginning: string): Option.Option<Format> =>
  Option.fromNullable(
    formats.find(
      ({ name, recognizes }) => kind.formats.includes(name) && (from === null ? recognizes(beginning) : name === from)
    )
  )
