import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as StaleIfErrorCache from "../../platform/limits/StaleIfErrorCache.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"

/** Lifetime of a check; short, because another process may fill the index. */
const checkLifetime = { fresh: Duration.seconds(30), coolDown: Duration.zero }

/** State of the database's vector storage. */
const VectorStorage = Schema.Struct({
  /** The extension has iterative index scans, needed under filters (pgvector 0.8); null without the extension. */
  is_iterative: Schema.NullOr(Schema.Boolean),
  /** Length of the stored vectors; null without the table. */
  dimensions: Schema.NullOr(Schema.Int)
})

const noVectorSearch = "This database has no vector search; products were compared by their text."
const otherDimensions =
  "The stored embeddings do not fit EMBEDDING_DIMENSIONS; products were compared by their text until they are rebuilt."
const notBuilt = "The products have no embeddings of the current model yet; they were compared by their text."

/** Checks that products can be compared by their vectors. */
export class VectorIndex extends Context.Tag("@storefront/server/shop/catalog/VectorIndex")<
  VectorIndex,
  {
    /** Returns the reason why vectors cannot be stored or read, as a sentence; none when they can. One statement. */
    readonly storageProblem: Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /** Returns the reason why vectors cannot be compared, as a sentence; none when they can. At most two statements. */
    readonly problem: Effect.Effect<Option.Option<string>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const space = yield* EmbeddingSpace

      const selectStore = SqlSchema.single({
        Request: Schema.Void,
        Result: VectorStorage,
        execute: () => sql`
          SELECT
            (SELECT string_to_array(extversion, '.')::int[] >= '{0,8}' FROM pg_extension WHERE extname = 'vector')
              AS is_iterative,
            (SELECT atttypmod FROM pg_attribute
              WHERE attrelid = to_regclass('product_embeddings') AND attname = 'embedding') AS dimensions`
      })
      const selectIsFilled = SqlSchema.single({
        Request: Schema.Void,
        Result: Schema.Struct({ is_filled: Schema.Boolean }),
        execute: () => sql`
          SELECT EXISTS (SELECT FROM product_embeddings WHERE model = ${space.model}) AS is_filled`
      })

      const checkStore = Effect.map(orUnavailable(selectStore()), ({ dimensions, is_iterative }) =>
        dimensions === null || is_iterative !== true
          ? Option.some(noVectorSearch)
          : dimensions === space.dimensions
            ? Option.none()
            : Option.some(otherDimensions)
      )
      const checkContent = Effect.map(orUnavailable(selectIsFilled()), ({ is_filled }) =>
        is_filled ? Option.none() : Option.some(notBuilt)
      )

      const { current: storageProblem } = yield* StaleIfErrorCache.make(checkStore, checkLifetime)
      const checkIndex = Effect.flatMap(
        storageProblem,
        Option.match({ onNone: () => checkContent, onSome: (problem) => Effect.succeedSome(problem) })
      )
      const { current: problem } = yield* StaleIfErrorCache.make(checkIndex, checkLifetime)
      return { storageProblem, problem }
    })
  )
}
