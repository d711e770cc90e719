import { type SqlClient } from "@effect/sql"
import { Schema } from "effect"

/** The columns of `columns` as the driver gives them: a `CatalogueVersion`. */
export const fields = { lists: Schema.String, details: Schema.String }

/**
 * Expressions for the version of the catalogue at this moment. What is read after it, and only that, may be kept under
 * it: `docs/decisions/0005-catalogue-cache.md`.
 */
export const columns = (sql: SqlClient.SqlClient) => {
  const version = (marks: string) => `
    (SELECT COALESCE(md5(string_agg(mark::text, ' ' ORDER BY place)), '') FROM catalogue_changes WHERE ${marks})`
  return sql.literal(`${version("shown_on = 'lists'")} AS lists, ${version("true")} AS details`)
}
