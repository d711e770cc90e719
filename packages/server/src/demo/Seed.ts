import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { Data, DateTime, Duration, Effect, Option, Schema } from "effect"
import { agents } from "../platform/database/migrations/Agents.ts"
import { turnsOfMessages } from "../platform/database/migrations/Turns.ts"
import { countWords } from "../shop/policies/Policies.ts"
import * as SearchLanguage from "../shop/catalog/SearchLanguage.ts"
import * as StoredShop from "../shop/settings/StoredShop.ts"
import { liftTimeLimits, orUnavailable, transact } from "../platform/database/Transaction.ts"
import { accountRows } from "./Accounts.ts"
import { withoutIndexes } from "./BulkLoad.ts"
import { productRows, handWrittenCount, priceRows } from "./Catalogue.ts"
import { cartItemRows, cartRows } from "./Carts.ts"
import { chatGroups } from "./Chats.ts"
import { couponRows } from "./Coupons.ts"
import { makeLoader } from "./Loader.ts"
import { nameAgents, permissionRows, requestRows } from "./Marketplace.ts"
import { memoryRows } from "./Memories.ts"
import { plannedOrderCount } from "./OrderPlans.ts"
import { orderGroups } from "./Orders.ts"
import { promotionRows } from "./Promotions.ts"
import { loadReviews, reviewCapacity } from "./Reviews.ts"
import { carrierRows, deliveryAreaRows, inventoryRows, rateRows, restockRows, warehouseRows } from "./Fulfilment.ts"
import { loadNames } from "./Names.ts"
import { policyRows } from "./Policies.ts"
import { usageGroups } from "./Usage.ts"
import type { World } from "./World.ts"

/** Number of accounts that the demonstration needs. */
const minUsers = 25

const countOption = (least: number, most: number, defaultCount: number, name: string) =>
  Schema.optionalWith(
    Schema.Int.pipe(
      Schema.between(least, most, { message: () => `${name}: must be a whole number between ${least} and ${most}` })
    ),
    { default: () => defaultCount }
  )

/**
 * A date, or a time with its zone. Strict, because JavaScript parses other forms in the machine's time zone, and turns
 * February 30 into March.
 */
const IsoTime = Schema.String.pipe(
  Schema.filter(
    (text) => {
      const [, day] =
        /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
      return Option.exists(
        Option.flatMap(Option.fromNullable(day), DateTime.make),
        (date) => DateTime.formatIsoDateUtc(date) === day && Option.isSome(DateTime.make(text))
      )
    },
    { message: () => "now: must be a day or a time with its zone, for example 2026-11-22T09:00:00Z" }
  )
)

/** Lower bound of `now`, so that no date of the demonstration is out of range. */
const earliest = DateTime.unsafeMake("2000-01-01T00:00:00Z")

const fields = Schema.Struct({
  /** Another seed yields other people, orders and reviews; the handwritten catalogue stays. */
  seed: countOption(0, 0xffffffff, 42, "seed"),
  /** Reference of all dates; absent means the current time. */
  now: Schema.optional(
    Schema.compose(IsoTime, Schema.DateTimeUtc).pipe(
      Schema.filter((now) => DateTime.greaterThanOrEqualTo(now, earliest), {
        message: () => "now: must be 2000-01-01 or later"
      })
    )
  ),
  /** Active products; two inactive ones are added. */
  products: countOption(handWrittenCount, 10_000_000, handWrittenCount, "products"),
  users: countOption(minUsers, 10_000_000, minUsers, "users"),
  orders: countOption(plannedOrderCount, 100_000_000, plannedOrderCount, "orders"),
  reviews: countOption(0, 100_000_000, 900, "reviews"),
  historyDays: countOption(1, 3650, 90, "historyDays"),
  /** Empties a database that has rows. Everything in it is lost. */
  reset: Schema.optionalWith(Schema.Boolean, { default: () => false })
})

/** Options of the seed. The minimums are what the demonstration needs. */
export class SeedOptions extends Schema.Class<SeedOptions>("SeedOptions")(
  fields.pipe(
    Schema.filter((options) =>
      options.reviews <= reviewCapacity(options)
        ? undefined
        : `reviews: ${options.users} users can write at most ${reviewCapacity(options)} reviews of ${options.products} products`
    )
  )
) {}

/** The database has rows, and `reset` was not given. */
export class DatabaseNotEmpty extends Data.TaggedError("DatabaseNotEmpty")<{ readonly table: string }> {
  override get message() {
    return `The database is not empty (table ${this.table} has rows). To delete everything and seed it anew, add --reset`
  }
}

/** The machine's clock shows a time before the lower bound of `now`. */
export class ClockWrong extends Data.TaggedError("ClockWrong")<{ readonly now: DateTime.Utc }> {
  override get message() {
    return `The clock of this machine says ${DateTime.formatIsoDateUtc(this.now)}. Correct it, and try again`
  }
}

export interface SeedReport {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly durationMillis: number
}

/** The demonstration's amounts have 2 decimals, which the shop's currency lacks. */
export class CurrencyUnfit extends Data.TaggedError("CurrencyUnfit")<{ readonly code: string }> {
  override get message() {
    return `The demonstration shop's prices have 2 decimals, and SHOP_CURRENCY is ${this.code}. Load your own goods, or choose a currency with 2 decimals`
  }
}

/** Every table that the seed checks and empties, with those that refer to them. The migrations fill `loyalty_tiers`. */
const tables = [
  "users",
  "revoked_tokens",
  "rate_limits",
  "categories",
  "regions",
  "shop",
  "products",
  "product_counts",
  "product_changes",
  "price_history",
  "reviews",
  "warehouses",
  "warehouse_inventory",
  "restock_schedule",
  "carriers",
  "shipping_rates",
  "delivery_areas",
  "backorders",
  "coupons",
  "promotions",
  "carts",
  "cart_items",
  "orders",
  "order_items",
  "order_item_allocations",
  "order_status_history",
  "coupon_redemptions",
  "returns",
  "return_lines",
  "return_status_history",
  "agent_catalog",
  "access_requests",
  "agent_permissions",
  "conversations",
  "messages",
  "turns",
  "agent_memories",
  "policies",
  "policy_passages",
  "policy_words",
  "usage_logs",
  "agent_execution_steps",
  "usage_daily",
  "usage_daily_users",
  "usage_daily_people",
  "usage_last_days",
  "tool_effects",
  "agent_runs",
  "audit_retention"
] as const

/**
 * Tables whose rows may be lost: those of products are derived from `products`, categories, regions and the shop of a
 * demonstration mean nothing without goods, rate limits expire within minutes, the agents are those of the migrations.
 */
const expendableTables: ReadonlySet<string> = new Set([
  "product_counts",
  "product_changes",
  "categories",
  "regions",
  "rate_limits",
  "agent_catalog"
])

/** Finds the first table whose rows would be lost. */
const firstFilledTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of tables.filter((name) => !expendableTables.has(name))) {
    const rows =
      yield* sql`SELECT 1 FROM ${sql(table)} ${table === "shop" ? sql`WHERE NOT is_demonstration` : sql``} LIMIT 1`
    if (rows.length > 0) {
      return table
    }
  }
  return undefined
})

/** Returns whether a seed would lose nothing: `tables` are empty, apart from `expendableTables`. */
export const isEmpty: Effect.Effect<boolean, DatabaseUnavailable, SqlClient.SqlClient> = orUnavailable(
  Effect.map(firstFilledTable, (table) => table === undefined)
)

/** Computes the figures that are stored redundantly: spend, coupon uses, ratings and product counts. */
const deriveFigures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE users u SET total_spend = coalesce(bought.total, 0) - coalesce(refunded.total, 0)
    FROM (SELECT user_id, sum(total) AS total FROM orders WHERE status <> 'cancelled' GROUP BY user_id) bought
    LEFT JOIN (
      SELECT user_id, sum(refund_amount) AS total FROM returns WHERE status = 'refunded' GROUP BY user_id
    ) refunded USING (user_id)
    WHERE u.id = bought.user_id`
  yield* sql`
    UPDATE coupons c SET times_used = used.times
    FROM (
      SELECT coupon_id, count(*) AS times FROM coupon_redemptions WHERE released_at IS NULL GROUP BY coupon_id
    ) used
    WHERE c.id = used.coupon_id`
  yield* sql`
    UPDATE products p SET rating = r.rating, review_count = r.count
    FROM (
      SELECT product_id, round(avg(rating), 2) AS rating, count(*) AS count
      FROM reviews WHERE NOT is_flagged GROUP BY product_id
    ) r
    WHERE p.id = r.product_id`
  yield* sql`DELETE FROM product_counts`
  yield* sql`
    INSERT INTO product_counts (category, active_count)
    SELECT category, count(*) FILTER (WHERE is_listed) FROM products GROUP BY category`
})

/** Aggregates the usage log by day. */
const rollUpUsage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO usage_daily (
      day, agent_name, request_count, error_count, tokens_in, tokens_out, tool_calls, duration_ms_sum
    )
    SELECT (created_at AT TIME ZONE 'UTC')::date, agent_name, count(*), count(*) FILTER (WHERE status = 'error'),
      sum(tokens_in), sum(tokens_out), sum(tool_calls_count), sum(duration_ms)
    FROM usage_logs GROUP BY 1, 2`
  yield* sql`
    INSERT INTO usage_daily_users (day, agent_name, user_id)
    SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date, agent_name, user_id FROM usage_logs`
})

const catalogueTables = ["products", "price_history", "warehouse_inventory", "reviews"]
const orderTables = [
  "orders",
  "order_items",
  "order_item_allocations",
  "order_status_history",
  "coupon_redemptions",
  "returns",
  "return_lines",
  "return_status_history"
]

/** Number of products or orders from which indexes are dropped for the load. */
const largeLoadThreshold = 5000

/** Inserts all rows. The order matters: foreign keys, and figures that are computed from earlier rows. */
const fill = Effect.fnUntraced(function* (world: World) {
  const loader = yield* makeLoader
  const isLarge = world.products >= largeLoadThreshold || world.orders >= largeLoadThreshold
  const load = <A, E, R>(tables: ReadonlyArray<string>, rows: Effect.Effect<A, E, R>) =>
    isLarge ? withoutIndexes(tables, rows) : rows

  const catalogue = Effect.gen(function* () {
    yield* loader.load("products", productRows(world))
    yield* loader.load("price_history", priceRows(world))
    yield* loader.load("warehouse_inventory", inventoryRows(world))
    yield* load(orderTables, loader.loadGroups(orderGroups(world), groupsPerBatch))
    yield* loadReviews(world, loader)
    yield* deriveFigures
  })

  yield* loadNames(loader)
  yield* loader.load("users", accountRows(world))
  yield* loader.load("warehouses", warehouseRows(world))
  yield* loader.load("carriers", carrierRows(world))
  yield* loader.load("shipping_rates", rateRows(world))
  yield* loader.load("delivery_areas", deliveryAreaRows)
  yield* loader.load("coupons", couponRows(world))
  yield* loader.load("promotions", promotionRows(world))
  yield* load(catalogueTables, catalogue)
  yield* loader.load("restock_schedule", restockRows(world))
  yield* loader.load("carts", cartRows(world))
  yield* loader.load("cart_items", cartItemRows(world))
  yield* loader.load("agent_memories", memoryRows(world))
  const { passages, policies } = yield* policyRows(world)
  yield* loader.load("policies", policies)
  yield* loader.load("policy_passages", passages)
  yield* countWords
  yield* agents
  yield* nameAgents(world)
  yield* loader.load("access_requests", requestRows(world))
  yield* loader.load("agent_permissions", permissionRows(world))
  yield* loader.loadGroups(chatGroups(world), groupsPerBatch)
  yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(turnsOfMessages))
  yield* loader.loadGroups(usageGroups(world), groupsPerBatch)
  yield* rollUpUsage
  return yield* loader.counts
})

/** Number of orders or turns gathered in memory; each has about 15 rows. */
const groupsPerBatch = 1500

/**
 * Locks and empties the tables; fails when they have rows and `reset` is not given. The lock prevents writes between
 * the check and the deletion.
 */
const emptyTables = Effect.fnUntraced(function* (reset: boolean) {
  const sql = yield* SqlClient.SqlClient
  const names = sql.literal(tables.join(", "))
  yield* sql`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`
  const filled = yield* firstFilledTable
  if (filled !== undefined && !reset) {
    return yield* new DatabaseNotEmpty({ table: filled })
  }
  // Also done when empty: sequences must restart at one, or equal seeds would have different rows.
  yield* sql`TRUNCATE ${names} RESTART IDENTITY CASCADE`
})

/**
 * Fills the database with the demonstration shop, in one transaction, so that a killed seed leaves nothing behind.
 * Equal options, `now` included, give byte-identical rows.
 */
export const seed = Effect.fn("Seed.seed")(function* (options: SeedOptions) {
  const sql = yield* SqlClient.SqlClient
  const now = options.now ?? (yield* DateTime.now)
  if (DateTime.lessThan(now, earliest)) {
    return yield* new ClockWrong({ now })
  }
  const { currency, language } = shopSettings()
  if (currency.decimals !== 2) {
    return yield* new CurrencyUnfit({ code: currency.code })
  }
  const { historyDays, orders, products, reset, reviews, seed, users } = options
  const world: World = { seed, nowMillis: DateTime.toEpochMillis(now), products, users, orders, reviews, historyDays }
  const [duration, rows] = yield* Effect.gen(function* () {
    yield* liftTimeLimits
    yield* emptyTables(reset)
    yield* StoredShop.write(true)
    yield* SearchLanguage.follow(language)
    const rows = yield* fill(world)
    yield* sql`ANALYZE`
    return rows
  }).pipe(transact(sql), orUnavailable, Effect.timed)
  return { rows, durationMillis: Duration.toMillis(duration) } satisfies SeedReport
})
