import { assert, layer } from "@effect/vitest"
import { Context, Effect, Either, Layer, Option, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { ShopAssertions } from "../../../src/platform/auth/ShopAssertions.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { signWith } from "../../support/tokens.ts"

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"
const publicUrl = "https://assistant.shop.example"

/** The verifier of a process of its own. */
const newProcess = Effect.map(
  Layer.build(
    Layer.fresh(ShopAssertions.layer({ secret: Option.some(Redacted.make(secret)), jwksUrl: Option.none() })).pipe(
      Layer.provide(settings({ PUBLIC_URL: publicUrl }))
    )
  ),
  Context.get(ShopAssertions)
)

const newAssertion = Effect.map(
  Effect.suspend(() =>
    signWith(secret, {
      aud: publicUrl,
      sub: "4711",
      email: "nora@example.com",
      email_verified: true,
      name: "Nora Quist",
      jti: randomUUID(),
      exp: Math.floor(Date.now() / 1000) + 60
    })
  ),
  (text) => Redacted.make(text)
)

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`assertions of the shop on ${engine.name}`, (it) => {
    it.scoped("count once in all processes of a database, also at the same time", () =>
      Effect.gen(function* () {
        const processes = [yield* newProcess, yield* newProcess, yield* newProcess]
        const assertion = yield* newAssertion
        const verified = yield* Effect.forEach(processes, ({ verify }) => Effect.either(verify(assertion)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(
          verified.filter(Either.isRight).map(({ right }) => right.subject),
          ["4711"]
        )
        for (const { verify } of processes) {
          const refused = yield* Effect.flip(verify(assertion))
          assert.deepStrictEqual([refused._tag, refused.message], ["Unauthorized", "Assertion already used"])
        }
        assert.strictEqual((yield* processes[0]!.verify(yield* newAssertion)).subject, "4711")
      })
    )
  })
}
