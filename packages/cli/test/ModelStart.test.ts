import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as ScriptedProvider from "@storefront/server/testing/ScriptedProvider"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as EmbeddingProvider from "@storefront/server/testing/EmbeddingProvider"
import { Deferred, Effect, Layer } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const key = "sk-of-the-shop-1234567890"

const question = "Where is my purple umbrella?"

layer(Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })(
  "a suite whose providers fail",
  (it) => {
    it.scoped(
      "starts, and says in a line each what is wrong with the vectors and with the first answer, without the key",
      () =>
        Effect.gen(function* () {
          const refusal = (status: number): ScriptedProvider.Reply => ({
            status,
            body: { error: { message: `${key} may not ask: ${question}` } }
          })
          const answers = yield* ScriptedProvider.serve([refusal(401)])
          const vectors = yield* EmbeddingProvider.serve(() => refusal(404))
          const suite = yield* SuiteProcess.up(
            {
              ...(yield* SuiteProcess.freePorts),
              ...EmbeddingProvider.settingsOf(vectors.url),
              STOREFRONT_DATA_DIR: yield* TestDatabase.folder("seeded"),
              OPENAI_BASE_URL: answers.url,
              OPENAI_API_KEY: key
            },
            ["up"],
            "serving"
          )
          const lines = (words: string) =>
            suite
              .output()
              .split("\n")
              .filter((line) => line.includes(words))
          // The vectors are built beside the start.
          const told = Effect.sync(() => lines("products are searched by text only"))
          const [textOnly = "", ...others] = yield* Effect.repeat(Effect.delay(told, "10 millis"), {
            until: (found) => found.length > 0
          })
          assert.isEmpty(others)
          assert.include(textOnly, "(404)")
          assert.include(textOnly, "Set EMBEDDING_MODEL")

          const ask = SuiteProcess.run(["ask", question, "--url", suite.url, "--as", "alice@example.com"])
          assert.strictEqual((yield* ask).code, 1)
          assert.strictEqual((yield* ask).code, 1)
          // Two questions, and the trial of a call in a stream beside the first.
          assert.strictEqual(answers.received.length, 3)
          yield* suite.stop("SIGTERM")
          const [first = "", ...later] = lines("the first request to the model failed")
          assert.isEmpty(later)
          assert.include(first, "The provider refuses the key (401)")
          assert.include(first, "Set OPENAI_API_KEY")
          for (const secret of [key, question, "sk-of-the-vectors"]) {
            assert.notInclude(suite.output(), secret)
          }
        })
    )

    it.scoped("is ready, and ends when it is told to, while the provider of vectors does not answer", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const { url } = yield* EmbeddingProvider.serve(() => {
          Deferred.unsafeDone(asked, Effect.void)
          return "hangs"
        })
        const suite = yield* SuiteProcess.launch({
          ...(yield* SuiteProcess.freePorts),
          ...EmbeddingProvider.settingsOf(url),
          STOREFRONT_DATA_DIR: yield* TestDatabase.folder("seeded")
        })
        yield* Deferred.await(asked)
        yield* suite.ready
        assert.strictEqual(yield* suite.stop("SIGTERM"), 0)
        assert.notInclude(suite.output(), "products are searched by text only")
      })
    )
  }
)
