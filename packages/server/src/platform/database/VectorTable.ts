import { SqlClient } from "@effect/sql"
import { Data, Effect } from "effect"
import { isFaultOf, liftTimeLimits, orUnavailable } from "./Transaction.ts"

/**
 * Creates the optional table of product vectors where the server has the `vector` extension. It is not a numbered
 * migration: without the extension it is tried again at every start. Part of the transaction of the migrations.
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

/** The server cannot keep vectors. */
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

/**
 * Makes room for vectors of this length, and answers whether others had to go: a column keeps one length, and vectors of
 * another one cannot be compared with the new ones.
 */
export const makeRoom = (dimensions: number) =>
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
      (error) => !isFaultOf(error),
      (cause) => new VectorsUnsupported({ cause })
    ),
    orUnavailable
  )

/**
 * Whether vectors of this length can be stored and searched: the table exists and its column has the same length.
 * Another length is logged as a warning, for the vectors in it were made with other settings.
 */
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
