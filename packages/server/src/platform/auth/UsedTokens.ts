import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { isStorable } from "@storefront/domain/api/Fields"
import { Context, Duration, Effect, Layer } from "effect"
import { repeatedly } from "../database/Sweep.ts"
import { orUnavailable } from "../database/Transaction.ts"

const sweepInterval = Duration.minutes(10)

/** Characters of a `jti`. The index that tells the first use from another holds some thousand bytes. */
const maxLength = 500

const isMemorable = (jti: string) => jti.length <= maxLength && isStorable(jti)

/** Remembers tokens that may be used once, for all processes of a database. */
export class UsedTokens extends Context.Tag("@storefront/server/platform/auth/UsedTokens")<
  UsedTokens,
  {
    /** Whether this is its first use. Of several at once one is the first. What cannot be remembered is never used. */
    readonly use: (token: {
      readonly issuer: string
      readonly jti: string
      /** Seconds since 1970; after that it is refused for its age. */
      readonly exp: number
    }) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Kept for a minute more, because the clocks of those who judge its age differ.
      const sweep = sql`DELETE FROM used_tokens WHERE expires_at < now() - interval '1 minute'`.pipe(
        orUnavailable,
        Effect.withSpan("UsedTokens.sweep", { root: true })
      )
      yield* repeatedly(sweep, sweepInterval, "Used tokens that have expired were not removed")
      return {
        use: Effect.fn("UsedTokens.use")(function* ({ exp, issuer, jti }) {
          if (!isMemorable(jti)) {
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
