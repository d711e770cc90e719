import { type SqlClient, type Statement } from "@effect/sql"
import { type ProductId } from "@storefront/domain/Ids"
import { Option } from "effect"

/** Returns an SQL expression that hashes the marks of all changes. */
const hash = (sql: SqlClient.SqlClient, marks: Statement.Fragment) =>
  sql`(SELECT COALESCE(md5(string_agg(mark::text, ' ' ORDER BY mark)), '') FROM (${marks}) marks)`

/**
 * SQL expression for the version of a product's details, or of all product lists without a product. A group and its
 * variants have one version. Data may be cached under a version only if it was read after it:
 * `docs/decisions/0005-catalogue-cache.md`.
 */
export const version = (sql: SqlClient.SqlClient, product: Option.Option<ProductId>) =>
  Option.match(product, {
    onNone: () => hash(sql, sql`SELECT mark FROM catalogue_changes WHERE shown_on = 'lists'`),
    onSome: (id) =>
      hash(
        sql,
        sql`
          SELECT mark FROM catalogue_changes WHERE shown_on = 'details'
          UNION ALL
          SELECT mark FROM product_changes
          WHERE product_id = COALESCE((SELECT group_id FROM products WHERE id = ${id}::uuid), ${id}::uuid)`
      )
  })
