import { EmbeddingModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type ProductId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { todaysPrice } from "@storefront/domain/rules/ProductComparison"
import { closest, nearest, withAllWords } from "@storefront/domain/rules/Relevance"
import { type ProductSort, type Retrieval, type Shortfall } from "@storefront/domain/tools/ProductTools"
import { Array, Cache, Context, Duration, Effect, Either, Equal, Exit, Layer, Option, Order, Ref } from "effect"
import { minSimilarity } from "../../platform/config/SearchConfig.ts"
import * as EmbeddingModels from "../../platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as ProductCandidates from "./ProductCandidates.ts"
import { toVector } from "./ProductEmbeddings.ts"
import { searchWords } from "./SearchLanguage.ts"
import { VectorIndex } from "./VectorIndex.ts"

/** A search hit: `score` is null without a query, `similarity` when meaning was not compared. */
export type FoundProduct = typeof ProductCandidates.Hit.Type & {
  readonly score: number | null
  readonly similarity: number | null
  /** The product or variant whose SKU, GTIN or external id the query is. */
  readonly matched_id?: ProductId | undefined
}

/** The hits of a search, and the retrieval method. */
export interface SearchResult {
  readonly products: ReadonlyArray<FoundProduct>
  /** Shortfall of all hits against the query; null when they match it. */
  readonly nearest: Shortfall | null
  readonly retrieval: Retrieval
  /** Reason why meaning was not compared. */
  readonly retrieval_note: string | null
}

/** A search by text or by filters alone. Sorts by relevance by default, without a query by rating. */
export interface ProductQuery extends ProductCandidates.ProductFilters {
  readonly query?: string | undefined
  readonly sort_by?: ProductSort | undefined
  readonly limit: number
  readonly offset: number
}

/** A search by meaning alone. */
export interface MeaningQuery extends ProductCandidates.ProductFilters {
  readonly query: string
  readonly limit: number
}

/** Capacity of the cache of query embeddings, and lifetime of an entry. */
const embeddingCache = { capacity: 1_000, timeToLive: Duration.hours(1) }

/** Time limit for the embedding of a query. */
const embeddingTimeout = Duration.seconds(3)

const serviceDown = "The embedding service cannot be reached; products were compared by their text."
const noWords = "The query has no word to compare in meaning; products were compared by their text."
const nothingNear = "No product is near in meaning; products were compared by their text."

const bySimilarity = Order.reverse(
  Order.mapInput(Order.number, ({ similarity }: { readonly similarity: number | null }) => similarity ?? 0)
)

/** Maximum number of products shown from beyond a price range in which there are none. */
const maxBeyond = 3

/** Removes possessive endings, because the `s` of "women's boots" is not a word to search for. */
const withoutPossessives = (query: string): string => query.replaceAll(/['’]s\b/giu, "")

/** Returns one search above the price range, cheapest first, and one below it, dearest first. */
const searchesBeyondRange = <Filters extends ProductCandidates.ProductFilters>(input: Filters) => {
  const { max_price: most, min_price: least } = input
  return [
    ...(most === undefined
      ? []
      : [{ sort: "price_asc" as const, filters: { ...input, min_price: Money.make(most + 1), max_price: undefined } }]),
    ...(least === undefined
      ? []
      : [
          { sort: "price_desc" as const, filters: { ...input, max_price: Money.make(least - 1), min_price: undefined } }
        ])
  ]
}

/** Orders by distance from the price range, nearest first. */
const byDistance = ({ max_price: most, min_price: least }: ProductCandidates.ProductFilters) =>
  Order.mapInput(Order.number, (product: typeof ProductCandidates.Hit.Type) => {
    const price = todaysPrice(product)
    return most !== undefined && price > most ? price - most : (least ?? price) - price
  })

/** Annotates the enclosing span, usually that of a tool, with the retrieval method. */
const annotateRetrieval = (retrieval: Retrieval) => Effect.annotateCurrentSpan("search.retrieval", retrieval)

type Candidates = ReadonlyArray<typeof ProductCandidates.Candidate.Type>

/**
 * Returns the nearest alternatives to a match of all words in the price range, with their shortfall: all words beyond
 * the range, else fewer words within it, else fewer words beyond it.
 */
const nearestOf = (
  words: ReadonlyArray<string>,
  within: Candidates,
  beyond: { readonly all: Candidates; readonly complete: ReadonlyArray<FoundProduct> },
  { limit, offset }: { readonly limit: number; readonly offset: number }
): Pick<SearchResult, "nearest" | "products"> => {
  const maxShown = Math.min(limit, maxBeyond)
  if (beyond.complete.length > 0) {
    return { products: beyond.complete.slice(0, maxShown), nearest: "other_price" }
  }
  const fewer = closest(words, within)
  if (fewer.length > 0) {
    // A query without content words has none that could be missing.
    return { products: fewer.slice(offset, offset + limit), nearest: words.length === 0 ? null : "fewer_words" }
  }
  const fewerBeyond = closest(words, beyond.all).slice(0, maxShown)
  return { products: fewerBeyond, nearest: fewerBeyond.length === 0 ? null : "other_price_fewer_words" }
}

/** Searches products by words, by meaning and by filters. */
export class ProductSearch extends Context.Tag("@storefront/server/shop/catalog/ProductSearch")<
  ProductSearch,
  {
    /**
     * Searches by words, misspellings, synonyms of kinds of goods and meaning together. When no product has all words
     * in the price range, returns the nearest alternatives and their shortfall.
     */
    readonly search: (query: ProductQuery) => Effect.Effect<SearchResult, DatabaseUnavailable>
    /** Searches by meaning alone, nearest first; falls back to words when that is impossible or finds nothing. */
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
      const threshold = yield* minSimilarity

      const embeddings = yield* Cache.makeWith({
        capacity: embeddingCache.capacity,
        // Tried once, because a search has little time and can fall back to words.
        lookup: (query: string) => RetryBudget.withoutRetries(model.embed(query)),
        timeToLive: (exit) => (Exit.isSuccess(exit) ? embeddingCache.timeToLive : Duration.zero)
      })

      const degradation = yield* Ref.make(Option.none<string>())

      /** Logs changes only: when search falls back to text, with the reason, and when meaning works again. */
      const logDegradation = (reason: Option.Option<string>) =>
        Effect.flatMap(Ref.getAndSet(degradation, reason), (before) =>
          Equal.equals(before, reason)
            ? Effect.void
            : Option.match(reason, {
                onNone: () => Effect.logInfo("products are searched by meaning again"),
                onSome: (reason) =>
                  Effect.annotateLogs(Effect.logWarning("products are searched by text only"), "reason", reason)
              })
        )

      /** Returns the query's vector, or the reason why there is none. */
      const vectorOf = Effect.fnUntraced(function* (query: string) {
        const problem = yield* index.problem
        if (Option.isSome(problem)) {
          yield* logDegradation(problem)
          return Either.left(problem.value)
        }
        const embedding = yield* embeddings.get(query.toLowerCase().replace(/\s+/gu, " ")).pipe(
          Effect.mapError((error) => EmbeddingModels.explain(error).problem),
          Effect.timeoutFail({
            duration: embeddingTimeout,
            onTimeout: () => `The embedding model did not answer within ${Duration.format(embeddingTimeout)}`
          }),
          Effect.tapBoth({
            onFailure: (reason) => logDegradation(Option.some(reason)),
            onSuccess: () => logDegradation(Option.none())
          }),
          Effect.option
        )
        return Option.match(embedding, {
          onNone: () => Either.left(serviceDown),
          onSome: (embedding) =>
            embedding.some((value) => value !== 0)
              ? Either.right({ vector: toVector(embedding), space, minSimilarity: threshold })
              : Either.left(noWords)
        })
      })

      /** Finds products beyond the price range, nearest first, with one call of `find` per bound. */
      const beyond = <Filters extends ProductCandidates.ProductFilters, A extends typeof ProductCandidates.Hit.Type>(
        input: Filters,
        find: (filters: Filters, sort: ProductSort) => Effect.Effect<ReadonlyArray<A>, DatabaseUnavailable>
      ) =>
        Effect.map(
          Effect.forEach(searchesBeyondRange(input), ({ filters, sort }) => find(filters, sort)),
          (sides) => Array.sort(sides.flat(), byDistance(input))
        )

      const list = (input: ProductQuery, sort: ProductSort) =>
        Effect.map(ProductCandidates.list(sql, input, { sort, limit: input.limit, offset: input.offset }), (products) =>
          products.map((product) => ({ ...product, score: null, similarity: null }))
        )

      const searchByFilters = Effect.fnUntraced(function* (input: ProductQuery) {
        const products = yield* list(input, input.sort_by ?? "relevance")
        const nearestQuery = { ...input, limit: Math.min(input.limit, maxBeyond) }
        const others = products.length > 0 || input.offset > 0 ? [] : yield* beyond(nearestQuery, list)
        return {
          products: others.length > 0 ? others.slice(0, nearestQuery.limit) : products,
          nearest: others.length > 0 ? ("other_price" as const) : null,
          retrieval: "filter" as const,
          retrieval_note: null
        }
      })

      const search = Effect.fn("ProductSearch.search")(function* (input: ProductQuery) {
        const { limit, offset, sort_by: sort = "relevance" } = input
        if (input.query === undefined) {
          return yield* searchByFilters(input)
        }
        const query = withoutPossessives(input.query)
        const words = searchWords(query)
        const vector = yield* vectorOf(query)
        const select = (filters: ProductQuery, sort: ProductSort) =>
          ProductCandidates.select(sql, { query, words }, Either.getRight(vector), filters, sort)
        const retrieval = Either.isRight(vector) ? ("hybrid" as const) : ("text_fallback" as const)
        yield* annotateRetrieval(retrieval)
        const retrievalFields = { retrieval, retrieval_note: Option.getOrNull(Either.getLeft(vector)) }
        const candidates = yield* select(input, sort)
        const complete = withAllWords(words, candidates)
        if (complete.length > 0) {
          return { products: complete.slice(offset, offset + limit), nearest: null, ...retrievalFields }
        }
        const all = offset > 0 ? [] : yield* beyond(input, select)
        return {
          ...nearestOf(words, candidates, { all, complete: withAllWords(words, all) }, input),
          ...retrievalFields
        }
      })

      const searchByMeaning = Effect.fn("ProductSearch.searchByMeaning")(function* (input: MeaningQuery) {
        const { limit } = input
        const query = withoutPossessives(input.query)
        const words = searchWords(query)
        const vector = yield* vectorOf(query)
        const select = (filters: MeaningQuery, sort: ProductSort) =>
          ProductCandidates.select(sql, { query, words }, Either.getRight(vector), filters, sort)
        const candidates = yield* select(input, "relevance")
        const similar = Array.sort(nearest(candidates), bySimilarity)
        yield* annotateRetrieval(similar.length > 0 ? "vector" : "text_fallback")
        if (similar.length > 0) {
          const products = similar.slice(0, limit)
          return { products, nearest: null, retrieval: "vector" as const, retrieval_note: null }
        }
        const retrievalFields = {
          retrieval: "text_fallback" as const,
          retrieval_note: Either.match(vector, { onLeft: (reason) => reason, onRight: () => nothingNear })
        }
        const complete = withAllWords(words, candidates)
        if (complete.length > 0) {
          return { products: complete.slice(0, limit), nearest: null, ...retrievalFields }
        }
        const all = yield* beyond(input, select)
        const near = nearest(all)
        const others = { all, complete: near.length > 0 ? near : withAllWords(words, all) }
        return { ...nearestOf(words, candidates, others, { limit, offset: 0 }), ...retrievalFields }
      })

      return { search, searchByMeaning }
    })
  )
}
