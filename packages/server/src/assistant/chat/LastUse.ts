import { type SqlClient, type Statement } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { laterThan } from "../../platform/database/Later.ts"

/** The `last_message_at` of a conversation that is used now, after all others of its owner. */
export const usedNow = (sql: SqlClient.SqlClient, owner: UserId): Statement.Fragment =>
  laterThan(sql, sql`SELECT max(last_message_at) FROM conversations WHERE user_id = ${owner} AND is_active`)
