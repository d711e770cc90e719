import { DateTime, Either, Stream } from "effect"
import { taxonomiesOf } from "../categories/Taxonomy.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { moment } from "../rules/values/Dates.ts"
import { table } from "../reading/Table.ts"
import { xmlItems } from "../reading/XmlItems.ts"
import { type Settings } from "../Settings.ts"
import { refuseLine } from "../Lines.ts"
import { type Format, type Line, notShipped, plainFacts, plainLine } from "./Format.ts"
import { headingOf } from "./ForeignTable.ts"
import { salePrices } from "./Sale.ts"

/**
 * Feeds for Google Merchant Center: RSS, Atom or tab-separated. Source: support.google.com/merchants, "Product data
 * specification": each item is sold, and items of one `item_group_id` differ in some of six attributes.
 */

/** Attributes that can tell the items of a group apart, with what they are called here. */
const optionNames = new Map([
  ["color", "Color"],
  ["size", "Size"],
  ["material", "Material"],
  ["pattern", "Pattern"],
  ["gender", "Gender"],
  ["age_group", "Age group"]
])

const mapped = new Map([
  ["id", "external_id"],
  ["title", "name"],
  ["description", "description"],
  ["link", "page_url"],
  ["image_link", "picture_url"],
  ["brand", "brand"],
  ["gtin", "gtin"],
  ["item_group_id", "group"]
])

const specs = new Map([
  ["mpn", "MPN"],
  ["condition", "Condition"],
  ["energy_efficiency_class", "Energy efficiency class"]
])

const read = new Set([
  ...mapped.keys(),
  ...optionNames.keys(),
  ...specs.keys(),
  "price",
  "sale_price",
  "sale_price_effective_date",
  "availability",
  "availability_date",
  "expiration_date",
  "quantity",
  "product_type",
  "google_product_category",
  "product_detail",
  "is_bundle",
  "subscription_cost"
])

const notMapped: ReadonlyArray<readonly [attribute: RegExp, content: string]> = [
  [/^additional_image_link/, "further pictures"],
  [/^shipping|handling_time|transit_time/, "shipping"],
  [/^tax/, "tax"],
  [/^cost_of_goods_sold|^auto_pricing/, "cost"],
  [/^unit_pricing|^product_(?:weight|length|width|height)/, "weight and size"]
]

/** Attributes that only steer advertisements. */
const ignored =
  /^(?:custom_label_|ads_|adwords_|identifier_exists|adult|included_|excluded_|promotion_id|canonical_link|mobile_link|guid|pubDate|updated|published|summary|content|author|category|display_ads)/i

type Fields = ReadonlyMap<string, ReadonlyArray<string>>

/** Availabilities with the units that they mean; undefined is in stock without a number. */
const unitsOf = (availability: string): string | undefined =>
  /^(?:out[_ ]of[_ ]stock|preorder|pre-order|backorder|sold[_ ]out)$/i.test(availability) ? "0" : undefined

const isOver = (date: string, settings: Settings) =>
  date !== "" &&
  Either.match(moment(date, settings), {
    onLeft: () => false,
    onRight: ({ value }) => value < DateTime.formatIso(settings.now)
  })

const mapItem = (line: number, fields: Fields, settings: Settings): Line => {
  const get = (attribute: string) => fields.get(attribute)?.[0]?.trim() ?? ""
  const key = get("id")
  if (/^(?:yes|true)$/i.test(get("is_bundle"))) {
    return refuseLine(line, key, "is_bundle", notShipped("is a bundle"))
  }
  if (get("subscription_cost") !== "" || fields.has("subscription_cost/period")) {
    return refuseLine(line, key, "subscription_cost", notShipped("is a subscription"))
  }
  const [from = "", until = ""] = get("sale_price_effective_date").split("/")
  const sale = salePrices({ regular: get("price"), sale: get("sale_price"), from, until }, settings)
  const units = unitsOf(get("availability"))
  const awaited = units === undefined ? "" : get("availability_date")
  const filled = [...fields].flatMap(([name, values]) => (values.length === 0 ? [] : [name.split("/")[0] ?? name]))
  const others = [...new Set(filled)].filter((name) => !read.has(name) && !ignored.test(name))
  const contents = others.flatMap((name) => notMapped.find(([pattern]) => pattern.test(name))?.[1] ?? [])
  const details = fields.get("product_detail/attribute_value") ?? []
  const category = get("google_product_category")
  const options = [...optionNames].flatMap(([attribute, name]): ReadonlyArray<Option> =>
    get(attribute) === "" ? [] : [[name, get(attribute)]]
  )
  const isGrouped = get("item_group_id") !== ""
  return {
    ...plainLine,
    line,
    cells: new Map<string, string>([
      ...Array.from(mapped, ([attribute, column]) => [column, get(attribute)] as const),
      // Goods are new unless something else is said.
      ...Array.from(specs, ([attribute, name]) => [`spec.${name}`, get(attribute)] as const).filter(
        ([, value]) => value !== "" && !/^new$/i.test(value)
      ),
      ...(isGrouped ? [] : options.map(([name, value]) => [`spec.${name}`, value] as const)),
      ...(fields.get("product_detail/attribute_name") ?? []).map(
        (name, at) => [`spec.${name}`, details[at] ?? ""] as const
      ),
      ...Object.entries(sale.cells),
      ...(units === undefined
        ? get("quantity") === ""
          ? []
          : [["quantity", get("quantity")] as const]
        : [["quantity", units] as const]),
      ["is_active", String(!isOver(get("expiration_date"), settings))]
    ]),
    options: isGrouped ? options : [],
    foreign: {
      ...plainFacts,
      role: isGrouped ? "variant" : "single",
      areOptionsCandidates: true,
      taxonomies: taxonomiesOf([...(fields.get("product_type") ?? []), /^\d+$/.test(category) ? "" : category]),
      isInStock: units === undefined && get("quantity") === "",
      restockDate: awaited === "" ? undefined : awaited
    },
    notes: sale.notes,
    unknown: others.filter((name) => !notMapped.some(([pattern]) => pattern.test(name))),
    notMapped: [...contents, ...(/^\d+$/.test(category) ? ["numbers of Google's categories"] : [])],
    nameOf: (column) => [...mapped].find(([, own]) => own === column)?.[0] ?? column
  }
}

/** Spells an attribute as the specification does: `image link` is `image_link`. */
const spell = (name: string) =>
  name
    .toLowerCase()
    .replace(/^g:/, "")
    .replaceAll(/[\s-]+/g, "_")

const isItem = (name: string) => name === "item" || name === "entry"

/** Products as shops give them to Google. */
export const googleMerchant: Format = {
  name: "google-merchant",
  recognizes: (beginning, renames) => {
    const heading = new Set([...headingOf(beginning, renames)].map(spell))
    return (
      /^\s*<(?:\?xml|rss|feed)/.test(beginning) ||
      ["id", "title", "link", "availability"].every((name) => heading.has(name))
    )
  },
  read: (text, { beginning, settings }) =>
    /^\s*</.test(beginning)
      ? Stream.map(xmlItems(text, isItem), (item) =>
          "_tag" in item ? item : mapItem(item.line, item.fields, settings)
        )
      : table(
          text,
          beginning,
          {
            renames: settings.renames,
            spell,
            isKnown: (name) => read.has(name),
            required: [["id"], ["title"], ["price"]]
          },
          () =>
            ({ cells, line }) => [
              mapItem(
                line,
                new Map(Array.from(cells, ([name, cell]) => [name, cell.trim() === "" ? [] : [cell]])),
                settings
              )
            ]
        )
}
