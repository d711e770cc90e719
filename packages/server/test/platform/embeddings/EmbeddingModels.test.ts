import { EmbeddingModel } from "@effect/ai"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Predicate, TestClock } from "effect"
import { createServer } from "node:http"
import * as EmbeddingModels from "../../../src/platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"
import * as EmbeddingProvider from "../../../src/testing/EmbeddingProvider.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import { settings } from "../../../src/testing/Settings.ts"

/** A provider that gives vectors of this length, whatever it is asked for, and keeps what it was asked. */
const provider = (length: number, asked: Array<unknown>) =>
  HttpRouter.empty.pipe(
    HttpRouter.post(
      "/embeddings",
      Effect.gen(function* () {
        const body = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => request.json)
        asked.push(body)
        const embedding = Array.from({ length }, (_, index) => index)
        return yield* HttpServerResponse.json({
          object: "list",
          model: "any",
          data: [{ object: "embedding", index: 0, embedding }],
          usage: { prompt_tokens: 1, total_tokens: 1 }
        })
      })
    ),
    HttpServer.serve(),
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0 }))
  )

const withConfig = (entries: Record<string, string>) => EmbeddingModels.layer.pipe(Layer.provide(settings(entries)))

const embedded = Effect.gen(function* () {
  const model = yield* EmbeddingModel.EmbeddingModel
  return { vector: yield* model.embed("a kettle"), space: yield* EmbeddingSpace }
})

const address = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "TcpAddress" ? `http://127.0.0.1:${address.port}` : ""
)

const asked = (dimensions: number, given: number) =>
  Effect.gen(function* () {
    const requests: Array<unknown> = []
    const context = yield* Layer.build(provider(given, requests))
    const url = yield* Effect.provide(address, context)
    const answer = yield* Effect.either(
      Effect.provide(
        embedded,
        withConfig({ OPENAI_BASE_URL: url, EMBEDDING_MODEL: "tiny", EMBEDDING_DIMENSIONS: String(dimensions) })
      )
    )
    return { requests, answer }
  }).pipe(Effect.scoped)

describe("the embedding model", () => {
  it.effect("needs no provider", () =>
    Effect.gen(function* () {
      const { space, vector } = yield* Effect.provide(embedded, withConfig({ EMBEDDING_DIMENSIONS: "64" }))
      assert.lengthOf(vector, 64)
      assert.deepStrictEqual(space, { model: "embedded-ngrams-1", dimensions: 64 })
    })
  )

  it.live("is asked for vectors of the configured length", () =>
    Effect.gen(function* () {
      const { answer, requests } = yield* asked(3, 3)
      assert.deepInclude(requests[0], { input: ["a kettle"], model: "tiny", dimensions: 3 })
      assert.deepInclude(answer, {
        right: { vector: [0, 1, 2], space: { model: "tiny", dimensions: 3 } }
      })
    })
  )

  it.live("is asked without a length for ever when it refuses one, but not when it refuses the text", () =>
    Effect.gen(function* () {
      const lengths: Array<boolean> = []
      const { url } = yield* EmbeddingProvider.serve((request) => {
        const isLong = EmbeddingProvider.textsOf(request).includes("too long")
        lengths.push(Predicate.hasProperty(request.body, "dimensions"))
        return isLong || lengths.at(-1) === true
          ? { status: 400, body: { error: { message: "no" } } }
          : EmbeddingProvider.vectors(request, 3)
      })
      yield* Effect.gen(function* () {
        const { embed } = yield* EmbeddingModel.EmbeddingModel
        yield* Effect.flip(embed("too long"))
        assert.lengthOf(yield* embed("a kettle"), 3)
        assert.lengthOf(yield* embed("a lamp"), 3)
      }).pipe(Effect.provide(withConfig({ ...EmbeddingProvider.settingsOf(url), EMBEDDING_DIMENSIONS: "3" })))
      assert.deepStrictEqual(lengths, [true, false, true, false, false])
    }).pipe(Effect.scoped)
  )

  it.live("reads the vectors of a hundred texts, however long they are", () =>
    Effect.gen(function* () {
      const vector = Array.from({ length: 2_000 }, (_, index) => -0.012345678901234567 - index / 1e6)
      const { url } = yield* EmbeddingProvider.serve((request) => ({
        body: { data: EmbeddingProvider.textsOf(request).map((_, index) => ({ index, embedding: vector })) }
      }))
      const vectors = yield* Effect.flatMap(EmbeddingModel.EmbeddingModel, ({ embedMany }) =>
        embedMany(Array.from({ length: 100 }, (_, index) => `lamp ${index}`))
      ).pipe(Effect.provide(withConfig({ ...EmbeddingProvider.settingsOf(url), EMBEDDING_DIMENSIONS: "2000" })))
      assert.deepStrictEqual([vectors.length, vectors[99]?.length], [100, 2_000])
    }).pipe(Effect.scoped)
  )

  it.scoped("fails when it does not answer within twenty seconds", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const { url } = yield* EmbeddingProvider.serve(() => {
        Deferred.unsafeDone(asked, Effect.void)
        return "hangs"
      })
      const waiting = yield* Effect.flatMap(EmbeddingModel.EmbeddingModel, ({ embed }) => embed("a kettle")).pipe(
        RetryBudget.withoutRetries,
        Effect.provide(withConfig(EmbeddingProvider.settingsOf(url))),
        Effect.fork
      )
      yield* Deferred.await(asked)
      yield* TestClock.adjust("20 seconds")
      assert.include((yield* Effect.flip(Fiber.join(waiting))).message, "cannot be reached")
    })
  )

  it.live("fails when it gives another length", () =>
    Effect.gen(function* () {
      const { answer } = yield* asked(3, 4)
      assert.strictEqual(answer._tag === "Left" && answer.left._tag, "MalformedOutput")
    })
  )

  it.live("fails without a word of what was asked, or of the key", () =>
    Effect.gen(function* () {
      const refusing = HttpServer.serve(
        Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          HttpServerResponse.unsafeJson({ error: { message: `bad key ${headers["authorization"]}` } }, { status: 401 })
        )
      ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0 })))
      const url = yield* Effect.provide(address, yield* Layer.build(refusing))
      const asking = Effect.provide(embedded, withConfig({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "sk-toy" }))
      const error = yield* Effect.flip(asking)
      assert.include(String(error), "The embedding model failed: The provider refuses the key (401)")
      const spans = yield* spansOf(asking)
      assert.deepInclude(
        spans.map(({ attributes, isError, name }) => [name, attributes["error.type"], isError]),
        ["embeddings text-embedding-3-small", "401", true]
      )
      assert.notMatch(JSON.stringify([error, String(error), spans]), /sk-toy|kettle/)
    }).pipe(Effect.scoped)
  )
})
