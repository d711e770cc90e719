import { EmbeddingModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { nearest, relevant } from "@storefront/domain/rules/Relevance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { type ProductSort, type Retrieval } from "@storefront/domain/tools/ProductTools"
import { Array, Cache, Context, Duration, Effect, Either, Equal, Exit, Layer, Option, Order, Ref } from "effect"
import { minSimilarity } from "../../platform/config/SearchConfig.ts"
import * as EmbeddingModels from "../../platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import { annotateShown } from "../../platform/telemetry/SpanTracer.ts"
import * as ProductCandidates from "./ProductCandidates.ts"
import { toVector } from "./ProductEmbeddings.ts"
import { VectorIndex } from "./VectorIndex.ts"

/** A product of a result: `score` is null without a query, `similarity` where meaning was not compared. */
export type FoundProduct = typeof ProductCandidates.Hit.Type & {
  readonly score: number | null
  readonly similarity: number | null
}

/** What was found, and what the search went by. */
export interface SearchResult {
  readonly products: ReadonlyArray<FoundProduct>
  readonly retrieval: Retrieval
  /** Why meaning was not compared. */
  readonly retrieval_note: string | null
}

/** A search for a word or for nothing but filters; without `sort` by relevance, or by rating without a query. */
export interface ProductQuery extends ProductCandidates.ProductFilters {
  readonly query?: string | undefined
  readonly sort_by?: ProductSort | undefined
  readonly limit: number
  readonly offset: number
}

/** A search by meaning. */
export interface MeaningQuery extends ProductCandidates.ProductFilters {
  readonly query: string
  readonly limit: number
}

/** How many embeddings of queries are kept, and for how long. */
const embeddingCache = { capacity: 1_000, timeToLive: Duration.hours(1) }

/** How long a search waits for the embedding of its query. */
const embeddingTimeout = Duration.seconds(3)

const serviceDown = "The embedding service cannot be reached; products were compared by their text."
const noWords = "The query has no word to compare in meaning; products were compared by their text."
const nothingNear = "No product is near in meaning; products were compared by their text."

const bySimilarity = Order.reverse(
  Order.mapInput(Order.number, ({ similarity }: { readonly similarity: number | null }) => similarity ?? 0)
)

/** Says on the span around a search, which is mostly that of a tool, what it went by. */
const annotate = (retrieval: Retrieval) => annotateShown("search.retrieval", retrieval)

/** Finds products by words, by meaning and by what they have to be. */
export class ProductSearch extends Context.Tag("@storefront/server/shop/catalog/ProductSearch")<
  ProductSearch,
  {
    /** Words, misspelt words and meaning together; what only resembles the query is left out. */
    readonly search: (query: ProductQuery) => Effect.Effect<SearchResult, DatabaseUnavailable>
    /** Meaning alone, nearest first; words when that is impossible or finds nothing. */
    readonly searchByMeaning: (query: MeaningQuery) => Effect.Effect<SearchResult, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const model = yield* EmbeddingModel.EmbeddingModel
      const space = yield* EmbeddingSpace
      const index = yield* VectorIndex
      const leastSimilarity = yield* minSimilarity

      const embeddings = yield* Cache.makeWith({
        capacity: embeddingCache.capacity,
        // A search has little time, and its words will do: their vector is asked for once.
        lookup: (query: string) => RetryBudget.without(model.embed(query)),
        timeToLive: (exit) => (Exit.isSuccess(exit) ? embeddingCache.timeToLive : Duration.zero)
      })

      const degradation = yield* Ref.make(Option.none<string>())

      /** Says in the log, once, that searches go by text only, why, and when that is over. */
      const tell = (reason: Option.Option<string>) =>
        Effect.flatMap(Ref.getAndSet(degradation, reason), (before) =>
          Equal.equals(before, reason)
            ? Effect.void
            : Option.match(reason, {
                onNone: () => Effect.logInfo("products are searched by meaning again"),
                onSome: (reason) =>
                  Effect.annotateLogs(Effect.logWarning("products are searched by text only"), "reason", reason)
              })
        )

      /** The query as a vector, or the reason why it has none. */
      const vectorOf = Effect.fnUntraced(function* (query: string) {
        const obstacle = yield* index.obstacle
        if (Option.isSome(obstacle)) {
          yield* tell(obstacle)
          return Either.left(obstacle.value)
        }
        const embedding = yield* embeddings.get(query.toLowerCase().replace(/\s+/gu, " ")).pipe(
          Effect.mapError((error) => EmbeddingModels.explain(error).says),
          Effect.timeoutFail({
            duration: embeddingTimeout,
            onTimeout: () => `The embedding model did not answer within ${Duration.format(embeddingTimeout)}`
          }),
          Effect.tapBoth({ onFailure: (reason) => tell(Option.some(reason)), onSuccess: () => tell(Option.none()) }),
          Effect.option
        )
        return Option.match(embedding, {
          onNone: () => Either.left(serviceDown),
          onSome: (embedding) =>
            embedding.some((value) => value !== 0)
              ? Either.right({ vector: toVector(embedding), space, minSimilarity: leastSimilarity })
              : Either.left(noWords)
        })
      })

      const search = Effect.fn("ProductSearch.search")(function* (asked: ProductQuery) {
        const { limit, offset, query, sort_by: sort = "relevance" } = asked
        if (query === undefined) {
          const listed = yield* ProductCandidates.list(sql, asked, { sort, limit, offset })
          const products = listed.map((product) => ({ ...product, score: null, similarity: null }))
          return { products, retrieval: "filter" as const, retrieval_note: null }
        }
        const vector = yield* vectorOf(query)
        const candidates = yield* ProductCandidates.select(sql, query, Either.getRight(vector), asked, sort)
        const retrieval = Either.isRight(vector) ? ("hybrid" as const) : ("text_fallback" as const)
        yield* annotate(retrieval)
        return {
          products: relevant(contentWords(query), candidates).slice(offset, offset + limit),
          retrieval,
          retrieval_note: Option.getOrNull(Either.getLeft(vector))
        }
      })

      const searchByMeaning = Effect.fn("ProductSearch.searchByMeaning")(function* (asked: MeaningQuery) {
        const { limit, query } = asked
        const vector = yield* vectorOf(query)
        const candidates = yield* ProductCandidates.select(sql, query, Either.getRight(vector), asked, "relevance")
        const meant = Array.sort(nearest(candidates), bySimilarity).slice(0, limit)
        yield* annotate(meant.length > 0 ? "vector" : "text_fallback")
        if (meant.length > 0) {
          return { products: meant, retrieval: "vector" as const, retrieval_note: null }
        }
        return {
          products: relevant(contentWords(query), candidates).slice(0, limit),
          retrieval: "text_fallback" as const,
          retrieval_note: Either.match(vector, { onLeft: (reason) => reason, onRight: () => nothingNear })
        }
      })

      return { search, searchByMeaning }
    })
  )
}
