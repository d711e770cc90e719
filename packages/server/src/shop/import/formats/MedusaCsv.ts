import { taxonomiesOf } from "../categories/Taxonomy.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { refuseLine } from "../Lines.ts"
import { type Format, type Line, notShipped, plainFacts } from "./Format.ts"
import { type ForeignColumns, type ForeignRow, foreignTable, headingOf } from "./ForeignTable.ts"

/**
 * Medusa's export of products: a row a variant, with everything about its product. Source: docs.medusajs.com, "Import
 * Products in Medusa Admin". Its first generation names prices and options without "Variant".
 */

const columns = (prices: ReadonlyArray<string>): ForeignColumns => ({
  mapped: {
    "product title": "name",
    "product description": "description",
    "product thumbnail": "picture_url",
    "product material": "spec.Material",
    "variant id": "checkout_key",
    "variant sku": "sku",
    "variant barcode": "gtin",
    "variant inventory quantity": "quantity"
  },
  read: [
    ...prices,
    /^product (?:handle|status|type|tags?(?: \d+)?|category \d+|is giftcard)$/,
    /^variant (?:manage inventory|title)$/,
    /^(?:variant )?option \d+ (?:name|value)$/
  ],
  notMapped: [
    [/^(?:product )?image /, "further pictures"],
    [/weight|length|width|height/, "weight and size"],
    [/^(?:variant )?price /, "prices of other markets"],
    [/^variant allow backorder/, "overselling"]
  ],
  ignored:
    /^(?:sales channel|shipping profile|variant variant rank|variant material|(?:product|variant) (?:id|subtitle|external id|collection|type id|profile|discountable|hs code|origin|mid code|sales channel))/,
  required: [["product handle"], ["product title"], prices]
})

const optionsOf = ({ get, names }: ForeignRow): ReadonlyArray<Option> =>
  names.flatMap((column) => {
    const [, option] = /^(.*option \d+) name$/.exec(column) ?? []
    const value = get(`${option} value`)
    return option === undefined || value === "" ? [] : [[get(column), value] as const]
  })

const mapRow = (row: ForeignRow, prices: ReadonlyArray<string>): Line => {
  const { get, line, names, toLine } = row
  const filled = (column: RegExp) =>
    names
      .filter((name) => column.test(name))
      .map(get)
      .filter((cell) => cell !== "")
  const handle = get("product handle")
  const options = optionsOf(row)
  // A product without options has one with a value such as "Default option value".
  const isSingle = options.length <= 1 && options.every(([, value]) => /^default\b/i.test(value))
  const key = isSingle ? handle : [handle, ...options.map(([, value]) => value)].join("/")
  if (/^true$/i.test(get("product is giftcard"))) {
    return refuseLine(line, key, row.written("product is giftcard"), notShipped("is a gift card"))
  }
  const quantity = get("variant inventory quantity")
  return toLine({
    cells: {
      external_id: key,
      group: isSingle ? undefined : handle,
      price: prices.map(get).find((price) => price !== "") ?? "",
      quantity: quantity === "" ? undefined : quantity,
      keywords: filled(/^product tag/).join(", "),
      is_active: String(/^published$/i.test(get("product status")))
    },
    options: isSingle ? [] : options,
    facts: {
      ...plainFacts,
      role: isSingle ? "single" : "variant",
      // Some exports have the ids of categories instead of their names.
      taxonomies: taxonomiesOf(filled(/^product (?:type|category \d+)$/).filter((name) => !name.startsWith("pcat_"))),
      isInStock: quantity === "" && /^false$/i.test(get("variant manage inventory"))
    }
  })
}

/** Products as Medusa exports them. */
export const medusaCsv: Format = {
  name: "medusa-csv",
  recognizes: (beginning, renames) => {
    const heading = headingOf(beginning, renames)
    return ["product handle", "product title", "variant sku"].every((name) => heading.has(name))
  },
  read: (text, context) => {
    const currency = context.settings.currency.code.toLowerCase()
    const prices = [`variant price ${currency}`, `price ${currency}`]
    return foreignTable(text, context, columns(prices), () => (row) => [mapRow(row, prices)])
  }
}
