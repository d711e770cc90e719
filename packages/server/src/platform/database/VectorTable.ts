import { SqlClient } from "@effect/sql"
import { Data, Effect } from "effect"
import { isDatabaseFault, liftTimeLimits, orUnavailable } from "./Transaction.ts"

/**
 * Creates the table of product vectors, which needs the `vector` extension; runs in the transaction of the migrations.
 * Not a numbered migration, because it is tried at every start until the extension is available.
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

export class VectorsUnsupported extends Data.TaggedError("VectorsUnsupported")<{ readonly cause: unknown }> {
  override readonly message =
    "The database cannot keep vectors: install the extension pgvector on its server, then run as its administrator: CREATE EXTENSION vector"
}

const storedDimensions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [column] = yield* sql<{ dimensions: number }>`
    SELECT atttypmod AS dimensions FROM pg_attribute
    WHERE attrelid = to_regclass('product_embeddings') AND attname = 'embedding'`
  return column?.dimensions
})

/** Resizes the vector column, and returns whether that dropped the stored vectors, which had another length. */
export const resizeVectors = (dimensions: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* liftTimeLimits
    yield* createTable(dimensions)
    if ((yield* storedDimensions) === dimensions) {
      return false
    }
    yield* sql`TRUNCATE product_embeddings`
    yield* sql`
      ALTER TABLE product_embeddings ALTER COLUMN embedding TYPE vector(${sql.literal(String(dimensions))})`
    return true
  }).pipe(
    (work) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(work)),
    Effect.catchIf(
      (error) => !isDatabaseFault(error),
      (cause) => new VectorsUnsupported({ cause })
    ),
    orUnavailable
  )

/** Returns whether vectors of this length can be stored. Logs a warning if the column has another length. */
export const isUsable = (dimensions: number) =>
  Effect.gen(function* () {
    const stored = yield* storedDimensions
    if (stored !== undefined && stored !== dimensions) {
      yield* Effect.logWarning("Vector search is off: stored vectors do not have EMBEDDING_DIMENSIONS").pipe(
        Effect.annotateLogs({ stored, configured: dimensions, mend: "storefront embeddings build" })
      )
    }
    return stored === dimensions
  })
