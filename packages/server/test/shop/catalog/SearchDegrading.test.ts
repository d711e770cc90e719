import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer, Logger } from "effect"
import * as ProductEmbeddings from "../../../src/shop/catalog/ProductEmbeddings.ts"
import { ProductSearch } from "../../../src/shop/catalog/ProductSearch.ts"
import { VectorIndex } from "../../../src/shop/catalog/VectorIndex.ts"
import { resizeVectors } from "../../../src/platform/database/VectorTable.ts"
import * as EmbeddingModels from "../../../src/platform/embeddings/EmbeddingModels.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import { type Received, type Reply } from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { catalogue, trailShoes } from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as EmbeddingProvider from "../../../src/testing/EmbeddingProvider.ts"

const search = (query: string) =>
  Effect.flatMap(ProductSearch, (products) => products.search({ query, limit: 10, offset: 0 }))

const meant = (query: string) =>
  Effect.flatMap(ProductSearch, (products) => products.searchByMeaning({ query, limit: 5 }))

/** A provider of embeddings as it is at the moment, what it was asked, and what was logged. */
const asked: Array<Received> = []
const moody = { reply: "vectors" as "vectors" | Reply, lines: Array.empty<string>() }
const ProviderLayer = Layer.unwrapScoped(
  Effect.map(
    EmbeddingProvider.serve((request) => {
      asked.push(request)
      return moody.reply === "vectors" ? EmbeddingProvider.vectors(request, 384) : moody.reply
    }),
    ({ url }) => Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url)))
  )
)
const logger = Logger.make<unknown, void>(({ annotations, message }) => {
  moody.lines.push(`${String(message)} ${JSON.stringify(Object.fromEntries(annotations))}`)
})
const Moody = ProductSearch.layer.pipe(
  Layer.provide(VectorIndex.layer),
  Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
  Layer.provide(ProviderLayer),
  Layer.provide(catalogue),
  Layer.provideMerge(TestDatabase.layer)
)
describe("a search while the provider of embeddings comes and goes", () => {
  it.live("says in the log when that changes, on every span what was compared, and asks for a vector once", () =>
    Effect.gen(function* () {
      const tool = Effect.withSpan("execute_tool", { attributes: { "gen_ai.operation.name": "execute_tool" } })
      const retrievals = Effect.fnUntraced(function* (...queries: ReadonlyArray<string>) {
        const spans = yield* spansOf(
          Effect.forEach(queries, (query) => Effect.zipRight(tool(search(query)), tool(meant(`${query} again`))))
        )
        return spans.flatMap(({ attributes, name }) =>
          name === "execute_tool" ? [attributes["search.retrieval"]] : []
        )
      })
      assert.deepStrictEqual(yield* retrievals("a kettle"), ["hybrid", "vector"])
      assert.isEmpty(moody.lines)
      moody.reply = { status: 503, headers: { "retry-after": "0" }, body: { error: "sk-of-the-vectors" } }
      const before = asked.length
      assert.deepStrictEqual(
        yield* retrievals("a lamp", "a jacket"),
        Array.makeBy(4, () => "text_fallback")
      )
      assert.strictEqual(asked.length - before, 4)
      moody.reply = "vectors"
      assert.deepStrictEqual(yield* retrievals("a bottle"), ["hybrid", "vector"])
      assert.deepStrictEqual(
        asked.flatMap(({ headers }) => (headers["traceparent"] === undefined ? [] : [headers["traceparent"]])),
        []
      )
      assert.deepStrictEqual(moody.lines, [
        'products are searched by text only {"reason":"The model has a fault (503)"}',
        "products are searched by meaning again {}"
      ])
    }).pipe(Effect.provide(Layer.merge(Moody, Logger.replace(Logger.defaultLogger, logger))))
  )

  it.live("goes on while somebody builds vectors of another length", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* search("trail shoes")).retrieval, "hybrid")
      yield* resizeVectors(16)
      const sql = yield* SqlClient.SqlClient
      const vector = `[${Array.makeBy(16, () => 1).join(",")}]`
      yield* sql`
        INSERT INTO product_embeddings (product_id, embedding, model, content_sha256)
        SELECT id, ${vector}::vector, 'tiny', '-' FROM products`
      const { products } = yield* search("trail shoes")
      assert.deepStrictEqual(
        products.map(({ name }) => String(name)),
        [trailShoes.name]
      )
    }).pipe(Effect.provide(Moody))
  )
})
