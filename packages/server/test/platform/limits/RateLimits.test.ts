import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { TooManyRequests } from "@storefront/domain/Errors"
import { Array, Context, Duration, Effect, Either, Layer } from "effect"
import { RateLimits } from "../../../src/platform/limits/RateLimits.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as RecordedMetrics from "../../../src/testing/RecordedMetrics.ts"

const limit = (name: string, max: number) => ({ name, max, window: Duration.hours(1) })

/** Time goes by: everything that was counted is that much older. */
const pass = (interval: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE rate_limits SET window_start = window_start - ${interval}::interval`
  )

const hitsOf = (bucket: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ hits: number }>`SELECT hits FROM rate_limits WHERE bucket = ${bucket} ORDER BY window_start`
  ).pipe(Effect.map(Array.map(({ hits }) => hits)))

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(RateLimits.layer, engine.layer), { excludeTestServices: true })(
    `rate limits on ${engine.name}`,
    (it) => {
      it.effect("let through as many as there may be in a window, and say when there may be more", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimits
          const use = { limit: limit("window", 2), key: "a" }
          yield* limits.hit(use)
          yield* limits.hit(use)
          const taken: Array<RecordedMetrics.Measurement> = []
          const refused = yield* Effect.provide(Effect.flip(limits.hit(use)), RecordedMetrics.layer(taken))
          assert.deepStrictEqual(taken, [
            { name: "storefront.rate_limit.refusals", value: 1, attributes: { rate_limit: "window" } }
          ])
          const sql = yield* SqlClient.SqlClient
          const [left] = yield* sql<{ seconds: number }>`
            SELECT 3600 - extract(epoch FROM now())::float8::bigint % 3600 AS seconds`
          assert.instanceOf(refused, TooManyRequests)
          assert.closeTo(refused.retryAfterSeconds, Number(left!.seconds), 2)
          yield* limits.hit({ ...use, key: "b" })
          yield* limits.hit({ ...use, limit: limit("another", 2) })
          yield* pass("1 hour")
          yield* limits.hit(use)
        })
      )

      it.effect("can be asked without counting", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimits
          const use = { limit: limit("ask", 1), key: "a" }
          yield* limits.check(use)
          yield* limits.check(use)
          yield* limits.hit(use)
          assert.isTrue(Either.isLeft(yield* Effect.either(limits.check(use))))
          assert.deepStrictEqual(yield* hitsOf("ask:a"), [1])
        })
      )

      it.effect("count several uses at once, and refuse when one of them is used up", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimits
          const [wide, narrow] = [
            { limit: limit("wide", 9), key: "a" },
            { limit: limit("narrow", 1), key: "a" }
          ]
          yield* limits.hit(wide, narrow)
          yield* Effect.flip(limits.hit(wide, narrow))
          yield* Effect.flip(limits.check(wide, narrow))
          yield* limits.check(wide)
          assert.deepStrictEqual([yield* hitsOf("wide:a"), yield* hitsOf("narrow:a")], [[2], [2]])
        })
      )

      it.scoped("let through exactly as many of a crowd, in two processes too", () =>
        Effect.gen(function* () {
          const mine = yield* RateLimits
          const theirs = Context.get(yield* Layer.build(Layer.fresh(RateLimits.layer)), RateLimits)
          const use = { limit: limit("crowd", 7), key: "a" }
          const results = yield* Effect.forEach(
            Array.range(1, 40),
            (n) => Effect.either((n % 2 === 0 ? mine : theirs).hit(use)),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(results.filter(Either.isRight).length, 7)
        })
      )

      it.effect("do not count what has no limit", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimits
          yield* limits.hit({ limit: limit("off", 0), key: "a" })
          yield* limits.check({ limit: limit("off", 0), key: "a" })
          assert.deepStrictEqual(yield* hitsOf("off:a"), [])
        })
      )

      it.scoped("forget windows that are over", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimits
          yield* limits.hit({ limit: limit("old", 5), key: "a" })
          yield* pass("25 hours")
          yield* limits.hit({ limit: limit("new", 5), key: "a" })
          yield* Layer.build(Layer.fresh(RateLimits.layer))
          yield* hitsOf("old:a").pipe(Effect.repeat({ until: Array.isEmptyReadonlyArray }))
          assert.deepStrictEqual(yield* hitsOf("new:a"), [1])
        })
      )
    }
  )
}
