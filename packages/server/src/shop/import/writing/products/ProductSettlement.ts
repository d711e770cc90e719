import { Array, Either, Option } from "effect"
import { v7 } from "uuid"
import { categoryOf, type CategoryFacts, type Mapped, mappedBy } from "../../categories/Category.ts"
import { type Contender, type Place, placeKey, refuseClashes } from "../../groups/DistinctOptions.ts"
import { type GroupLine, groupOf, type Remainder, type SettledLine, type Settlement } from "../../groups/Group.ts"
import { type TakenProduct } from "../../kinds/TakenProduct.ts"
import { type Fault, type LateNote, type Refused, refuseLine } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type StockRow } from "../Stock.ts"
import { type Warehouses } from "../Warehouses.ts"
import { type ProductRow } from "./ProductRows.ts"
import { groupRow, soldRow, stockRow } from "./SettledRows.ts"
import { byKey, type OpenedProduct, type OtherVariant, type StoredProduct } from "./StoredProduct.ts"

/** Compares the lines of a batch with the stored products of their keys, without reading anything. */

/** Facts of the shop and the whole file that the lines of a batch depend on. */
export interface ShopFacts {
  /** Products of this source that have one of the keys: see `keysOf`. */
  readonly stored: ReadonlyArray<StoredProduct>
  /** Variants whose places the batch wants: see `wantedPlaces`. */
  readonly others: ReadonlyArray<OtherVariant>
  /** Active products of the batch's lines that leave an option open, of those that they make and of former ones. */
  readonly opened: ReadonlyArray<OpenedProduct>
  /** Keys from `derivedKeysOf` that lines of the file have as their own. */
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
  /** Products that others replace, or that their lines no longer make. */
  readonly withdrawn: ReadonlyArray<{ readonly id: string; readonly group_id: string | null }>
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
        notes: [],
        refused: [refuseLine(line, value.externalId, "name", { fault: "is empty", mend: "fill it in" })]
      }
    : {
        group: null,
        lines: [{ line, key: value.externalId, product: { ...rest, role: "single", group: null, name } }],
        notes: [],
        refused: []
      }
}

/** Key of the lines that are settled together. */
export const unitOf = ({ externalId, group }: TakenProduct): string => group ?? externalId

/** Settles a batch of whole units: singles, and groups, one of which may have the key of a single. */
export const settleLines = (
  lines: ReadonlyArray<GroupLine>,
  remainders: ReadonlyMap<string, Remainder>
): ReadonlyArray<Settlement> =>
  (Array.isNonEmptyReadonlyArray(lines)
    ? Array.groupWith(lines, (one, other) => unitOf(one.value) === unitOf(other.value))
    : []
  ).flatMap((unit) => {
    const [singles, members] = Array.partition(unit, ({ value }) => value.group !== null)
    return [
      ...singles.map(settleSingle),
      ...(Array.isNonEmptyReadonlyArray(members) ? [groupOf(members, remainders.get(unitOf(members[0].value)))] : [])
    ]
  })

/** Returns the keys of the groups whose options depend on the variants that the shop has besides. */
export const candidateGroupsOf = (lines: ReadonlyArray<GroupLine>): ReadonlyArray<string> =>
  Array.dedupe(
    lines.flatMap(({ value: { areOptionsCandidates, group } }) =>
      areOptionsCandidates && group !== null ? [group] : []
    )
  )

/** Returns the keys of a batch: those of its lines, of the products that they become, and of their groups. */
export const keysOf = (settlements: ReadonlyArray<Settlement>): ReadonlyArray<string> =>
  Array.dedupe(
    settlements.flatMap(({ group, lines }) => [
      ...(group === null ? [] : [group.externalId]),
      ...lines.flatMap(({ key, product }) => [key, product.externalId])
    ])
  )

/** Returns the keys of a batch that no line has by itself: of its groups, and of the variants of lines with several. */
export const derivedKeysOf = (settlements: ReadonlyArray<Settlement>): ReadonlyArray<string> =>
  settlements.flatMap(({ group, lines }) => [
    ...(group === null ? [] : [group.externalId]),
    ...lines.flatMap(({ key, product: { externalId } }) => (externalId === key ? [] : [externalId]))
  ])

/** Returns the places in stored groups that the lines of a batch ask for. */
export const wantedPlaces = (
  settlements: ReadonlyArray<Settlement>,
  stored: ReadonlyArray<StoredProduct>
): ReadonlySet<string> => {
  const { groups } = byKey(stored)
  return new Set(
    settlements.flatMap(({ group, lines }) => {
      const id = group === null ? undefined : groups.get(group.externalId)?.id
      return id === undefined ? [] : lines.map(({ product: { options } }) => placeKey({ group: id, options }))
    })
  )
}

/** A line's product that can be written, unless others of its group stand in its way. */
interface Placed {
  readonly settled: SettledLine
  readonly placed: PlacedRow
  readonly stock: ReadonlyArray<StockRow>
}

/** Returns where a product stands as an active variant of a group. */
const placeOf = (
  group: string | null,
  { isActive, options }: { readonly isActive: boolean; readonly options: Place["options"] }
): Place | null => (group !== null && isActive ? { group, options } : null)

const storedPlace = (stored: StoredProduct | null): Place | null =>
  stored === null ? null : placeOf(stored.group_id, { isActive: stored.is_active, options: stored.options })

const becomesKeyOfAnother = (key: string): Fault => ({
  fault: `becomes ${quote(key)}, as another line does`,
  mend: "give each line a key of its own"
})

/** Returns the rows, stock and refusals of a batch of whole groups. */
export const placeProducts = (
  settlements: ReadonlyArray<Settlement>,
  { categories, category, inStockAs, isFull, opened, others, soldKeys, stored, warehouses }: ShopFacts
): ProductPlan => {
  const storedBy = byKey(stored)
  const added = new Set<string>()
  const refused: Array<Refused> = []
  const mapped: Array<Mapped> = []
  const written = new Set<string>()
  const made = new Set(settlements.flatMap(({ lines }) => lines.map(({ product }) => product.externalId)))
  const former = opened.filter(({ external_id }) => !made.has(external_id))
  const formerIds = new Set(former.map(({ id }) => id))
  const contenders: Array<Contender> = [
    ...others.flatMap(({ group_id, id, is_lacking, name, options }) =>
      is_lacking || formerIds.has(id) ? [] : [{ name, line: null, before: { group: group_id, options }, after: null }]
    ),
    ...former.map(({ external_id, group_id, line, options }) => ({
      name: external_id,
      line,
      before: placeOf(group_id, { isActive: true, options }),
      after: null
    }))
  ]
  const replaced = new Map<number, ProductPlan["withdrawn"][number]>()

  /** Finds the category of a product, which the shop gets if it lacks it. */
  const categorise = (
    product: Pick<TakenProduct, "category" | "taxonomies" | "productType">,
    row: StoredProduct | null
  ): Either.Either<string, Fault> => {
    const found = Either.flatMap(
      categoryOf(product, row === null ? null : { category: row.category, productType: row.product_type }, category),
      (name): Either.Either<string, Fault> => {
        if (categories.has(name) || added.has(name)) {
          return Either.right(name)
        }
        if (categories.size + added.size >= maxCategories) {
          return Either.left({
            fault: `would add ${quote(name)} to the ${maxCategories} categories that a shop has at most`,
            mend: "put it into another one with --category-map"
          })
        }
        added.add(name)
        return Either.right(name)
      }
    )
    mapped.push(...mappedBy(product, row !== null, found))
    return found
  }

  /** Places a line's product in a group, or by itself. */
  const place = (settled: SettledLine, group: Either.Either<string | null, Fault>): Option.Option<Placed> => {
    const { key, line, product } = settled
    const row = storedBy.sold.get(product.externalId) ?? null
    const isStocked = product.stock !== undefined || product.restockDate !== undefined
    const found = Either.all({
      group,
      category: categorise(product, row),
      warehouse: isStocked ? warehouses.nameOf(product.warehouse) : Either.right(null),
      own:
        written.has(product.externalId) || (product.externalId !== key && soldKeys.has(product.externalId))
          ? Either.left(becomesKeyOfAnother(product.externalId))
          : Either.right(undefined)
    })
    if (Either.isLeft(found)) {
      refused.push(refuseLine(line, key, null, found.left))
      contenders.push({ name: product.externalId, line, before: storedPlace(row), after: null })
      return Option.none()
    }
    const { right } = found
    written.add(product.externalId)
    const placed = soldRow(product, right.category, row, right.group, isFull)
    const isActive = placed.is_active ?? row?.is_active ?? true
    contenders.push({
      name: product.externalId,
      line,
      before: storedPlace(row),
      after: placeOf(right.group, { isActive, options: product.options })
    })
    // The product that the line was before it became several.
    const whole = key === product.externalId ? undefined : storedBy.sold.get(key)
    const left = whole === undefined ? null : storedPlace(whole)
    if (whole !== undefined && left !== null && !replaced.has(line)) {
      replaced.set(line, { id: whole.id, group_id: left.group })
      contenders.push({ name: key, line, before: left, after: null })
    }
    return Option.some({
      settled,
      placed: { row: placed, stored: row },
      stock: right.warehouse === null ? [] : [stockRow(product, placed.id, right.warehouse, inStockAs)]
    })
  }

  const units = settlements.map(({ group, lines }) => {
    if (group === null) {
      return { head: Option.none(), lines: lines.flatMap((line) => Option.toArray(place(line, Either.right(null)))) }
    }
    const single = storedBy.sold.get(group.externalId)
    const isFree = single?.kind === "single" && !soldKeys.has(group.externalId)
    const row = storedBy.groups.get(group.externalId) ?? (isFree ? single : null)
    const id = row?.id ?? v7()
    const name = categorise(group, row)
    return {
      head: Option.map(Either.getRight(name), (category) => ({ group, id, row, category })),
      lines: lines.flatMap((line) =>
        Option.toArray(
          place(
            line,
            Either.map(name, () => id)
          )
        )
      )
    }
  })
  const earlier = [...settlements.flatMap((settlement) => settlement.refused), ...refused]
  const isRefused = new Set(earlier.map(({ line }) => line))
  const clashes = refuseClashes(contenders, isRefused)
  const isTaken = ({ line }: Pick<SettledLine, "line">) => !isRefused.has(line) && !clashes.has(line)
  const taken = units.map(({ head, lines }) => ({ head, lines: lines.filter(({ settled }) => isTaken(settled)) }))
  const keys = new Map(settlements.flatMap(({ lines }) => lines.map(({ key, line }) => [line, key] as const)))
  const rows = taken.flatMap(({ head, lines }): ReadonlyArray<PlacedRow> => {
    const products = lines.map(({ settled }) => settled.product)
    const groups = Option.match(head, {
      onNone: () => [],
      onSome: ({ category, group, id, row }) =>
        lines.length === 0 ? [] : [{ row: groupRow(group, id, category, row, products), stored: row }]
    })
    return [...groups, ...lines.map(({ placed }) => placed)]
  })
  const named = new Set(rows.map(({ row }) => row.category))
  return {
    refused: [
      ...earlier,
      ...[...clashes].map(([line, fault]) => refuseLine(line, keys.get(line) ?? null, "options", fault))
    ],
    notes: settlements.flatMap(({ notes }) => notes.filter(isTaken)),
    mapped,
    categories: [...added].filter((name) => named.has(name)),
    rows,
    stock: taken.flatMap(({ lines }) => lines.flatMap(({ stock }) => stock)),
    withdrawn: [
      ...others.filter(({ is_lacking }) => is_lacking),
      ...former.filter(isTaken),
      ...[...replaced].flatMap(([line, row]) => (isTaken({ line }) ? [row] : []))
    ]
  }
}
