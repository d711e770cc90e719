import { HttpClient } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Either, Layer } from "effect"
import { Policies } from "../../../src/shop/policies/Policies.ts"
import { readPolicy } from "../../../src/shop/policies/PolicyFile.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

const files = {
  "fees.md": "---\ntitle: Fees & <more>\nkind: payment\n---\n## 1 < 2 \\<script\\>\n\nOne.\n\nTwo &amp; three.",
  "fees.de.md": "---\ntitle: Gebühren\nkind: payment\n---\n## Höhe\n\nKeine."
}

const stored = Layer.effectDiscard(
  Effect.flatMap(Policies, ({ put }) =>
    put(
      Object.entries(files).map(([name, text]) => Either.getOrThrow(readPolicy(name, text))),
      { prune: false, dryRun: false }
    )
  )
).pipe(Layer.provide(Policies.layer))

const DatabaseLayer = stored.pipe(Layer.provideMerge(TestDatabase.seeded))

layer(FrontDoor.layer(DatabaseLayer), { excludeTestServices: true })("the page of a policy", (it) => {
  const read = (path: string) =>
    Effect.flatMap(HttpClient.get(path), ({ headers, status, text }) =>
      Effect.map(text, (body) => ({ status, headers, body }))
    )

  it.effect("is plain text for anybody, escaped, in a page that loads and runs nothing", () =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* read("/policies/fees")
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
      assert.match(String(headers["content-security-policy"]), /^default-src 'none'; style-src 'sha256-[^']+'; /)
      assert.include(body, '<html lang="en"')
      assert.include(body, "<title>Fees &amp; &lt;more&gt;</title>")
      assert.include(body, "<h2>1 &lt; 2 &lt;script&gt;</h2>\n<p>One.</p>\n<p>Two &amp; three.</p>")
    })
  )

  it.effect("is in the locale that is asked for, or the one that suits best", () =>
    Effect.gen(function* () {
      const titleOf = (path: string) => Effect.map(read(path), ({ body }) => /<h1>(.*)<\/h1>/.exec(body)?.[1])
      assert.strictEqual(yield* titleOf("/policies/fees?locale=de-CH"), "Gebühren")
      assert.strictEqual(yield* titleOf("/policies/fees?locale=fr"), "Fees &amp; &lt;more&gt;")
      assert.strictEqual(yield* titleOf("/policies/fees?locale=%3Cscript%3E"), "Fees &amp; &lt;more&gt;")
    })
  )

  it.effect("is missing where there is no such policy", () =>
    Effect.gen(function* () {
      for (const slug of ["nothing", "Fees", "..%2Ffees", "%00"]) {
        assert.deepStrictEqual(
          [slug, ...refusal(yield* send(`/policies/${slug}`))],
          [slug, 404, { detail: "Not found" }]
        )
      }
    })
  )
})
