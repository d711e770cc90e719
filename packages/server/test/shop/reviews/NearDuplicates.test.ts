import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { areSimilar, packTrigram, trigrams } from "@storefront/domain/rules/NearDuplicates"
import { Effect } from "effect"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`trigrams on ${engine.name}`, (it) => {
    it.effect("are those of pg_trgm, and make the same texts similar", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const plain = yield* sql<{ readonly body: string; readonly trigrams: ReadonlyArray<string> }>`
          SELECT body, show_trgm(body) AS trigrams
          FROM (VALUES ('Works. Works! It just works...'), ('a1-b2 c_d don''t'), ('   '), ('X'), (repeat('ab ', 9))) t (body)`
        for (const row of plain) {
          assert.deepStrictEqual(
            trigrams(row.body),
            Uint32Array.from(row.trigrams, (text) =>
              packTrigram(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))
            ).toSorted()
          )
        }
        const words = ["lamp", "light", "bright", "very", "the", "warm", "evening", "shade"]
        const texts = Array.from({ length: 24 }, (_, n) =>
          words.filter((_, index) => (n * 37 + 11) & (1 << index)).join(n % 3 === 0 ? ", " : " ")
        )
        const pairs = yield* sql<{ readonly a: string; readonly b: string; readonly similar: boolean }>`
          SELECT a.body AS a, b.body AS b, similarity(a.body, b.body) >= 0.8 AS similar
          FROM unnest(${texts}::text[]) a (body), unnest(${texts}::text[]) b (body)`
        assert.isTrue(pairs.some(({ a, b, similar }) => similar && a !== b))
        for (const { a, b, similar } of pairs) {
          assert.strictEqual(areSimilar(trigrams(a), trigrams(b)), similar, `${a} / ${b}`)
        }
      })
    )
  })
}
