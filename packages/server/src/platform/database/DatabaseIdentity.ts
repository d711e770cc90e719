import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"

/** Hash of cluster, database and schema, independent of the address. None if the user may not read the cluster's id. */
export const databaseIdentity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly id: string }>`
    SELECT md5(concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
      (SELECT oid FROM pg_database WHERE datname = current_database()), current_schema())) AS id`
  return Option.fromNullable(found?.id)
}).pipe(Effect.orElseSucceed(Option.none<string>))
