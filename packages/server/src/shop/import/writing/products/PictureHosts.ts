import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { withoutTimeLimits } from "../../../../platform/database/Transaction.ts"
import { hostOf } from "../../../catalog/ProductPictures.ts"

/** Hosts whose pictures the shop shows. */

export interface HostOptions<E> {
  /** Returns those of some new hosts that the shop trusts from now on; fails to write nothing. */
  readonly trustHosts: (hosts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E>
}

/** Most hosts of a file that somebody is asked about. */
const maxHosts = 100

const decodeHosts = Schema.decodeUnknown(Schema.Array(Schema.Struct({ host: Schema.String })))

/** Asks about the hosts of a staged file that the shop does not trust yet, and returns those that it is to trust. */
export const ask = Effect.fn("PictureHosts.ask")(function* <E>(table: string, { trustHosts }: HostOptions<E>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* Effect.flatMap(
    withoutTimeLimits(sql)(sql`
      SELECT DISTINCT host FROM (
        SELECT ${hostOf(sql, "value->>'pictureUrl'")} AS host FROM ${sql(table)}
      ) AS pictures
      WHERE host IS NOT NULL AND host NOT IN (SELECT host FROM picture_hosts) ORDER BY host LIMIT ${maxHosts}`),
    decodeHosts
  )
  return found.length === 0 ? [] : yield* trustHosts(found.map(({ host }) => host))
})
