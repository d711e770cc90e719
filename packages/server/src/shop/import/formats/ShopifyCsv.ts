import { taxonomiesOf } from "../categories/Taxonomy.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { refuseLine } from "../Lines.ts"
import { type Format, type Line, notShipped, plainFacts, skipped } from "./Format.ts"
import { type ForeignColumns, type ForeignRow, foreignTable, headingOf } from "./ForeignTable.ts"

/**
 * Shopify's export of products. Source: help.shopify.com, "Using CSV files to import and export products": rows of one
 * handle are a product; the first has its texts, each has a variant or only a picture. Shopify renamed its columns in
 * 2025; both names are read.
 */

/** Heading of a metafield: `Material (product.metafields.custom.material)`. */
const metafield = /^(.+) \((?:product|variant)\.metafields\.[^)]+\)$/

const columns: ForeignColumns = {
  mapped: {
    title: "name",
    "body (html)": "description",
    description: "description",
    vendor: "vendor",
    "variant price": "price",
    price: "price",
    "variant compare at price": "original_price",
    "compare-at price": "original_price",
    "variant sku": "sku",
    sku: "sku",
    "variant barcode": "gtin",
    barcode: "gtin",
    "variant inventory qty": "quantity",
    "inventory quantity": "quantity",
    "variant id": "checkout_key",
    tags: "keywords"
  },
  read: [
    "handle",
    "url handle",
    "product category",
    "type",
    "custom product type",
    "published",
    "published on online store",
    "status",
    "gift card",
    "image src",
    "product image url",
    "variant image",
    "variant image url",
    "variant inventory tracker",
    "inventory tracker",
    "variant requires shipping",
    "requires shipping",
    /^option[123] (?:name|value)$/,
    metafield
  ],
  notMapped: [
    [/^(?:price|compare[- ]at price|included) \/ /, "prices of other markets"],
    [/tax/, "tax"],
    [/^cost per item$/, "cost"],
    [/weight|grams/, "weight"],
    [/^variant inventory policy$|^continue selling/, "overselling"]
  ],
  ignored:
    /^(?:image position|image alt text|seo |google shopping \/|option[123] linked to|collection|variant fulfillment|fulfillment service|unit price)/,
  required: [["handle", "url handle"], ["title"]]
}

/** Members that only the first row of a product states. */
const productColumns = ["name", "description", "vendor", "brand", "keywords"]

const isYes = (cell: string) => /^(?:true|yes|1)$/i.test(cell)
const isNo = (cell: string) => /^(?:false|no|0)$/i.test(cell)

/** Options of a product without any. */
const isDefault = ([name, value]: Option) => /^title$/i.test(name) && /^default title$/i.test(value)

/** The product of the rows above, which the others of its handle belong to. */
interface Current {
  readonly handle: string
  readonly optionNames: ReadonlyArray<string>
  readonly isGiftCard: boolean
}

const numbers = ["1", "2", "3"]

/** Returns whether goods are on sale, if the row says so; drafts, archived and unpublished goods are not. */
const activity = (get: ForeignRow["get"]): string | undefined => {
  const status = get("status")
  const published = get("published") || get("published on online store")
  return status === "" && published === "" && get("title") === ""
    ? undefined
    : String((status === "" || /^active$/i.test(status)) && !isNo(published))
}

/** Cells for the stock: without a tracker there is no count. */
const stockOf = ({ get, has }: ForeignRow) => {
  const tracker = ["variant inventory tracker", "inventory tracker"].filter(has)
  const isUntracked = tracker.length > 0 && tracker.every((column) => get(column) === "")
  const quantity = get("variant inventory qty") || get("inventory quantity")
  return { isInStock: isUntracked, quantity: isUntracked || quantity === "" ? undefined : quantity }
}

const makeMap = () => {
  let current: Current = { handle: "", optionNames: [], isGiftCard: false }
  return (row: ForeignRow): ReadonlyArray<Line> => {
    const { get, line, names, toLine, written } = row
    const handle = get("handle") || get("url handle") || current.handle
    const isFirst = handle !== current.handle
    const optionNames = numbers.map((number) => get(`option${number} name`))
    current = {
      handle,
      optionNames: isFirst || optionNames.some((name) => name !== "") ? optionNames : current.optionNames,
      isGiftCard: isFirst ? isYes(get("gift card")) : current.isGiftCard
    }
    const options = numbers
      .map((number, at): Option => [current.optionNames[at] ?? "", get(`option${number} value`)])
      .filter(([, value]) => value !== "")
    const price = get("variant price") || get("price")
    const picture = get("image src") || get("product image url")
    if (!isFirst && options.length === 0 && price === "") {
      return [skipped(...(picture === "" ? [] : ["further pictures"]))]
    }
    const isSingle = options.every(isDefault)
    const key = isSingle ? handle : [handle, ...options.map(([, value]) => value)].join("/")
    if (current.isGiftCard) {
      return [refuseLine(line, key, null, notShipped("is a gift card"))]
    }
    if (isNo(get("variant requires shipping") || get("requires shipping"))) {
      return [refuseLine(line, key, null, notShipped("is not shipped: a download or a service"))]
    }
    const { isInStock, quantity } = stockOf(row)
    const compared = get("variant compare at price") || get("compare-at price")
    const specs = names.flatMap((name) => {
      const [, spec] = metafield.exec(written(name)) ?? []
      return spec === undefined || (get(name) === "" && !isFirst) ? [] : [[`spec.${spec}`, get(name)] as const]
    })
    const source = toLine({
      cells: {
        // Rows below the first say nothing about the product itself.
        ...Object.fromEntries(
          get("title") === "" ? productColumns.map((column) => [column, undefined]) : [["brand", get("vendor")]]
        ),
        ...Object.fromEntries(specs),
        external_id: key,
        group: isSingle ? undefined : handle,
        picture_url:
          (isFirst && picture) || get("variant image") || get("variant image url") || (isFirst ? "" : undefined),
        original_price: /^0*(?:[.,]0*)?$/.test(compared) ? "" : compared,
        quantity,
        is_active: activity(get)
      },
      options: isSingle ? [] : options,
      facts: {
        ...plainFacts,
        role: isSingle ? "single" : "variant",
        inherits: !isSingle,
        taxonomies: taxonomiesOf([get("product category"), get("type") || get("custom product type")]),
        isInStock
      }
    })
    return [isFirst || picture === "" ? source : { ...source, notMapped: [...source.notMapped, "further pictures"] }]
  }
}

/** Products as Shopify exports them. */
export const shopifyCsv: Format = {
  name: "shopify-csv",
  recognizes: (beginning, renames) => {
    const heading = headingOf(beginning, renames)
    return (heading.has("handle") || heading.has("url handle")) && heading.has("title")
  },
  read: (text, context) => foreignTable(text, context, columns, makeMap)
}
