import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { isStorable } from "@storefront/domain/api/Fields"
import { Context, Duration, Effect, Layer } from "effect"
import { repeatedly } from "../database/RepeatedWork.ts"
import { orUnavailable } from "../database/Transaction.ts"

const sweepInterval = Duration.minutes(10)

/** Longest `jti`, in characters: an entry of the unique index is limited to a few thousand bytes. */
const maxLength = 500

const isRecordable = (jti: string) => jti.length <= maxLength && isStorable(jti)

/** Records single-use tokens for all processes that share a database. */
export class SingleUseTokens extends Context.Tag("@storefront/server/platform/auth/SingleUseTokens")<
  SingleUseTokens,
  {
    /** Returns true for the first use, even of concurrent ones; false also for a `jti` that cannot be stored. */
    readonly use: (token: {
      readonly issuer: string
      readonly jti: string
      /** Expiry in seconds since 1970, after which the caller refuses the token anyway. */
      readonly exp: number
    }) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Kept for a minute longer, because the clocks of verifiers differ.
      const sweep = sql`DELETE FROM used_tokens WHERE expires_at < now() - interval '1 minute'`.pipe(
        orUnavailable,
        Effect.withSpan("SingleUseTokens.sweep", { root: true })
      )
      yield* repeatedly(sweep, sweepInterval, "Used tokens that have expired were not removed")
      return {
        use: Effect.fn("SingleUseTokens.use")(function* ({ exp, issuer, jti }) {
          if (!isRecordable(jti)) {
            return false
          }
          const added = yield* orUnavailable(sql`
            INSERT INTO used_tokens (issuer, jti, expires_at)
            VALUES (${issuer}, ${jti}, to_timestamp(${exp}::float8))
            ON CONFLICT DO NOTHING
            RETURNING jti`)
          return added.length > 0
        })
      }
    })
  )
}
