import { SqlClient } from "@effect/sql"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as EmbeddingProvider from "@storefront/server/testing/EmbeddingProvider"
import { Effect, Layer } from "effect"
import { commands } from "../src/commands/embeddings.ts"
import { heard, typed } from "./support/Heard.ts"

/** What `embeddings build` prints on stdout and on stderr, and what it says in the end if it failed. */
const build = (variables: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  heard(Effect.provide(typed(commands, ["build", ...args]), Layer.provide(EmbeddingModels.layer, settings(variables))))

for (const engine of TestDatabase.seededEngines) {
  layer(Layer.merge(NodeContext.layer, engine.layer), { excludeTestServices: true })(
    `embeddings build on ${engine.name}`,
    (it) => {
      it.scoped("embeds what is stale, says how far it is, and goes on where it stopped, if there is pgvector", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const available = yield* sql`SELECT FROM pg_available_extensions WHERE name = 'vector'`
          if (available.length === 0) {
            assert.include((yield* build({})).failure, "install the extension pgvector")
            return
          }
          const isUp = { now: false }
          const { received, url } = yield* EmbeddingProvider.serve((request) =>
            isUp.now
              ? EmbeddingProvider.vectors(request, 384)
              : { status: 401, body: { error: { message: "no sk-of-the-vectors-1234567890" } } }
          )
          const variables = EmbeddingProvider.settingsOf(url)
          const stopped = yield* build(variables)
          assert.match(
            stopped.failure ?? "",
            /^The provider refuses the key \(401\)\. Set EMBEDDING_API_KEY .*run it again to go on$/
          )
          assert.notInclude(stopped.failure, "sk-of-the-vectors")
          assert.isEmpty(stopped.printed)
          isUp.now = true
          const done = yield* build(variables)
          assert.isNull(done.failure)
          assert.deepStrictEqual(done.printed, ["60 products, 60 of them embedded now: tiny, 384 numbers each"])
          assert.deepStrictEqual(done.announced, ["… 100 %: 60 of 60 products looked at, 60 embedded"])
          const asked = received.length
          const again = yield* build(variables, "--json")
          assert.deepStrictEqual(again.printed, [
            '{"products":60,"embedded":0,"refused":[],"model":"tiny","dimensions":384}'
          ])
          assert.strictEqual(received.length, asked)

          const [product] = yield* sql<{ id: string; name: string }>`
            UPDATE products SET description = 'Not for the model' WHERE id = (SELECT id FROM products ORDER BY id LIMIT 1)
            RETURNING id, name`
          yield* sql`DELETE FROM product_embeddings`
          const picky = yield* EmbeddingProvider.serve((request) =>
            EmbeddingProvider.textsOf(request).some((text) => text.includes("Not for the model"))
              ? { status: 400, body: { error: { message: "no" } } }
              : EmbeddingProvider.vectors(request, 384)
          )
          const incomplete = yield* build(EmbeddingProvider.settingsOf(picky.url))
          assert.deepStrictEqual(incomplete.printed, [
            "60 products, 59 of them embedded now: tiny, 384 numbers each\n" +
              `left out  ${product?.id}  ${product?.name}: The provider does not accept the request (400)`
          ])
          assert.match(incomplete.failure ?? "", /^left out: 1 of the products/)

          const shorter = yield* build({ EMBEDDING_DIMENSIONS: "16" })
          assert.deepStrictEqual(shorter.printed, [
            "60 products, 60 of them embedded now: embedded-ngrams-1, 16 numbers each"
          ])
          assert.include(shorter.announced[0], "had another length and were removed")
          const kept = yield* sql`SELECT DISTINCT model, vector_dims(embedding) AS length FROM product_embeddings`
          assert.deepStrictEqual(kept, [{ model: "embedded-ngrams-1", length: 16 }])
        })
      )
    }
  )
}
