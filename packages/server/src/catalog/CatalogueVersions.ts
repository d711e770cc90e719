import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"

const decodeVersion = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ version: Schema.String })))

/**
 * What the catalogue is at this moment, as a text: whenever a change of it is committed, the text becomes one that it
 * never was before. What is read after a version was read, and only that, may be kept under it. Why this is so:
 * `docs/decisions/catalogue-cache.md`. Failures of the database are defects.
 */
export class CatalogueVersions extends Context.Tag("@storefront/server/catalog/CatalogueVersions")<
  CatalogueVersions,
  {
    /** Of what a page of products shows. */
    readonly ofLists: Effect.Effect<string>
    /** Of what lists and the details of products show: stock and reviews too. */
    readonly ofDetails: Effect.Effect<string>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const read = (marks: ReturnType<typeof sql.and>) =>
        sql`SELECT COALESCE(string_agg(id::text, ' ' ORDER BY id), '') AS version FROM catalogue_changes WHERE ${marks}`.pipe(
          Effect.flatMap(decodeVersion),
          Effect.map(([{ version }]) => version),
          Effect.orDie
        )
      return { ofLists: read(sql`shown_on = 'lists'`), ofDetails: read(sql`true`) }
    })
  )
}
