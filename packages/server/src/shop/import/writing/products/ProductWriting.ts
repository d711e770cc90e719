import { SqlClient, type SqlError, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, type DateTime, Effect, Schema } from "effect"
import { withoutTimeLimits } from "../../../../platform/database/Transaction.ts"
import { refreshGroups } from "../../../catalog/Groups.ts"
import { products } from "../../kinds/Products.ts"
import { type TakenProduct } from "../../kinds/TakenProduct.ts"
import { FileRefused } from "../../Lines.ts"
import * as Stock from "../Stock.ts"
import * as Warehouses from "../Warehouses.ts"
import { type StagedFile, type StagedLine, type Settled, type Writing } from "../Writing.ts"
import * as HandedReviews from "./HandedReviews.ts"
import * as PictureHosts from "./PictureHosts.ts"
import * as ProductRows from "./ProductRows.ts"
import { type ProductPlan, settleProducts, StoredProduct, unitOf } from "./ProductSettlement.ts"
import { StagedProduct } from "./StagedProduct.ts"
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
const makeWrite = Effect.gen(function* () {
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
  /** Removes the stock of singles that become groups, which nobody can buy. */
  const emptyStock = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    yield* sql`
      SELECT FROM warehouse_inventory WHERE product_id = ANY(${ids}::uuid[])
      ORDER BY product_id, warehouse_id FOR UPDATE`
    yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ANY(${ids}::uuid[])`
    yield* sql`DELETE FROM restock_schedule WHERE product_id = ANY(${ids}::uuid[])`
  })

  return Effect.fnUntraced(function* (
    { categories, rows, stock }: ProductPlan,
    warehouses: Warehouses.Warehouses,
    { asOf, seller, source }: Pick<ProductOptions<never>, "asOf" | "seller" | "source">
  ) {
    const singlesThatBecome = (kind: ProductRows.ProductRow["kind"]) =>
      rows.flatMap(({ row, stored }) => (stored?.kind === "single" && row.kind === kind ? [row.id] : []))
    if (categories.length > 0) {
      yield* addCategories(categories)
    }
    const groups = singlesThatBecome("group")
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
    const variants = singlesThatBecome("variant")
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
    if (touched.length > 0) {
      yield* refresh(touched.map((id) => ProductId.make(id)))
      yield* copyRatings(touched)
    }
    if (stock.length > 0) {
      yield* warehouses.ensure
    }
    return changed.size + (yield* writeStock(stock, asOf))
  })
})

/** Writes goods, their variants, groups and stock. */
export const make = Effect.fnUntraced(function* <E>(options: ProductOptions<E>) {
  const sql = yield* SqlClient.SqlClient
  const write = yield* makeWrite
  const withdrawal = yield* Withdrawal.make(options)
  const { inStockAs, isFull, source } = options

  const storedOf = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: StoredProduct,
    execute: (keys) => sql`
      SELECT id, external_id, kind, group_id, category, product_type FROM products
      WHERE source = ${source} AND external_id = ANY(${keys}::text[])`
  })
  const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
  const names = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.map(Effect.flatMap(rows, Schema.decodeUnknown(Names)), (found) => new Set(found.map(({ name }) => name)))
  const categoryNames = names(sql`SELECT name FROM categories`)

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
    yield* isComplete && !isDryRun ? withdrawal.prepare(table) : Effect.void
    const hosts = isDryRun
      ? []
      : yield* Effect.provideService(PictureHosts.ask(table, options), SqlClient.SqlClient, sql)
    const begin =
      hosts.length === 0
        ? Effect.void
        : sql`INSERT INTO picture_hosts (host) SELECT unnest(${hosts}::text[]) ON CONFLICT DO NOTHING`.pipe(
            Effect.asVoid
          )
    const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenProduct>>) {
      const groups = lines.flatMap(({ value: { group } }) => group ?? [])
      const plan = settleProducts(lines, {
        stored: yield* storedOf(Array.dedupe([...lines.map(({ value }) => value.externalId), ...groups])),
        soldKeys: yield* names(sql`SELECT DISTINCT key AS name FROM ${sql(table)} WHERE key = ANY(${groups}::text[])`),
        categories: yield* categoryNames,
        category: { map: options.categoryMap, known },
        warehouses,
        inStockAs,
        isFull
      })
      const { mapped, notes, refused } = plan
      const settled: Settled = { refused, notes, mapped, write: write(plan, warehouses, options) }
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
