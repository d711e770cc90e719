/**
 * The first page of the catalogue under every sort and filter, at 60 and at a million products. The totals that the
 * front door gives are compared with those of the table.
 */
import { Config, Console, Data, Effect, Schema } from "effect"
import * as Bench from "../support/Bench.ts"
import * as Databases from "../support/Databases.ts"
import * as Load from "../support/Load.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const ports = { small: 18_413, large: 18_414 }

/** Times that each page is read, one after another; after a change of the catalogue, and as it is kept since. */
const warmUps = 20
const repetitions = { fresh: 30, kept: 100 }

const target = 3

/** A price history of one day: the catalogue does not read it. */
const largeSeed = "--products 1000000 --users 1000 --orders 5000 --reviews 200000 --history-days 1"

/** A first page, by the query of the front door and by the condition that finds the same rows in the table. */
interface Page {
  readonly query: string
  readonly condition: string
}

const sorts = ["rating", "price_asc", "price_desc", "newest", "name"]

const everything = "is_active"
const inHome = "is_active AND category = 'Home'"
const inside = "is_active AND price BETWEEN 40 AND 60"
const matching = (text: string) =>
  `is_active AND (folded_name LIKE folded('%${text}%') OR folded_description LIKE folded('%${text}%'))`

const pages: ReadonlyArray<Page> = [
  ...sorts.map((sort) => ({ query: `sort=${sort}`, condition: everything })),
  ...sorts.map((sort) => ({ query: `category=Home&sort=${sort}`, condition: inHome })),
  { query: "min_price=2000", condition: "is_active AND price >= 2000" },
  { query: "min_price=50", condition: "is_active AND price >= 50" },
  { query: "max_price=10", condition: "is_active AND price <= 10" },
  { query: "min_price=40&max_price=60", condition: inside },
  { query: "min_price=40&max_price=60&sort=price_asc", condition: inside },
  { query: "category=Home&min_price=40&max_price=60", condition: `category = 'Home' AND ${inside}` },
  { query: "search=hush%20700", condition: matching("hush 700") },
  { query: "search=vacuum", condition: matching("vacuum") },
  { query: "search=the", condition: matching("the") },
  { query: "search=zzzzqqq", condition: matching("zzzzqqq") }
]

/** The front door counts otherwise than the table. */
class TotalWrong extends Data.TaggedError("TotalWrong")<{ readonly message: string }> {}

const decodeTotal = Schema.decodeUnknown(Schema.parseJson(Schema.Struct({ total: Schema.Int })))
const decodeCount = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ total: Schema.Int })))

/** A shop in a database of its own, with its front door. */
interface Shop {
  readonly database: string
  readonly door: Load.Connections
  readonly headers: Readonly<Record<string, string>>
}

const open = Effect.fnUntraced(function* (server: string, name: "small" | "large", seed: ReadonlyArray<string>) {
  const database = yield* Databases.create(server, name)
  yield* Storefront.run(database, "seed", ...seed)
  yield* Databases.query(database, "VACUUM ANALYZE")
  const origin = yield* Storefront.start(Storefront.orchestrator(database, ports[name], yield* Storefront.secrets))
  const shop: Shop = {
    database,
    door: yield* Load.connect(origin, 1),
    headers: yield* Storefront.logIn(origin)
  }
  return shop
})

/** Changes the version of the catalogue, so that no kept answer is good any more. */
const touch = ({ database }: Shop) => Databases.query(database, "UPDATE products SET price = price WHERE false")

/** Medians of a page in milliseconds, and its total, which must be the table's. */
const measure = Effect.fnUntraced(function* (shop: Shop, { condition, query }: Page) {
  const { database, door, headers } = shop
  const path = `/api/products?${query}`
  const read: Load.Read = { name: query, path, headers, status: 200 }
  const { total } = yield* Effect.flatMap(Load.send(door, read), ({ body }) => decodeTotal(body))
  const rows = yield* Databases.query(database, `SELECT count(*)::int AS total FROM products WHERE ${condition}`)
  const [counted] = yield* decodeCount(rows)
  if (counted.total !== total) {
    return yield* new TotalWrong({ message: `${path}: ${total} products, in the table ${counted.total}` })
  }
  const fresh = yield* Effect.replicateEffect(
    Effect.zipRight(touch(shop), Load.measure(door, read, 1)),
    repetitions.fresh
  )
  yield* Load.measure(door, read, warmUps)
  const kept = yield* Load.measure(door, read, repetitions.kept)
  return { total, fresh: Load.percentile(Load.merge(fresh), 0.5), kept: Load.percentile(kept, 0.5) }
})

const program = Effect.gen(function* () {
  const server = yield* Config.string("TEST_DATABASE_URL")
  const small = yield* open(server, "small", [])
  const large = yield* open(server, "large", largeSeed.split(" "))
  const results = yield* Effect.forEach(pages, (page) =>
    Effect.map(Effect.all({ small: measure(small, page), large: measure(large, page) }), ({ large, small }) => ({
      query: page.query,
      large,
      small,
      ratio: large.kept / small.kept,
      freshRatio: large.fresh / small.fresh
    }))
  )
  yield* Console.log("\nMedians of the first page in ms, as it is kept and after a change; totals agree with the table")
  yield* Table.print(
    ["query", "total", "kept", "fresh", "total", "kept", "fresh", "kept", "fresh", ""],
    results.map(({ freshRatio, large, query, ratio, small }) => [
      query,
      ...[small, large].flatMap(({ fresh, kept, total }) => [String(total), Table.millis(kept), Table.millis(fresh)]),
      ratio.toFixed(2),
      freshRatio.toFixed(2),
      ratio <= target ? "" : `above ${target}`
    ])
  )
})

Bench.run(program)
