import { AiError, EmbeddingModel } from "@effect/ai"
import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, Effect, Schema } from "effect"
import { embeddings } from "../../platform/config/ModelConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isUsable } from "../../platform/database/VectorTable.ts"
import * as EmbeddingModels from "../../platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"

/** Number of products compared per statement. */
const pageSize = 1_000

/** Number of products embedded and stored per step; stopping a build loses at most one step. */
const batchSize = 100

/** A product with the hash of its text; `content` is null when its vector is up to date. */
const ComparedProduct = Schema.Struct({
  id: ProductId,
  name: Schema.String,
  sha256: Schema.String,
  content: Schema.NullOr(Schema.String)
})

/** A product without an embedding of its current text by the current model. */
interface StaleProduct {
  readonly id: ProductId
  readonly name: string
  readonly sha256: string
  readonly content: string
}

/** A product whose text the embedding model rejects. It keeps its earlier vector, if any. */
export interface RejectedProduct {
  readonly id: ProductId
  readonly name: string
  /** Reason, as a sentence for an operator. */
  readonly says: string
}

/** Progress of a build. */
export interface Progress {
  /** Number of products compared with their vectors so far. */
  readonly compared: number
  /** Number of stale products embedded so far. */
  readonly embedded: number
  /** Stale products whose text the model rejected. */
  readonly refused: ReadonlyArray<RejectedProduct>
  /** Number of products when the build started. */
  readonly total: number
}

/** Formats an embedding as a literal of the database's vector type. */
export const toVector = (embedding: ReadonlyArray<number>): string =>
  `[${embedding.map((value) => value.toFixed(6)).join(",")}]`

const selectPage = Effect.map(Effect.all([SqlClient.SqlClient, EmbeddingSpace]), ([sql, { model }]) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ after: Schema.UUID }),
    Result: ComparedProduct,
    execute: ({ after }) => sql`
        SELECT t.id, t.name, t.sha256,
          CASE WHEN e.product_id IS NULL OR e.model <> ${model} OR e.content_sha256 <> t.sha256 THEN t.content END AS content
        FROM (
          SELECT c.id, c.name, c.content, encode(sha256(convert_to(c.content, 'UTF8')), 'hex') AS sha256
          FROM (
            SELECT p.id, p.name, concat_ws(E'\n', p.name, NULLIF(p.brand, ''), p.category,
              NULLIF(p.product_type, ''), p.description, NULLIF(p.keywords, ''),
              (SELECT string_agg(s.key || ': ' || s.value, E'\n') FROM jsonb_each_text(p.specs) s)) AS content
            FROM products p
            WHERE p.id > ${after} AND p.is_listed
            ORDER BY p.id
            LIMIT ${pageSize}
          ) c
        ) t
        LEFT JOIN product_embeddings e ON e.product_id = t.id
        ORDER BY t.id`
  })
)

interface EmbeddingResult {
  readonly vectors: ReadonlyArray<readonly [product: StaleProduct, vector: ReadonlyArray<number>]>
  readonly refused: ReadonlyArray<RejectedProduct>
}

/** A text that every model accepts; tells a failing provider from a rejected text. */
const harmlessText = "lamp"

/**
 * Embeds products. When a batch fails although the provider embeds another text, bisects it until the rejected texts
 * are found. Fails when the provider embeds nothing at all.
 */
const embedOrBisect = (
  products: ReadonlyArray<StaleProduct>
): Effect.Effect<EmbeddingResult, AiError.AiError, EmbeddingModel.EmbeddingModel> =>
  Effect.flatMap(EmbeddingModel.EmbeddingModel, (model) =>
    model.embedMany(products.map(({ content }) => content)).pipe(
      Effect.map((vectors): EmbeddingResult => ({ vectors: Array.zip(products, vectors), refused: [] })),
      Effect.catchIf(EmbeddingModels.mayBeAboutTexts, (error) =>
        Effect.zipRight(
          Effect.mapError(model.embed(harmlessText), () => error),
          bisect(products, error)
        )
      )
    )
  )

const bisect = Effect.fnUntraced(function* (products: ReadonlyArray<StaleProduct>, error: AiError.AiError) {
  const [first, ...others] = products
  if (first !== undefined && others.length === 0) {
    const { problem: says } = EmbeddingModels.explain(error)
    return { vectors: [], refused: [{ id: first.id, name: first.name, says }] }
  }
  const halves = yield* Effect.forEach(Array.splitAt(products, Math.ceil(products.length / 2)), embedOrBisect)
  return { vectors: halves.flatMap(({ vectors }) => vectors), refused: halves.flatMap(({ refused }) => refused) }
})

/** Embeds products and stores their vectors. Returns those whose text was rejected. */
const embedAndStore = Effect.fnUntraced(function* (products: ReadonlyArray<StaleProduct>) {
  const sql = yield* SqlClient.SqlClient
  const space = yield* EmbeddingSpace
  const { refused, vectors } = yield* embedOrBisect(products)
  const rows = vectors.map(([{ id, sha256 }, vector]) => ({ id, sha256, embedding: toVector(vector) }))
  yield* sql`
    INSERT INTO product_embeddings (product_id, embedding, model, content_sha256)
    SELECT r.id, r.embedding::vector, ${space.model}, r.sha256
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, embedding text, sha256 text)
    ON CONFLICT (product_id) DO UPDATE
    SET embedding = excluded.embedding, model = excluded.model, content_sha256 = excluded.content_sha256, updated_at = now()`
  return refused
})

const countProducts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ total: Schema.Int }),
    execute: () => sql`SELECT count(*)::int AS total FROM products WHERE is_listed`
  })()
)

/**
 * Embeds every listed product whose text or embedding model has changed, and reports progress after every step. Skips
 * products whose text is rejected. May be stopped and restarted at any point; does nothing when the vector table is missing or
 * has another length. Fails when the embedding model or the database does.
 */
export const buildWithProgress = <R>(onProgress: (progress: Progress) => Effect.Effect<void, never, R>) =>
  Effect.gen(function* () {
    const { dimensions } = yield* EmbeddingSpace
    if (!(yield* isUsable(dimensions))) {
      return { compared: 0, embedded: 0, refused: [], total: 0 }
    }
    const select = yield* selectPage
    const { total } = yield* countProducts
    let seen = 0
    let embedded = 0
    const refused: Array<RejectedProduct> = []
    let after = "00000000-0000-0000-0000-000000000000"
    while (true) {
      const page = yield* select({ after })
      if (!Array.isNonEmptyReadonlyArray(page)) {
        return { compared: seen, embedded, refused, total }
      }
      const stale = page.flatMap(({ content, ...product }) => (content === null ? [] : [{ ...product, content }]))
      for (const batch of Array.chunksOf(stale, batchSize)) {
        const rejected = yield* embedAndStore(batch)
        embedded += batch.length - rejected.length
        refused.push(...rejected)
        yield* onProgress({ compared: seen, embedded, refused, total })
      }
      seen += page.length
      yield* onProgress({ compared: seen, embedded, refused, total })
      after = Array.lastNonEmpty(page).id
    }
  }).pipe(orUnavailable, Effect.withSpan("ProductEmbeddings.build"))

/** Builds without reporting progress. */
const buildSilently = buildWithProgress(() => Effect.void)

/** Builds, and returns the number of embedded products. */
export const build = Effect.map(buildSilently, ({ embedded }) => embedded)

/** Builds at startup. A failed model or rejected texts only log a warning: search falls back to text. */
export const buildAtStart = buildSilently.pipe(
  Effect.flatMap(({ refused: [first, ...others] }) =>
    first === undefined
      ? Effect.void
      : Effect.annotateLogs(
          Effect.logWarning("some products are searched by text only; name them with: storefront embeddings build"),
          { products: others.length + 1, reason: first.says }
        )
  ),
  Effect.catchIf(AiError.isAiError, (error) => {
    const { remedy: mend, problem: says } = EmbeddingModels.explain(error)
    return Effect.annotateLogs(
      Effect.logWarning("products are searched by text only; look into it with: storefront model check"),
      { reason: says, mend }
    )
  })
)

/** Builds in the background, so that startup waits for no remote provider; embedded vectors are built at once. */
export const buildInBackground = Effect.flatMap(embeddings, ({ provider }) =>
  provider === "embedded" ? buildAtStart : Effect.asVoid(Effect.forkScoped(buildAtStart))
)
