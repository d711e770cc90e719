import { EmbeddingModel } from "@effect/ai"
import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, Effect, Schema } from "effect"
import { isUsable } from "../database/VectorTable.ts"
import { EmbeddingSpace } from "../model/EmbeddingSpace.ts"

/** Products embedded and stored in one step. */
const batchSize = 200

const StaleProduct = Schema.Struct({ id: ProductId, content: Schema.String, sha256: Schema.String })

/** The vector type of the database, as text. */
export const toVector = (embedding: ReadonlyArray<number>): string =>
  `[${embedding.map((value) => value.toFixed(6)).join(",")}]`

/**
 * Embeds every product whose text or embedding model has changed, and answers how many. It can be stopped and started
 * again at any point, and does nothing when there is nothing to do or no table for vectors of this length. It fails
 * when the embedding model does; failures of the database are defects.
 */
export const build = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const model = yield* EmbeddingModel.EmbeddingModel
  const space = yield* EmbeddingSpace

  if (!(yield* isUsable(space.dimensions))) {
    return 0
  }

  const selectStale = SqlSchema.findAll({
    Request: Schema.Struct({ after: Schema.UUID }),
    Result: StaleProduct,
    execute: ({ after }) => sql`
      SELECT t.id, t.content, t.sha256
      FROM (
        SELECT c.id, c.content, encode(sha256(convert_to(c.content, 'UTF8')), 'hex') AS sha256
        FROM (
          SELECT p.id, concat_ws(E'\n', p.name, p.brand, p.category, p.description,
            (SELECT string_agg(s.key || ': ' || s.value, E'\n') FROM jsonb_each_text(p.specs) s)) AS content
          FROM products p
          WHERE p.id > ${after}
        ) c
      ) t
      LEFT JOIN product_embeddings e ON e.product_id = t.id
      WHERE e.product_id IS NULL OR e.model <> ${space.model} OR e.content_sha256 <> t.sha256
      ORDER BY t.id
      LIMIT ${batchSize}`
  })

  const store = (products: ReadonlyArray<typeof StaleProduct.Type>, embeddings: ReadonlyArray<ReadonlyArray<number>>) =>
    sql`
      INSERT INTO product_embeddings (product_id, embedding, model, content_sha256)
      SELECT r.id, r.embedding::vector, ${space.model}, r.sha256
      FROM jsonb_to_recordset(${JSON.stringify(
        Array.zipWith(products, embeddings, ({ id, sha256 }, embedding) => ({
          id,
          sha256,
          embedding: toVector(embedding)
        }))
      )}::jsonb) AS r (id uuid, embedding text, sha256 text)
      ON CONFLICT (product_id) DO UPDATE
      SET embedding = excluded.embedding, model = excluded.model, content_sha256 = excluded.content_sha256, updated_at = now()`

  let count = 0
  let after = "00000000-0000-0000-0000-000000000000"
  while (true) {
    const stale = yield* selectStale({ after })
    if (!Array.isNonEmptyReadonlyArray(stale)) {
      return count
    }
    const embeddings = yield* model.embedMany(stale.map(({ content }) => content))
    yield* store(stale, embeddings)
    count += stale.length
    after = Array.lastNonEmpty(stale).id
  }
}).pipe(Effect.catchTags({ SqlError: Effect.die, ParseError: Effect.die }), Effect.withSpan("ProductEmbeddings.build"))
