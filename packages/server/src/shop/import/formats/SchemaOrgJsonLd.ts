import { Predicate, Stream } from "effect"
import { taxonomiesOf } from "../categories/Taxonomy.ts"
import { type Option } from "../kinds/TakenProduct.ts"
import { refuseLine } from "../Lines.ts"
import { jsonLines } from "../reading/JsonLines.ts"
import { type Format, type Line, notShipped, plainFacts, plainLine, skipped } from "./Format.ts"

/**
 * Product data of web pages, one JSON-LD document a line. Source: schema.org/Product, /ProductGroup and /Offer. Terms
 * are read by their names, whatever the context calls them.
 */

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => Predicate.isRecord(value) && !Array.isArray(value)

/** Returns the values of a property: JSON-LD writes one of them without a list. */
const valuesOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const nodesOf = (value: unknown): ReadonlyArray<Node> => valuesOf(value).filter(isNode)

/** Returns the first text of a property; of a node its value, name or address. */
const textOf = (value: unknown): string => {
  for (const found of valuesOf(value)) {
    const text = isNode(found)
      ? textOf(
          found["@value"] ?? found["name"] ?? found["url"] ?? found["contentUrl"] ?? found["value"] ?? found["@id"]
        )
      : typeof found === "string" || typeof found === "number" || typeof found === "boolean"
        ? String(found).trim()
        : ""
    if (text !== "") {
      return text
    }
  }
  return ""
}

/** Returns the name of a term: `https://schema.org/InStock` is `InStock`. */
const termOf = (value: unknown): string => textOf(value).replace(/^.*[/:#]/, "")

const isA = (node: Node, type: string) => valuesOf(node["@type"]).some((own) => termOf(own) === type)

/** Properties that can tell the products of a group apart, with what they are called here. */
const optionNames = new Map([
  ["color", "Color"],
  ["size", "Size"],
  ["material", "Material"],
  ["pattern", "Pattern"]
])

const gtins = ["gtin", "gtin13", "gtin14", "gtin12", "gtin8", "isbn"]

const mapped = new Set([
  ...optionNames.keys(),
  ...gtins,
  ..."@type @id @context productID sku mpn name description brand manufacturer image url category offers additionalProperty".split(
    " "
  ),
  ..."isVariantOf inProductGroupWithID hasVariant productGroupID variesBy itemCondition audience mainEntityOfPage".split(
    " "
  )
])

const notMapped = new Map([
  ["aggregateRating", "ratings and reviews"],
  ["review", "ratings and reviews"],
  ["weight", "weight and size"],
  ["width", "weight and size"],
  ["height", "weight and size"],
  ["depth", "weight and size"]
])

/** A price with what an offer says about stock. */
interface Offered {
  readonly price: string
  readonly original: string
  readonly availability: string
  readonly units: string
  readonly url: string
  readonly starts: string
}

/** Returns the offers of a product: single, listed, aggregated, or with the price in a specification. */
const offersOf = (value: unknown): ReadonlyArray<Offered> =>
  nodesOf(value).flatMap((offer): ReadonlyArray<Offered> => {
    const inner = offersOf(offer["offers"])
    if (inner.length > 0) {
      return inner
    }
    const specifications = nodesOf(offer["priceSpecification"])
    const isListPrice = (node: Node) => /ListPrice|Strikethrough|SRP|MSRP/i.test(termOf(node["priceType"]))
    const asked = specifications.find((node) => !isListPrice(node))
    const amount = (node: Node | undefined, price: unknown) => {
      const currency = textOf(node?.["priceCurrency"]) || textOf(offer["priceCurrency"])
      return textOf(price) === "" ? "" : `${textOf(price)} ${/[a-z]{3}/i.test(textOf(price)) ? "" : currency}`.trim()
    }
    return [
      {
        price:
          amount(undefined, offer["price"]) || amount(asked, asked?.["price"]) || amount(undefined, offer["lowPrice"]),
        original: specifications.filter(isListPrice).map((node) => amount(node, node["price"]))[0] ?? "",
        availability: termOf(offer["availability"]),
        units: textOf(nodesOf(offer["inventoryLevel"])[0]?.["value"] ?? offer["inventoryLevel"]),
        url: textOf(offer["url"]),
        starts: textOf(offer["availabilityStarts"]).slice(0, 10)
      }
    ]
  })

const unavailable = /^(?:OutOfStock|SoldOut|PreOrder|PreSale|BackOrder|Discontinued)$/

/** Returns the cheapest offer, because a product has one price here. */
const cheapest = (offers: ReadonlyArray<Offered>): Offered | undefined =>
  [...offers].toSorted((one, other) => Number.parseFloat(one.price) - Number.parseFloat(other.price))[0]

const groupKeyOf = (node: Node) => textOf(node["productGroupID"]) || textOf(node["@id"])

const keyOf = (node: Node) => textOf(node["productID"]) || textOf(node["sku"]) || textOf(node["@id"])

const optionsOf = (node: Node): ReadonlyArray<Option> =>
  [...optionNames].flatMap(([property, name]): ReadonlyArray<Option> => {
    const value = textOf(node[property])
    return value === "" ? [] : [[name, value]]
  })

/** Cells that a product and a group have in common. */
const commonCells = (node: Node): ReadonlyArray<readonly [column: string, cell: string]> => [
  ["name", textOf(node["name"])],
  ["brand", textOf(node["brand"])],
  ["vendor", textOf(node["manufacturer"])],
  ["description", textOf(node["description"])],
  ["picture_url", textOf(node["image"])],
  ["page_url", textOf(node["url"])],
  ...nodesOf(node["additionalProperty"]).map(
    (property) => [`spec.${textOf(property["name"])}`, textOf(property["value"])] as const
  )
]

const surplus = (node: Node) => {
  const others = Object.keys(node).filter((property) => !mapped.has(property))
  return {
    unknown: others.filter((property) => !notMapped.has(property)),
    notMapped: [
      ...others.flatMap((property) => notMapped.get(property) ?? []),
      ...(valuesOf(node["image"]).length > 1 ? ["further pictures"] : [])
    ]
  }
}

const filled = (cells: ReadonlyArray<readonly [string, string]>) => cells.filter(([, cell]) => cell !== "")

const mapProduct = (line: number, node: Node, group: string | null): Line => {
  const key = keyOf(node)
  const offers = offersOf(node["offers"])
  const offer = cheapest(offers)
  const isOut = offers.length > 0 && offers.every(({ availability }) => unavailable.test(availability))
  const options = optionsOf(node)
  const cells = commonCells(node)
  if (isA(node, "IsBundle") || termOf(node["@type"]) === "ProductCollection") {
    return refuseLine(line, key, "@type", notShipped("is a bundle"))
  }
  return {
    ...plainLine,
    line,
    cells: new Map([
      ...(group === null ? cells : filled(cells)),
      ["external_id", key],
      ["sku", textOf(node["sku"])],
      ["gtin", gtins.map((name) => textOf(node[name])).find((text) => text !== "") ?? ""],
      ["price", offer?.price ?? ""],
      ["original_price", offer?.original ?? ""],
      ["is_active", String(!offers.some(({ availability }) => availability === "Discontinued"))],
      ...(group === null ? [] : [["group", group] as const]),
      ...(isOut ? [["quantity", "0"] as const] : offer?.units ? [["quantity", offer.units] as const] : []),
      ...filled([
        ["page_url", textOf(node["url"]) || (offer?.url ?? "")],
        ["spec.MPN", textOf(node["mpn"])]
      ]),
      ...(group === null ? options.map(([name, value]) => [`spec.${name}`, value] as const) : [])
    ]),
    options: group === null ? [] : options,
    foreign: {
      ...plainFacts,
      role: group === null ? "single" : "variant",
      areOptionsCandidates: true,
      inherits: group !== null,
      taxonomies: taxonomiesOf(valuesOf(node["category"]).map(textOf)),
      isInStock: !isOut && !offer?.units && offers.length > 0,
      restockDate: isOut && offer !== undefined && offer.starts !== "" ? offer.starts : undefined
    },
    ...surplus(node)
  }
}

const mapGroup = (line: number, node: Node): ReadonlyArray<Line> => {
  const key = groupKeyOf(node)
  const variants = nodesOf(node["hasVariant"]).filter((variant) =>
    Object.keys(variant).some((name) => name !== "@id" && name !== "@type")
  )
  return [
    {
      ...plainLine,
      line,
      cells: new Map([...commonCells(node), ["external_id", key], ["group", key]]),
      foreign: { ...plainFacts, role: "group", taxonomies: taxonomiesOf(valuesOf(node["category"]).map(textOf)) },
      ...surplus(node)
    },
    ...variants.map((variant) => mapProduct(line, variant, key))
  ]
}

/** Groups of the products that a document's groups only refer to, by the products' ids. */
const referredBy = (node: Node): ReadonlyArray<readonly [id: string, group: string]> =>
  [node, ...nodesOf(node["@graph"])]
    .filter((part) => isA(part, "ProductGroup"))
    .flatMap((group) =>
      nodesOf(group["hasVariant"]).map((variant) => [textOf(variant["@id"]), groupKeyOf(group)] as const)
    )

/** Maps a node and those within it; other things than products are passed over. */
const mapNode = (line: number, node: Node, groups: ReadonlyMap<string, string>): ReadonlyArray<Line> => {
  const graph = nodesOf(node["@graph"])
  const inner = [
    ...graph,
    ...nodesOf(node["mainEntity"]),
    ...nodesOf(node["itemListElement"]).flatMap((element) => [element, ...nodesOf(element["item"])])
  ]
  if (isA(node, "ProductGroup")) {
    return mapGroup(line, node)
  }
  if (isA(node, "Product") || isA(node, "IndividualProduct") || isA(node, "ProductModel")) {
    const group = nodesOf(node["isVariantOf"])[0]
    const key =
      textOf(node["inProductGroupWithID"]) ||
      (group === undefined ? "" : groupKeyOf(group)) ||
      (groups.get(textOf(node["@id"])) ?? "")
    return [mapProduct(line, node, key === "" ? null : key)]
  }
  return inner.length === 0
    ? [skipped("things that are no products")]
    : inner.flatMap((part) => mapNode(line, part, groups))
}

/** Product data of web pages. */
export const schemaOrgJsonLd: Format = {
  name: "schema-org-jsonld",
  recognizes: (beginning) => /^\s*[{[]/.test(beginning) && /"@(?:context|graph|type)"\s*:/.test(beginning),
  read: (text) =>
    jsonLines(text).pipe(
      Stream.mapConcat((read): ReadonlyArray<Line> =>
        "_tag" in read ? [read] : mapNode(read.line, read.value, new Map(referredBy(read.value)))
      )
    )
}
