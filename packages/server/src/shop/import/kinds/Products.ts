import { Money } from "@storefront/domain/Money"
import { Either } from "effect"
import { excerpt } from "../../../platform/text/Text.ts"
import { categoryCandidates } from "../categories/Category.ts"
import { deepest, taxonomiesOf } from "../categories/Taxonomy.ts"
import { plainFacts } from "../formats/Format.ts"
import { formatNames } from "../formats/FormatNames.ts"
import { type Note } from "../Lines.ts"
import {
  blank,
  type CellFault,
  type Cells,
  cellsReader,
  columnOf,
  left,
  optional,
  type ReadLine,
  required,
  taken,
  type ValuesOf
} from "../rules/Column.ts"
import { price, shopCurrency } from "../rules/values/Amounts.ts"
import { day, moment } from "../rules/values/Dates.ts"
import { gtin } from "../rules/values/Gtin.ts"
import { category } from "../rules/values/Names.ts"
import { boolean } from "../rules/values/Numbers.ts"
import { partitionChoices, readOpenOptions, readOptions, splitOptions } from "../rules/values/Options.ts"
import { filledText, htmlText, key, ownWords, text } from "../rules/values/Text.ts"
import { url } from "../rules/values/Urls.ts"
import { type Settings } from "../Settings.ts"
import { quantity } from "./Inventory.ts"
import { type ForeignFacts, type Kind, type SourceLine } from "./Kind.ts"
import { cellFault } from "./SimpleKind.ts"
import { type Option, type TakenProduct } from "./TakenProduct.ts"

const columns = {
  externalId: required(key(300), { docs: "key of the product in your system", example: "RR-42-BLACK" }),
  name: required(filledText(text(200)), {
    docs: "name, at most 200 characters; of a group's members the group's",
    example: "Ridge Runner"
  }),
  price: required(price, { docs: "amount in the shop's currency", example: "119.90" }),
  category: left(category, { docs: "category of the shop; or `product_type`", example: "Shoes" }),
  productType: optional(text(300), "", { docs: "place in a taxonomy, parted by `>`", example: "Apparel > Shoes" }),
  group: optional(key(300), null, { docs: "key of the group whose variant it is", example: "RR" }),
  options: optional(text(2000), "", { docs: "options of a variant", example: "Size=42|Colour=Black" }),
  description: optional(htmlText(5000), "", {
    docs: "text or HTML, at most 5,000 characters",
    example: "Light trail shoe."
  }),
  brand: optional(text(80), "", { docs: "brand, at most 80 characters", example: "Ridge" }),
  vendor: optional(text(80), "", { docs: "supplier, at most 80 characters", example: "Ridge Ltd" }),
  sku: optional(key(100), null, { docs: "stock keeping unit", example: "RR42B" }),
  gtin: optional(gtin, null, { docs: "barcode number: GTIN, EAN, UPC or ISBN-13", example: "4006381333931" }),
  originalPrice: optional(price, null, {
    docs: "price before a reduction; the lower of the two is asked",
    example: "139.90"
  }),
  currency: left(shopCurrency, { docs: "the shop's currency, as a check", example: "" }),
  pictureUrl: optional(url, null, { docs: "`https` address of a picture", example: "https://cdn.shop.example/rr.jpg" }),
  pageUrl: optional(url, null, { docs: "`https` address of the product's page", example: "https://shop.example/rr" }),
  checkoutKey: optional(key(300), null, { docs: "key that your till knows it by", example: "40123456789" }),
  keywords: optional(text(2000), "", { docs: "further words to find it by", example: "trail running" }),
  quantity: { ...quantity, isRequired: false, missing: Either.right(undefined) },
  warehouse: left(ownWords(100), { docs: "name of the warehouse that has the stock", example: "" }),
  createdAt: left(moment, { docs: "when it was added to the range", example: "2025-09-01" }),
  isActive: left(boolean, { docs: "`false` takes it off sale", example: "true" })
}

/** In a foreign format a line may be a group's, without a price, or take its name from the group. */
const foreignColumns = {
  ...columns,
  name: left(columns.name.read, columns.name),
  price: left(columns.price.read, columns.price)
}

const readOwn = cellsReader(columns)
const readForeign = cellsReader(foreignColumns)

/** Most specs of a product. */
const maxSpecs = 100

/** Longest name of a spec, in code points. */
const maxSpecName = 80

const specName = key(maxSpecName)
const specValue = text(300)
const specPrefix = "spec."

/** Reads the cells of `spec.<name>` columns, and facts that have no column; null removes a spec. */
const readSpecs = (
  cells: Cells,
  facts: TakenProduct["choices"],
  settings: Settings
): Either.Either<ReadLine<TakenProduct["specs"]>, CellFault> => {
  const specs = new Map<string, string | null>()
  const notes: Array<Note> = []
  const stated = [...cells].filter(([column]) => column.startsWith(specPrefix))
  for (const [column, cell] of [
    ...stated,
    ...facts.map(([name, values]) => [specPrefix + name, values.join(", ")] as const)
  ]) {
    const read = Either.all({
      name: specName(column.slice(specPrefix.length), settings),
      value: cell.trim() === "" ? taken(null) : specValue(cell, settings)
    })
    if (Either.isLeft(read)) {
      return Either.left({ column: excerpt(column, maxSpecName), ...read.left })
    }
    const { name, value } = read.right
    specs.set(name.value, value.value === "" ? null : value.value)
    notes.push(...[...name.notes, ...value.notes].map((text) => ({ column, text })))
  }
  return specs.size > maxSpecs
    ? Either.left({ column: null, fault: `has ${specs.size} specs`, mend: `keep at most ${maxSpecs}` })
    : Either.right({ value: Object.fromEntries(specs), notes })
}

/** Facts of a foreign line that no cell holds, read as cells are. */
const readFacts = ({ choices, restockDate, role, taxonomies }: ForeignFacts, settings: Settings) =>
  Either.gen(function* () {
    const places = yield* Either.mapLeft(
      Either.all(taxonomies.map((taxonomy) => columns.productType.read(taxonomy, settings))),
      (fault) => ({ column: columnOf("productType"), ...fault })
    )
    const parted =
      role === "group"
        ? partitionChoices(choices, settings)
        : {
            facts: [],
            choices: yield* Either.mapLeft(readOpenOptions(choices, settings), (fault) => ({
              column: "options",
              ...fault
            }))
          }
    const restock = restockDate === undefined ? Either.right(undefined) : day(restockDate, settings)
    const notes: ReadonlyArray<Note> = [
      ...places.flatMap((place) => place.notes.map((text) => ({ column: columnOf("productType"), text }))),
      ...(Either.isLeft(restock)
        ? [{ column: null, text: "has a day of delivery that cannot be read, which was dropped" }]
        : [])
    ]
    return {
      ...parted,
      taxonomies: taxonomiesOf(places.map(({ value }) => value ?? "")),
      restockDate: Either.getOrUndefined(restock)?.value,
      notes
    }
  })

/** Cells of a foreign format after the corrections that only foreign formats get. */
const corrected = (
  cells: Cells,
  settings: Settings
): { readonly cells: Cells; readonly notes: ReadonlyArray<Note> } => {
  const changed = new Map(cells)
  const notes: Array<Note> = []
  const barcode = cells.get("gtin")?.trim() ?? ""
  const read = barcode === "" ? Either.right(null) : gtin(barcode, settings)
  if (Either.isLeft(read)) {
    changed.set("gtin", "").set("keywords", `${cells.get("keywords") ?? ""} ${barcode}`.trim())
    notes.push({ column: "gtin", text: `${read.left.fault}, and became a keyword` })
  }
  if (/^\s*-\d+\s*$/.test(cells.get("quantity") ?? "")) {
    changed.set("quantity", "0")
    notes.push({ column: "quantity", text: "is negative, and was taken as 0" })
  }
  return { cells: changed, notes }
}

const specsOf = (options: ReadonlyArray<Option>) => Object.fromEntries(options)

/** Returns the fault of a column that is required in a foreign format as well. */
const emptyFault = (column: "name" | "price") =>
  Either.mapLeft(blank(columns[column].example), (fault) => ({ column, ...fault }))

/** Returns the prices of a line: of two the lower is asked. */
const pricesOf = (price: Money, other: Money | null | undefined) =>
  other === undefined
    ? { price, originalPrice: undefined }
    : { price: Money.make(Math.min(price, other ?? price)), originalPrice: Money.make(Math.max(price, other ?? price)) }

const read = (line: SourceLine, settings: Settings): Either.Either<ReadLine<TakenProduct>, CellFault> =>
  Either.gen(function* () {
    const { foreign } = line
    const { cells, notes: corrections } =
      foreign === null ? { cells: line.cells, notes: [] } : corrected(line.cells, settings)
    const cellsRead: Either.Either<ReadLine<ValuesOf<typeof foreignColumns>>, CellFault> = foreign === null
      ? readOwn(cells, settings)
      : readForeign(cells, settings)
    const { notes, value: values } = yield* cellsRead
    const facts = yield* readFacts(
      foreign ?? { ...plainFacts, taxonomies: taxonomiesOf([values.productType ?? ""]) },
      settings
    )
    const specs = yield* readSpecs(cells, facts.facts, settings)
    const options = yield* Either.mapLeft(
      Either.flatMap(splitOptions(values.options ?? ""), (pairs) => readOptions([...pairs, ...line.options], settings)),
      (fault) => ({ column: "options", ...fault })
    )
    const group = values.group ?? null
    const role = foreign?.role ?? (group === null ? "single" : "variant")
    if (role === "variant" && options.value.length === 0 && foreign === null) {
      return yield* cellFault(
        "options",
        "is empty, but the line names a group",
        "write what tells it from the others, as Size=42, or leave group empty"
      )
    }
    if (values.price === undefined && role !== "group") {
      return yield* emptyFault("price")
    }
    if (values.name === undefined && !(foreign?.inherits === true && role === "variant")) {
      return yield* emptyFault("name")
    }
    const { choices, restockDate, taxonomies } = facts
    const isLooseOption = role === "single" && options.value.length > 0
    const prices =
      values.price === undefined
        ? { price: undefined, originalPrice: undefined }
        : pricesOf(values.price, values.originalPrice)
    const remarks: ReadonlyArray<Note> = [
      ...(prices.price !== values.price
        ? [{ column: "original_price", text: "is lower than price; the lower one is asked" }]
        : []),
      ...(isLooseOption && foreign === null
        ? [{ column: "options", text: "has options without a group, which became specs" }]
        : [])
    ]
    return {
      value: {
        externalId: values.externalId,
        role,
        group: role === "single" ? null : group,
        options: isLooseOption ? [] : options.value,
        areOptionsCandidates: foreign?.areOptionsCandidates ?? false,
        choices,
        inherits: foreign?.inherits ?? false,
        name: values.name,
        ...prices,
        category: values.category,
        taxonomies,
        productType:
          values.productType === undefined && taxonomies.length === 0 ? undefined : (deepest(taxonomies) ?? ""),
        description: values.description,
        brand: values.brand,
        vendor: values.vendor,
        sku: values.sku,
        gtin: values.gtin,
        pictureUrl: values.pictureUrl,
        pageUrl: values.pageUrl,
        checkoutKey: values.checkoutKey,
        keywords: values.keywords,
        specs: isLooseOption ? { ...specsOf(options.value), ...specs.value } : specs.value,
        stock:
          values.quantity !== undefined
            ? { _tag: "Counted", units: values.quantity }
            : foreign?.isInStock === true
              ? { _tag: "InStock" }
              : undefined,
        warehouse: values.warehouse,
        restockDate,
        createdAt: values.createdAt,
        isActive: values.isActive
      },
      notes: [
        ...corrections,
        ...notes,
        ...facts.notes,
        ...specs.notes,
        ...options.notes.map((text) => ({ column: "options", text })),
        ...remarks
      ]
    }
  })

/** Goods, their variants and groups. */
export const products: Kind<TakenProduct> = {
  name: "products",
  key: "externalId",
  columns,
  families: {
    [specPrefix]: { docs: "a spec of that name; empty removes it", example: "" }
  },
  structures: [],
  formats: formatNames,
  take: (line, settings) =>
    Either.map(read(line, settings), ({ notes, value }) => ({
      value,
      notes,
      categories: categoryCandidates(value, settings.isFlagged)
    }))
}
