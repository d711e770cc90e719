import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, LogLevel } from "effect"
import * as ProductEmbeddings from "../../../src/shop/catalog/ProductEmbeddings.ts"
import * as EmbeddingModels from "../../../src/platform/embeddings/EmbeddingModels.ts"
import { type Reply } from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { catalogue, kettle } from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as EmbeddingProvider from "../../../src/testing/EmbeddingProvider.ts"

/** The lines that are logged meanwhile. */
const linesOf = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ annotations, message }) => {
    lines.push(JSON.stringify([message, Object.fromEntries(annotations)]))
  })
  yield* Effect.provide(work, [Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(LogLevel.Info)])
  return lines
})

/** A provider's refusal that quotes the key and what it was sent. */
const refused = (status: number): Reply => ({
  status,
  headers: { "retry-after": "0" },
  body: { error: { message: `${JSON.stringify(EmbeddingProvider.settingsOf(""))} ${kettle.name}` } }
})

const cases: ReadonlyArray<readonly [name: string, reply: Reply | "shorter vectors", reason: string, mend: string]> = [
  ["refuses the key", refused(401), "The provider refuses the key (401)", "EMBEDDING_API_KEY"],
  ["does not know the model", refused(404), "(404)", "EMBEDDING_MODEL"],
  ["has a fault", refused(500), "The model has a fault (500)", "log"],
  ["gives other dimensions", "shorter vectors", "EMBEDDING_DIMENSIONS is 384", "storefront embeddings build"],
  ["gives nothing", { body: {} }, "cannot be read", "EMBEDDING_BASE_URL"],
  ["is a web page", { body: "<html>" }, "cannot be read", "EMBEDDING_BASE_URL"],
  ["numbers its vectors wrongly", { body: { data: [{ index: 77, embedding: [1] }] } }, "cannot be read", "/v1"],
  ["breaks off", "drops", "broke off", "log"]
]

layer(Layer.provideMerge(catalogue, TestDatabase.layer), { excludeTestServices: true })("a start", (it) => {
  for (const [name, reply, reason, mend] of cases) {
    it.scoped(`is not kept from it by a provider of embeddings that ${name}, and says so in one line`, () =>
      Effect.gen(function* () {
        const { url } = yield* EmbeddingProvider.serve((request) =>
          reply === "shorter vectors" ? EmbeddingProvider.vectors(request, 16) : reply
        )
        const [line = "", ...others] = yield* linesOf(
          Effect.provide(
            ProductEmbeddings.buildAtStart,
            Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url)))
          )
        )
        assert.isEmpty(others)
        assert.include(line, "products are searched by text only")
        assert.include(line, reason)
        assert.include(line, mend)
        assert.notMatch(line, /sk-of-the-vectors|Hearthlow/)
        const sql = yield* SqlClient.SqlClient
        assert.isEmpty(yield* sql`SELECT FROM product_embeddings`)
      })
    )
  }

  it.scoped("does not wait for a provider of embeddings", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const { url } = yield* EmbeddingProvider.serve(() => {
        Deferred.unsafeDone(asked, Effect.void)
        return "hangs"
      })
      const provided = settings(EmbeddingProvider.settingsOf(url))
      // It is asked all the same.
      yield* Effect.scoped(Effect.zipRight(ProductEmbeddings.buildInBackground, Deferred.await(asked))).pipe(
        Effect.provide([provided, Layer.provide(EmbeddingModels.layer, provided)])
      )
    })
  )

  it.scoped("can be stopped while a provider does not answer", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const { received, url } = yield* EmbeddingProvider.serve(() => {
        Deferred.unsafeDone(asked, Effect.void)
        return "hangs"
      })
      const start = yield* Effect.fork(
        Effect.provide(
          ProductEmbeddings.buildAtStart,
          Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url)))
        )
      )
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(start)
      // Not sent again, which is what it was waiting for.
      assert.strictEqual(received.length, 1)
    })
  )
})

// A database of its own: what is taken is stored.
layer(Layer.provideMerge(catalogue, TestDatabase.layer), { excludeTestServices: true })("a start", (it) => {
  it.scoped("says in one line that there are products whose text is not taken", () =>
    Effect.gen(function* () {
      const { url } = yield* EmbeddingProvider.serve((request) =>
        EmbeddingProvider.textsOf(request).some((text) => text.startsWith(kettle.name))
          ? refused(400)
          : EmbeddingProvider.vectors(request, 384)
      )
      const [line = "", ...others] = yield* linesOf(
        Effect.provide(
          ProductEmbeddings.buildAtStart,
          Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url)))
        )
      )
      assert.isEmpty(others)
      assert.include(line, "storefront embeddings build")
      assert.include(line, '{"reason":"The provider does not accept the request (400)","products":1}')
      assert.notMatch(line, /sk-of-the-vectors|Hearthlow/)
    })
  )
})
