import { unguardFormula } from "../CsvCells.ts"
import { taxonomiesOf } from "../categories/Taxonomy.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { refuseLine } from "../Lines.ts"
import { type Format, type Line, notShipped, plainFacts } from "./Format.ts"
import { type ForeignColumns, type ForeignRow, foreignTable, headingOf } from "./ForeignTable.ts"
import { salePrices } from "./Sale.ts"
import { type Settings } from "../Settings.ts"

/**
 * WooCommerce's export of products. Source: github.com/woocommerce/woocommerce, "Product CSV Import Schema": a row of
 * type `variable` is a group, and rows of type `variation` name it by its SKU, or by `id:` and its id.
 */

const columns: ForeignColumns = {
  mapped: {
    name: "name",
    sku: "sku",
    "gtin, upc, ean, or isbn": "gtin",
    brands: "brand",
    tags: "keywords"
  },
  read: [
    "id",
    "type",
    "published",
    "short description",
    "description",
    "date sale price starts",
    "date sale price ends",
    "in stock?",
    "stock",
    "sale price",
    "regular price",
    "categories",
    "images",
    "parent",
    /^attribute \d+ (?:name|value\(s\))$/
  ],
  notMapped: [
    [/^tax /, "tax"],
    [/^(?:weight|length|width|height) \(/, "weight and size"],
    [/^backorders allowed\?$/, "overselling"],
    [/^(?:upsells|cross-sells)$/, "recommendations"]
  ],
  ignored:
    /^(?:is featured\?|visibility in catalog(?:ue)?|low stock amount|sold individually\?|allow customer reviews\?|purchase note|shipping class|download|grouped products|external url|button text|position|attribute \d+ (?:visible|global|default))/,
  required: [["type"], ["name"], ["id", "sku"]],
  // Cells that a spreadsheet would take for formulas begin with an apostrophe.
  unescape: unguardFormula
}

/** Splits a list whose items are parted by commas; a comma in an item has a backslash. */
const listOf = (cell: string): ReadonlyArray<string> =>
  cell
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll("\\,", ",").trim())
    .filter((item) => item !== "")

const attributesOf = ({
  get,
  names
}: ForeignRow): ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]> =>
  names.flatMap((column) => {
    const [, number] = /^attribute (\d+) name$/.exec(column) ?? []
    return number === undefined || get(column) === ""
      ? []
      : [[get(column), listOf(get(`attribute ${number} value(s)`))] as const]
  })

/** Types that are not shipped goods, with what they are. */
const refusedTypes: ReadonlyArray<readonly [type: RegExp, fault: string]> = [
  [/grouped/, "is a group of other products"],
  [/external/, "is sold elsewhere"],
  [/subscription/, "is a subscription"],
  [/bundle|composite/, "is a bundle"],
  [/gift/, "is a gift card"],
  [/virtual|downloadable/, "is not shipped: a download or a service"]
]

/** Descriptions have `\n` for a line break. */
const withBreaks = (text: string) => text.replaceAll(/\\r\\n|\\n/g, "\n")

const mapRow = (row: ForeignRow, settings: Settings): Line => {
  const { get, line, toLine } = row
  const type = get("type").toLowerCase()
  const id = get("id")
  const key = id || get("sku")
  const fault = refusedTypes.find(([pattern]) => pattern.test(type))?.[1]
  if (fault !== undefined) {
    return refuseLine(line, key, row.written("type"), notShipped(fault))
  }
  const isVariation = /variation/.test(type)
  const role = /variable/.test(type) ? "group" : isVariation ? "variant" : "single"
  const attributes = attributesOf(row)
  const stock = get("stock")
  const isIn = !/^(?:0|no|false)$/i.test(get("in stock?"))
  const isCounted = stock !== "" && !/^parent$/i.test(stock)
  const sale = salePrices(
    {
      regular: get("regular price"),
      sale: get("sale price"),
      from: get("date sale price starts"),
      until: get("date sale price ends")
    },
    settings
  )
  const [picture = "", ...further] = get("images").split(/,\s*(?=https?:)/)
  const group = role === "group" ? get("sku") || `id:${id}` : isVariation ? get("parent") : ""
  const text = withBreaks(get("description")) || withBreaks(get("short description"))
  const source = toLine({
    cells: {
      external_id: key,
      group: group === "" ? undefined : group,
      description: isVariation && text === "" ? undefined : text,
      ...(role === "group" ? {} : sale.cells),
      ...(isVariation ? { brand: get("brands") || undefined, keywords: get("tags") || undefined } : {}),
      picture_url: isVariation && picture === "" ? undefined : picture,
      quantity: role === "group" ? undefined : isCounted ? stock : isIn ? undefined : "0",
      is_active: String(/^(?:1|yes|true)$/i.test(get("published"))),
      ...(role === "single"
        ? Object.fromEntries(attributes.map(([name, values]) => [`spec.${name}`, values.join(", ")]))
        : {})
    },
    options: isVariation
      ? attributes.flatMap(([name, [value]]): ReadonlyArray<Option> => (value === undefined ? [] : [[name, value]]))
      : [],
    facts: {
      ...plainFacts,
      role,
      inherits: isVariation,
      taxonomies: taxonomiesOf(listOf(get("categories"))),
      choices:
        role === "group" ? attributes : isVariation ? attributes.filter(([, values]) => values.length === 0) : [],
      isInStock: role !== "group" && !isCounted && isIn
    },
    notes: sale.notes
  })
  return isVariation && group === ""
    ? refuseLine(line, key, row.written("parent"), {
        fault: "is empty, but the line is a variation",
        mend: "name the SKU or id of its product, as id:123"
      })
    : further.length === 0
      ? source
      : { ...source, notMapped: [...source.notMapped, "further pictures"] }
}

/** Products as WooCommerce exports them. */
export const wooCommerceCsv: Format = {
  name: "woocommerce-csv",
  recognizes: (beginning, renames) => {
    const heading = headingOf(beginning, renames)
    return ["type", "sku", "name", "regular price"].every((name) => heading.has(name))
  },
  read: (text, context) => foreignTable(text, context, columns, () => (row) => [mapRow(row, context.settings)])
}
