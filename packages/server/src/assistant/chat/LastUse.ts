import { type SqlClient, type Statement } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { timestampAfter } from "../../platform/database/TimestampAfter.ts"

/** Returns the `last_message_at` of a conversation used now. It is later than that of the owner's other ones. */
export const usedNow = (sql: SqlClient.SqlClient, owner: UserId): Statement.Fragment =>
  timestampAfter(sql, sql`SELECT max(last_message_at) FROM conversations WHERE user_id = ${owner} AND is_active`)
