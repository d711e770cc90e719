import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, type DateTime, Effect, Schema } from "effect"
import { withoutTimeLimits } from "../../../../platform/database/Transaction.ts"
import { refreshGroups } from "../../../catalog/Groups.ts"
import { products } from "../../kinds/Products.ts"
import { type TakenProduct } from "../../kinds/TakenProduct.ts"
import { FileRefused } from "../../Lines.ts"
import { placeKey } from "../../groups/DistinctOptions.ts"
import { namesOf } from "../NameSets.ts"
import * as Stock from "../Stock.ts"
import * as Warehouses from "../Warehouses.ts"
import { type QueryError, type StagedFile, type StagedLine, type Settled, type Writing } from "../Writing.ts"
import * as HandedReviews from "./HandedReviews.ts"
import * as PictureHosts from "./PictureHosts.ts"
import * as ProductRows from "./ProductRows.ts"
import {
  candidateGroupsOf,
  derivedKeysOf,
  keysOf,
  placeProducts,
  type ProductPlan,
  settleLines,
  unitOf,
  wantedPlaces
} from "./ProductSettlement.ts"
import { StagedProduct } from "./StagedProduct.ts"
import { OpenedProduct, OtherVariant, StoredProduct } from "./StoredProduct.ts"
import * as Withdrawal from "./Withdrawal.ts"

/** Options of an import of products that concern its rows. */
export interface ProductOptions<E> extends Withdrawal.WithdrawalOptions<E>, PictureHosts.HostOptions<E> {
  /** Account that the goods belong to; null is the shop itself, or the account that they have. */
  readonly seller: string | null
  /** Time of the counts of stock. */
  readonly asOf: DateTime.Utc
  /** `--warehouse` */
  readonly warehouse: string | null
  /** `--in-stock-as` */
  readonly inStockAs: number | null
  readonly categoryMap: ReadonlyMap<string, string>
}

/** Makes the function that writes a plan in the caller's transaction, and returns the number of changed rows. */
const makeWrite = Effect.fnUntraced(function* (takeOff: Withdrawal.TakeOff) {
  const sql = yield* SqlClient.SqlClient
  const writeRows = yield* ProductRows.make
  const writeStock = yield* Stock.make
  const reviews = yield* HandedReviews.make
  const refresh = yield* refreshGroups

  const addCategories = (names: ReadonlyArray<string>) => sql`
    INSERT INTO categories (name, position)
    SELECT name, (SELECT COALESCE(max(position), 0) FROM categories) + place
    FROM unnest(${names}::text[]) WITH ORDINALITY AS added (name, place) ON CONFLICT DO NOTHING`
  const copyRatings = (groups: ReadonlyArray<string>) => sql`
    UPDATE products v SET rating = g.rating, review_count = g.review_count
    FROM products g
    WHERE g.id = ANY(${groups}::uuid[]) AND v.group_id = g.id
      AND (v.rating, v.review_count) IS DISTINCT FROM (g.rating, g.review_count)`
  /**
   * Locks singles that become groups or variants, and then their stock, as those do who add stock. Whoever changes it
   * marks the product's page as it then knows the product, so the page of the group would stay old if both went on at
   * the same time.
   */
  const lockGoods = (ids: ReadonlyArray<string>) =>
    Effect.zipRight(
      sql`SELECT FROM products WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      sql`
        SELECT FROM warehouse_inventory WHERE product_id = ANY(${ids}::uuid[])
        ORDER BY product_id, warehouse_id FOR UPDATE`
    )
  /** Removes the stock of singles that become groups, which nobody can buy. */
  const emptyStock = (ids: ReadonlyArray<string>) =>
    Effect.zipRight(
      sql`DELETE FROM warehouse_inventory WHERE product_id = ANY(${ids}::uuid[])`,
      sql`DELETE FROM restock_schedule WHERE product_id = ANY(${ids}::uuid[])`
    )

  return Effect.fnUntraced(function* (
    { categories, rows, stock, withdrawn }: ProductPlan,
    warehouses: Warehouses.Warehouses,
    { asOf, seller, source }: Pick<ProductOptions<never>, "asOf" | "seller" | "source">
  ) {
    const singlesThatBecome = (kind: ProductRows.ProductRow["kind"]) =>
      rows.flatMap(({ row, stored }) => (stored?.kind === "single" && row.kind === kind ? [row.id] : []))
    if (categories.length > 0) {
      yield* addCategories(categories)
    }
    const [groups, variants] = [singlesThatBecome("group"), singlesThatBecome("variant")]
    if (groups.length + variants.length > 0) {
      yield* lockGoods([...groups, ...variants])
    }
    if (groups.length > 0) {
      yield* emptyStock(groups)
    }
    const [fresh, stored] = Array.partition(rows, (each) => each.stored !== null)
    const changed = new Set(
      yield* writeRows({ fresh: fresh.map(({ row }) => row), stored: stored.map(({ row }) => row) }, source, seller)
    )
    const touched = Array.dedupe(
      rows
        .filter(({ row }) => changed.has(row.id))
        .flatMap(({ row, stored }) => [row.kind === "group" ? row.id : row.group_id, stored?.group_id ?? null])
        .flatMap((id) => id ?? [])
    )
    if (variants.length > 0) {
      yield* reviews.hand(variants)
    }
    // A variant has its group's rating.
    const leaving = rows.flatMap(({ row, stored }) =>
      stored?.kind === "variant" && row.kind === "single" ? [row.id] : []
    )
    if (leaving.length > 0) {
      yield* reviews.rate(leaving)
    }
    yield* takeOff(withdrawn)
    if (touched.length > 0) {
      yield* refresh(touched.map((id) => ProductId.make(id)))
      yield* copyRatings(touched)
    }
    if (stock.length > 0) {
      yield* warehouses.ensure
    }
    return changed.size + withdrawn.length + (yield* writeStock(stock, asOf))
  })
})

/** Writes goods, their variants, groups and stock. */
export const make = Effect.fnUntraced(function* <E>(options: ProductOptions<E>) {
  const sql = yield* SqlClient.SqlClient
  const withdrawal = yield* Withdrawal.make(options)
  const write = yield* makeWrite(withdrawal.takeOff)
  const { inStockAs, isFull, source } = options

  const storedOf = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: StoredProduct,
    execute: (keys) => sql`
      SELECT id, external_id, kind, group_id, options, is_active, category, product_type FROM products
      WHERE source = ${source} AND external_id = ANY(${keys}::text[])`
  })
  /** The staged file, and whether it withdraws what it lacks. */
  const File = { table: Schema.String, withdraws: Schema.Boolean }
  const isWithdrawn = ({ table, withdraws }: Schema.Struct.Type<typeof File>) =>
    withdraws ? sql`p.id IN (SELECT id FROM ${withdrawal.lackingOf(table)})` : sql`false`
  /** Finds what stays in groups without a line that is taken. */
  const remaindersOf = SqlSchema.findAll({
    Request: Schema.Struct({ groups: Schema.Array(Schema.String), ...File }),
    Result: Schema.Struct({ group: Schema.String, name: Schema.String, options: Schema.Array(Schema.String) }),
    execute: ({ groups, table, withdraws }) => sql`
      SELECT g.external_id AS group, g.name, array_agg(DISTINCT pair->>0) AS options
      FROM products g JOIN products p ON p.group_id = g.id CROSS JOIN jsonb_array_elements(p.options) AS pair
      WHERE g.source = ${source} AND g.external_id = ANY(${groups}::text[]) AND g.kind = 'group' AND p.is_active
        AND NOT EXISTS (
          SELECT FROM ${sql(table)} f WHERE f.key = p.external_id AND f.unit IS NOT NULL AND p.source = ${source})
        AND NOT (${isWithdrawn({ table, withdraws })})
      GROUP BY g.id`
  })
  const openedOf = SqlSchema.findAll({
    Request: Schema.Struct({ lines: Schema.Array(Schema.Int), table: Schema.String }),
    Result: OpenedProduct,
    execute: ({ lines, table }) => sql`
      SELECT p.id, p.external_id, p.group_id, p.options, o.line
      FROM ${withdrawal.openedOf(table)} o JOIN products p USING (id)
      WHERE o.line = ANY(${lines}::integer[]) AND p.is_active ORDER BY p.id`
  })
  const othersOf = SqlSchema.findAll({
    Request: Schema.Struct({ groups: Schema.Array(Schema.String), keys: Schema.Array(Schema.String), ...File }),
    Result: OtherVariant,
    execute: ({ groups, keys, table, withdraws }) => sql`
      SELECT p.id, COALESCE(p.external_id, p.name) AS name, p.group_id, p.options,
        COALESCE(f.unit, ${withdraws ? sql`(SELECT unit FROM ${withdrawal.openedOf(table)} o WHERE o.id = p.id)` : sql`NULL`}) AS unit,
        ${isWithdrawn({ table, withdraws })} AS is_lacking
      FROM products p LEFT JOIN ${sql(table)} f ON f.key = p.external_id AND f.unit IS NOT NULL AND p.source = ${source}
      WHERE p.group_id = ANY(${groups}::uuid[]) AND p.is_active
        AND NOT EXISTS (SELECT FROM unnest(${keys}::text[]) AS own (key) WHERE own.key = p.external_id)
      ORDER BY p.id`
  })
  const decodeLines = Schema.decodeUnknown(Schema.Array(Schema.Struct({ line: Schema.Int, value: StagedProduct })), {
    exact: false
  })
  const categoryNames = namesOf(sql`SELECT name FROM categories`)

  const Uncounted = Schema.Array(Schema.Struct({ line: Schema.Int, lines: Schema.Int }))
  /** Refuses a file with goods in stock without a number, unless the shop says how many units that means. */
  const refuseUncounted = Effect.fnUntraced(function* (table: string) {
    const [uncounted] = yield* Effect.flatMap(
      withoutTimeLimits(sql)(sql`
        SELECT min(line) AS line, count(*)::int AS lines FROM ${sql(table)}
        WHERE value->'stock'->>'_tag' = 'InStock' HAVING count(*) > 0`),
      Schema.decodeUnknown(Uncounted)
    )
    if (uncounted !== undefined && inStockAs === null) {
      return yield* new FileRefused({
        line: uncounted.line,
        fault: `is in stock without a number (${uncounted.lines} such lines)`,
        mend: "say how many units that means, for example --in-stock-as 10"
      })
    }
  })

  const prepare = Effect.fnUntraced(function* ({ end, isComplete, isDryRun, table }: StagedFile) {
    yield* refuseUncounted(table)
    const warehouses = yield* Effect.provideService(Warehouses.load(options.warehouse), SqlClient.SqlClient, sql)
    const known = new Set([...(yield* categoryNames), ...end.categories])
    const withdraws = isFull && isComplete
    yield* withdraws ? withdrawal.prepare(table, !isDryRun) : Effect.void
    const hosts = isDryRun
      ? []
      : yield* Effect.provideService(PictureHosts.ask(table, options), SqlClient.SqlClient, sql)
    const begin =
      hosts.length === 0
        ? Effect.void
        : sql`INSERT INTO picture_hosts (host) SELECT unnest(${hosts}::text[]) ON CONFLICT DO NOTHING`.pipe(
            Effect.asVoid
          )
    /**
     * Settles lines, with the lines of other units that vacate a place which one of these asks for: only together do two
     * variants change their places.
     */
    const settleTogether = (lines: ReadonlyArray<StagedLine<TakenProduct>>): Effect.Effect<ProductPlan, QueryError> =>
      Effect.gen(function* () {
        const candidates = candidateGroupsOf(lines)
        const remainders = candidates.length === 0 ? [] : yield* remaindersOf({ groups: candidates, table, withdraws })
        const settlements = settleLines(lines, new Map(remainders.map((each) => [each.group, each])))
        const keys = keysOf(settlements)
        const stored = yield* storedOf(keys)
        const groups = stored.flatMap(({ id, kind }) => (kind === "group" ? [id] : []))
        const wanted = wantedPlaces(settlements, stored)
        const others =
          groups.length === 0
            ? []
            : (yield* othersOf({ groups, keys, table, withdraws })).filter(({ group_id, options }) =>
                wanted.has(placeKey({ group: group_id, options }))
              )
        const here = new Set(lines.map(({ value }) => unitOf(value)))
        const vacating = Array.dedupe(others.flatMap(({ unit }) => (unit === null || here.has(unit) ? [] : [unit])))
        if (vacating.length > 0) {
          const further = yield* Effect.flatMap(
            sql`SELECT line, value FROM ${sql(table)} WHERE ${sql.in("unit", vacating)} ORDER BY unit, line`,
            decodeLines
          )
          return yield* settleTogether([...lines, ...further])
        }
        const open = lines.flatMap(({ line, value: { choices, role } }) =>
          role === "variant" && choices.length > 0 ? [line] : []
        )
        return placeProducts(settlements, {
          stored,
          others,
          opened: withdraws && open.length > 0 ? yield* openedOf({ lines: open, table }) : [],
          soldKeys: yield* namesOf(sql`
            SELECT DISTINCT key AS name FROM ${sql(table)} WHERE key = ANY(${derivedKeysOf(settlements)}::text[])`),
          categories: yield* categoryNames,
          category: { map: options.categoryMap, known },
          warehouses,
          inStockAs,
          isFull
        })
      })
    const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenProduct>>) {
      const plan = yield* settleTogether(lines)
      const own = new Set(lines.map(({ line }) => line))
      const settled: Settled = {
        refused: plan.refused.filter(({ line }) => own.has(line)),
        notes: plan.notes.filter(({ line }) => own.has(line)),
        mapped: plan.mapped,
        write: write(plan, warehouses, options)
      }
      return settled
    })
    return { begin, settle, withdraw: withdrawal.withdraw(table) }
  })

  const writing: Writing<TakenProduct, E> = {
    kind: products,
    staged: StagedProduct,
    keysOf: (value) => ({ key: value.role === "group" ? null : value.externalId, unit: unitOf(value) }),
    prepare
  }
  return writing
})
