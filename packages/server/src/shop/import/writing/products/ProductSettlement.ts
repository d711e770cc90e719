import { type Money, toNumeric } from "@storefront/domain/Money"
import { Array, Either, Order, Schema } from "effect"
import { v7 } from "uuid"
import { categoryOf, type CategoryFacts, type Mapped, mappedBy } from "../../categories/Category.ts"
import {
  type GroupLine,
  groupOf,
  type SettledGroup,
  type SettledLine,
  type SettledProduct,
  type Settlement
} from "../../groups/Group.ts"
import { type TakenProduct } from "../../kinds/TakenProduct.ts"
import { type Fault, type Refused, refuseLine } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type StockRow } from "../Stock.ts"
import { type Warehouses } from "../Warehouses.ts"
import { type LateNote } from "../Writing.ts"
import { type ProductRow } from "./ProductRows.ts"

/** Compares the lines of a batch with the stored products of their keys, without reading anything. */

/** A stored product, as far as a line's row depends on it. */
export const StoredProduct = Schema.Struct({
  id: Schema.String,
  external_id: Schema.String,
  kind: Schema.Literal("single", "group", "variant"),
  group_id: Schema.NullOr(Schema.String),
  category: Schema.String,
  product_type: Schema.String
})
export type StoredProduct = typeof StoredProduct.Type

/** Facts of the shop and the whole file that the lines of a batch depend on. */
export interface ShopFacts {
  /** Products of this source that have one of the keys. */
  readonly stored: ReadonlyArray<StoredProduct>
  /** Keys of the batch's groups that the file also sells as goods. */
  readonly soldKeys: ReadonlySet<string>
  /** Categories that the shop has. */
  readonly categories: ReadonlySet<string>
  readonly category: CategoryFacts
  readonly warehouses: Warehouses
  /** Units of goods that are in stock without a number, where none is left. */
  readonly inStockAs: number | null
  /** Goods that the file has are active. */
  readonly isFull: boolean
}

/** A row to write, beside its stored form. */
export interface PlacedRow {
  readonly row: ProductRow
  readonly stored: StoredProduct | null
}

export interface ProductPlan {
  readonly refused: ReadonlyArray<Refused>
  readonly notes: ReadonlyArray<LateNote>
  /** Categories that the taxonomies of the lines have led to. */
  readonly mapped: ReadonlyArray<Mapped>
  /** Categories that the shop gets, in order. */
  readonly categories: ReadonlyArray<string>
  readonly rows: ReadonlyArray<PlacedRow>
  readonly stock: ReadonlyArray<StockRow>
}

/** Most categories of a shop. */
const maxCategories = 200

/** Settles a line that belongs to no group. */
const settleSingle = ({ line, value }: GroupLine): Settlement => {
  const { areOptionsCandidates: _, choices: _choices, inherits: _inherits, name, ...rest } = value
  return name === undefined
    ? {
        group: null,
        lines: [],
        refused: [refuseLine(line, value.externalId, "name", { fault: "is empty", mend: "fill it in" })]
      }
    : {
        group: null,
        lines: [{ line, product: { ...rest, role: "single", group: null, name }, notes: [] }],
        refused: []
      }
}

/** Key of the lines that are settled together. */
export const unitOf = ({ externalId, group }: TakenProduct): string => group ?? externalId

/** Settles a batch of whole units: singles, and groups, one of which may have the key of a single. */
const settleLines = (lines: ReadonlyArray<GroupLine>): ReadonlyArray<Settlement> =>
  (Array.isNonEmptyReadonlyArray(lines)
    ? Array.groupWith(lines, (one, other) => unitOf(one.value) === unitOf(other.value))
    : []
  ).flatMap((unit) => {
    const [singles, members] = Array.partition(unit, ({ value }) => value.group !== null)
    return [...singles.map(settleSingle), ...(Array.isNonEmptyReadonlyArray(members) ? [groupOf(members)] : [])]
  })

/** Returns a value as a row has it: null leaves the stored one, an empty text empties it. */
const leftOrEmptied = (value: string | null | undefined): string | null => (value === null ? "" : (value ?? null))

const amount = (value: Money | undefined): string | null => (value === undefined ? null : toNumeric(value))

const commonColumns = (product: SettledProduct | SettledGroup) => ({
  external_id: product.externalId,
  name: product.name,
  product_type: product.productType ?? null,
  description: product.description ?? null,
  brand: product.brand ?? null,
  vendor: product.vendor ?? null,
  keywords: product.keywords ?? null,
  picture_url: leftOrEmptied(product.pictureUrl),
  page_url: leftOrEmptied(product.pageUrl),
  specs: product.specs,
  created_at: product.createdAt ?? null
})

const byPrice = Order.mapInput(Order.number, ({ price }: { readonly price: Money }) => price)

/** Returns the row of a group. A new one begins with its cheapest variant's price, before it is refreshed. */
const groupRow = (
  group: SettledGroup,
  category: string,
  stored: StoredProduct | null,
  variants: ReadonlyArray<SettledProduct>
): ProductRow => {
  const priced = variants.flatMap(({ isActive, originalPrice, price }) =>
    price === undefined ? [] : [{ price, originalPrice: originalPrice ?? price, isActive: isActive !== false }]
  )
  const active = priced.filter(({ isActive }) => isActive)
  const first = stored === null ? (active.length > 0 ? active : priced).toSorted(byPrice)[0] : undefined
  return {
    ...commonColumns(group),
    id: stored?.id ?? v7(),
    kind: "group",
    group_id: null,
    options: [],
    category,
    price: amount(first?.price),
    original_price: amount(first?.originalPrice),
    sku: "",
    gtin: "",
    checkout_key: "",
    is_active: stored === null ? active.length > 0 : null
  }
}

const soldRow = (
  product: SettledProduct,
  category: string,
  stored: StoredProduct | null,
  group: string | null,
  isFull: boolean
): ProductRow => ({
  ...commonColumns(product),
  id: stored?.id ?? v7(),
  kind: product.role,
  group_id: group,
  options: product.options,
  category,
  price: amount(product.price),
  original_price: amount(product.originalPrice),
  sku: leftOrEmptied(product.sku),
  gtin: leftOrEmptied(product.gtin),
  checkout_key: leftOrEmptied(product.checkoutKey),
  is_active: product.isActive ?? (isFull ? true : null)
})

/** Returns the stock that a line states, in the warehouse of that name. */
const stockRow = (
  { restockDate, stock }: SettledProduct,
  id: string,
  warehouse: string,
  inStockAs: number | null
): StockRow => ({
  product_id: id,
  warehouse,
  counted: stock?._tag === "Counted" ? stock.units : null,
  if_none: stock?._tag === "InStock" ? inStockAs : null,
  reorder_threshold: null,
  restock_date: restockDate ?? null,
  // A feed names the day only.
  restock_quantity: restockDate === undefined ? null : 1
})

/** Returns the rows, stock and refusals of a batch of whole groups. */
export const settleProducts = (
  lines: ReadonlyArray<GroupLine>,
  { categories, category, inStockAs, isFull, soldKeys, stored, warehouses }: ShopFacts
): ProductPlan => {
  const groupRows = new Map(stored.flatMap((row) => (row.kind === "group" ? [[row.external_id, row]] : [])))
  const soldRows = new Map(stored.flatMap((row) => (row.kind === "group" ? [] : [[row.external_id, row]])))
  const added: Array<string> = []
  const refused: Array<Refused> = []
  const notes: Array<LateNote> = []
  const mapped: Array<Mapped> = []
  const rows: Array<PlacedRow> = []
  const stock: Array<StockRow> = []
  const written = new Set<string>()

  /** Finds the category of a product, which the shop gets if it lacks it. */
  const categorise = (
    product: Pick<TakenProduct, "category" | "taxonomies" | "productType">,
    row: StoredProduct | null
  ): Either.Either<string, Fault> => {
    const found = Either.flatMap(
      categoryOf(product, row === null ? null : { category: row.category, productType: row.product_type }, category),
      (name): Either.Either<string, Fault> => {
        if (categories.has(name) || added.includes(name)) {
          return Either.right(name)
        }
        if (categories.size + added.length >= maxCategories) {
          return Either.left({
            fault: `would add ${quote(name)} to the ${maxCategories} categories that a shop has at most`,
            mend: "put it into another one with --category-map"
          })
        }
        added.push(name)
        return Either.right(name)
      }
    )
    mapped.push(...mappedBy(product, row !== null, found))
    return found
  }

  /** Places a line's product, if it can be written. */
  const placeSold = ({ line, product }: SettledLine, group: string | null) => {
    const row = soldRows.get(product.externalId) ?? null
    const isStocked = product.stock !== undefined || product.restockDate !== undefined
    const found = Either.all({
      category: categorise(product, row),
      warehouse: isStocked ? warehouses.nameOf(product.warehouse) : Either.right(null)
    })
    if (Either.isLeft(found)) {
      refused.push(refuseLine(line, product.externalId, null, found.left))
    } else if (written.has(product.externalId)) {
      refused.push(
        refuseLine(line, product.externalId, null, {
          fault: `becomes ${quote(product.externalId)}, as another line does`,
          mend: "give each line a key of its own"
        })
      )
    } else {
      written.add(product.externalId)
      const placed = soldRow(product, found.right.category, row, group, isFull)
      rows.push({ row: placed, stored: row })
      if (found.right.warehouse !== null) {
        stock.push(stockRow(product, placed.id, found.right.warehouse, inStockAs))
      }
    }
  }

  for (const { group, lines: settled, refused: unsettled } of settleLines(lines)) {
    refused.push(...unsettled)
    notes.push(...settled.flatMap(({ line, notes }) => notes.map((note) => ({ line, ...note }))))
    if (group === null) {
      settled.forEach((line) => placeSold(line, null))
      continue
    }
    const single = soldRows.get(group.externalId)
    const isFree = single?.kind === "single" && !soldKeys.has(group.externalId)
    const row = groupRows.get(group.externalId) ?? (isFree ? single : null)
    Either.match(categorise(group, row), {
      onLeft: (fault) =>
        refused.push(...settled.map(({ line, product }) => refuseLine(line, product.externalId, null, fault))),
      onRight: (name) => {
        const placed = groupRow(
          group,
          name,
          row,
          settled.map(({ product }) => product)
        )
        rows.push({ row: placed, stored: row })
        settled.forEach((line) => placeSold(line, placed.id))
      }
    })
  }
  return { refused, notes, mapped, categories: added, rows, stock }
}
