import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable, TooManyRequests } from "@storefront/domain/Errors"
import { Array, Context, Duration, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../database/Transaction.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { repeatedly } from "../database/RepeatedWork.ts"
import { type RateLimit } from "../config/EdgeConfig.ts"

/** Time after which no window is needed: guests' tokens are counted by day. */
const longestWindow = Duration.days(1)

/** Interval of the sweep for expired windows. */
const sweepInterval = Duration.minutes(10)

/** A use of a limit, counted under the key. */
export interface Use {
  readonly limit: RateLimit
  readonly key: string
}

const WindowCount = Schema.Struct({
  bucket: Schema.String,
  hits: Schema.Int,
  /** Seconds since the window began, negated. */
  age: Schema.NumberFromString
})
const decodeCounts = Schema.decodeUnknown(Schema.Array(WindowCount))

const bucketOf = ({ key, limit }: Use) => `${limit.name}:${key}`

/** Fixed-window rate limits shared by all processes of a database, by the database's clock. */
export class RateLimits extends Context.Tag("@storefront/server/platform/limits/RateLimits")<
  RateLimits,
  {
    /** Counts one use of each limit; fails if that exceeds any of them. */
    readonly hit: (...uses: ReadonlyArray<Use>) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>
    /** Fails if one more use would exceed any of the limits. Counts nothing. */
    readonly check: (...uses: ReadonlyArray<Use>) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const windows = (uses: ReadonlyArray<Use>) => sql`(
        SELECT bucket,
          to_timestamp((floor(extract(epoch FROM now()) / seconds) * seconds)::float8) AS window_start
        FROM jsonb_to_recordset(${JSON.stringify(
          uses.map((use) => ({ bucket: bucketOf(use), seconds: Duration.toSeconds(use.limit.window) }))
        )}::jsonb) AS uses (bucket text, seconds integer)
      ) AS windows`

      const age = sql.literal("ceil(extract(epoch FROM window_start - now()))::text AS age")

      /** Fails if a use exceeds its limit, with the time until all limits allow it again. */
      const failIfExceeded = Effect.fnUntraced(function* (
        uses: ReadonlyArray<Use>,
        rows: unknown,
        upcomingHits: number
      ) {
        const counts = yield* orUnavailable(decodeCounts(rows))
        const exceeded = Array.flatMap(uses, (use) =>
          counts
            .filter(({ bucket, hits }) => bucket === bucketOf(use) && hits + upcomingHits > use.limit.max)
            .map(({ age }) => ({ name: use.limit.name, wait: Duration.toSeconds(use.limit.window) + age }))
        )
        if (exceeded.length > 0) {
          const names = exceeded.map(({ name }) => name).join(", ")
          yield* Effect.annotateLogs(Effect.logInfo("Rate limit reached"), "rate_limit", names)
          yield* Effect.forEach(exceeded, ({ name }) => Metrics.count(Metrics.rateLimitRefusals, { rate_limit: name }))
          return yield* new TooManyRequests({ retryAfterSeconds: Math.max(1, ...exceeded.map(({ wait }) => wait)) })
        }
      })

      const enforced = (uses: ReadonlyArray<Use>) => uses.filter(({ limit }) => limit.max > 0)

      const hit = Effect.fnUntraced(function* (...all: ReadonlyArray<Use>) {
        const uses = enforced(all)
        if (uses.length > 0) {
          const rows = yield* orUnavailable(sql`
            INSERT INTO rate_limits AS used (bucket, window_start, hits)
            SELECT bucket, window_start, 1 FROM ${windows(uses)}
            ON CONFLICT (bucket, window_start) DO UPDATE SET hits = used.hits + 1
            RETURNING bucket, hits, ${age}`)
          yield* failIfExceeded(uses, rows, 0)
        }
      })

      const check = Effect.fnUntraced(function* (...all: ReadonlyArray<Use>) {
        const uses = enforced(all)
        if (uses.length > 0) {
          const rows = yield* orUnavailable(sql`
            SELECT bucket, hits, ${age} FROM rate_limits JOIN ${windows(uses)} USING (bucket, window_start)`)
          yield* failIfExceeded(uses, rows, 1)
        }
      })

      const sweep = sql`
        DELETE FROM rate_limits
        WHERE window_start < now() - make_interval(secs => ${Duration.toSeconds(longestWindow)}::float8)`.pipe(
        orUnavailable,
        Effect.withSpan("RateLimits.sweep", { root: true })
      )
      yield* repeatedly(sweep, sweepInterval, "Old rate limits were not removed")

      return { hit, check }
    })
  )
}
