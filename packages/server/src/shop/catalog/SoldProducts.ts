import { type SqlClient } from "@effect/sql"

/** SQL condition that the product `p` is sold: an active variant or single. Groups are listed, but never sold. */
export const isSold = (sql: SqlClient.SqlClient) => sql.literal("(p.is_active AND p.kind <> 'group')")
