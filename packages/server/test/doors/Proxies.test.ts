import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../support/frontDoor.ts"
import { send } from "../support/requests.ts"

layer(FrontDoor.layer(TestDatabase.layer), { excludeTestServices: true })(
  "a front door without trusted proxies",
  (it) => {
    it.effect("tells who looks at its health that somebody sends X-Forwarded-For, and stays ready", () =>
      Effect.gen(function* () {
        const health = Effect.map(send("/readyz"), ({ body, status }) => [
          status,
          body.status,
          body.checks.map(({ name, state }: { readonly name: string; readonly state: string }) => [name, state])
        ])
        assert.deepStrictEqual(yield* health, [
          200,
          "ok",
          [
            ["proxies", "ok"],
            ["public-url", "ok"]
          ]
        ])
        assert.strictEqual(
          (yield* send("/api/products", { headers: { "x-forwarded-for": "203.0.113.9" } })).status,
          401
        )
        assert.deepStrictEqual(yield* health, [
          200,
          "ok",
          [
            ["proxies", "unknown"],
            ["public-url", "ok"]
          ]
        ])
      })
    )

    it.effect("tells, too, that somebody asks by another host than PUBLIC_URL, but not of probes", () =>
      Effect.gen(function* () {
        const elsewhere = { headers: { host: "assistant.shop.example" } }
        const health = Effect.map(send("/readyz", elsewhere), ({ body }) => body.checks.at(-1).state)
        assert.strictEqual(yield* health, "ok")
        yield* send("/.well-known/agent-card.json", elsewhere)
        assert.strictEqual(yield* health, "unknown")
      })
    )
  }
)
