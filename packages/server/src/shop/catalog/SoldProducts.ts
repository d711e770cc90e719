import { type SqlClient } from "@effect/sql"

/** SQL condition that the product `p` is sold: an active variant or single. Groups are listed, but never sold. */
export const isSold = (sql: SqlClient.SqlClient) => sql.literal("(p.is_active AND p.kind <> 'group')")

/** SQL query for the `id` of each row that is sold as the product `p`: the active variants of a group, else `p` itself. */
export const soldRows = (sql: SqlClient.SqlClient) =>
  sql.literal(`
    SELECT p.id WHERE p.kind <> 'group'
    UNION ALL
    SELECT v.id FROM products v WHERE v.group_id = p.id AND v.is_active`)
