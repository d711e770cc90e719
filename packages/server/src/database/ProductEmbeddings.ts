import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Creates the optional table of product vectors where the server has the `vector` extension. It is no numbered
 * migration: without the extension it is tried again at every start. Belongs into the transaction of the migrations.
 */
export const createTable = (dimensions: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [existing] = yield* sql<{ exists: boolean }>`
      SELECT to_regclass('product_embeddings') IS NOT NULL AS "exists"`
    if (existing?.exists === true) {
      return
    }
    yield* sql`CREATE EXTENSION IF NOT EXISTS vector`
    yield* sql`
      CREATE TABLE product_embeddings (
        product_id uuid PRIMARY KEY REFERENCES products(id) ON DELETE CASCADE,
        embedding vector(${sql.literal(String(dimensions))}) NOT NULL,
        model text NOT NULL,
        content_sha256 text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX product_embeddings_hnsw ON product_embeddings USING hnsw (embedding vector_cosine_ops)`
  })
