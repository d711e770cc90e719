import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer } from "effect"
import { seed, SeedOptions } from "../../src/demo/Seed.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

/** When the shop of these tests was seeded. */
const now = DateTime.unsafeMake("2026-03-01T10:20:30Z")

/** A database with the demonstration shop. */
export const Shop = Layer.effectDiscard(seed(new SeedOptions({ now }))).pipe(Layer.provideMerge(TestDatabase.layer))

/** Rows of a query in which `$now` is the time of the seed. */
export const ask = <Row extends object>(query: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe<Row>(query.replaceAll("$now", `'${DateTime.formatIso(now)}'::timestamptz`))
  )

/** The only value of a query. */
export const value = <Value>(query: string) =>
  Effect.map(ask<{ value: Value }>(`SELECT (${query}) AS value`), (rows) => rows[0]!.value)

/** Pairs of `key` and `count` as a record. */
export const counts = (query: string) =>
  Effect.map(ask<{ key: string; count: number }>(query), (rows) =>
    Object.fromEntries(rows.map(({ count, key }) => [key, count]))
  )
