import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"

/**
 * Tells databases apart, whatever the addresses by which they are reached: a hash of the cluster, the database and the schema. None
 * where the server does not say, as to a user who may not ask it for its identifier.
 */
export const databaseIdentity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly id: string }>`
    SELECT md5(concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
      (SELECT oid FROM pg_database WHERE datname = current_database()), current_schema())) AS id`
  return Option.fromNullable(found?.id)
}).pipe(Effect.orElseSucceed(Option.none<string>))
