import { Array, type Option } from "effect"
import { type KindColumns } from "../kinds/Kind.ts"
import { type Settings } from "../Settings.ts"
import { csv } from "./Csv.ts"
import { type Format } from "./Format.ts"
import { googleMerchant } from "./GoogleMerchant.ts"
import { jsonL } from "./JsonLines.ts"
import { medusaCsv } from "./MedusaCsv.ts"
import { schemaOrgJsonLd } from "./SchemaOrgJsonLd.ts"
import { shopifyCsv } from "./ShopifyCsv.ts"
import { wooCommerceCsv } from "./WooCommerceCsv.ts"

/** All formats: those with most of a form of their own first, because our own CSV takes what is left. */
export const formats: ReadonlyArray<Format> = [
  schemaOrgJsonLd,
  jsonL,
  googleMerchant,
  medusaCsv,
  shopifyCsv,
  wooCommerceCsv,
  csv
]

/** Returns the format of a kind that is named, or that a file begins like. */
export const formatOf = (
  kind: KindColumns,
  { from, renames }: Pick<Settings, "from" | "renames">,
  beginning: string
): Option.Option<Format> =>
  Array.findFirst(
    formats,
    ({ name, recognizes }) =>
      kind.formats.includes(name) && (from === null ? recognizes(beginning, renames) : name === from)
  )
