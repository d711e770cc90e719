import { assert, it } from "@effect/vitest"
import { settings } from "@storefront/server/testing/Settings"
import { Effect, Layer } from "effect"
import * as Banner from "../src/Banner.ts"
import { coloured, Paint } from "../src/Paint.ts"
import * as PaintModule from "../src/Paint.ts"

it.effect("shows where to look and what to type, and every account", () =>
  Effect.gen(function* () {
    const banner = yield* Effect.provide(
      Banner.render(["orchestrator"], "demonstration"),
      settings({ ORCHESTRATOR_PORT: "18080" })
    )
    assert.include(banner, "http://127.0.0.1:18080/docs")
    assert.match(banner, /^ {2}shop page +http:\/\/127\.0\.0\.1:18080\/demo$/m)
    assert.match(banner, /^ {2}npx storefront ask ".+"$/m)
    assert.notInclude(banner, "\u001b")
    for (const name of ["alice", "bob", "carol", "power", "seller", "seller2", "admin", "dora"]) {
      assert.include(banner, ` ${name}@example.com `)
    }
  })
)

it.effect("shows no account of the demonstration in a shop of one's own", () =>
  Effect.gen(function* () {
    const banner = yield* Effect.provide(Banner.render(["orchestrator"], "own"), settings({}))
    assert.notInclude(banner, "@example.com")
    assert.notInclude(banner, "seed")
    assert.notInclude(banner, "/demo")
    assert.match(banner, /^ {2}npx storefront ask --guest ".+"$/m)
    assert.match(banner, /^ {2}npx storefront doctor .*before anybody can order$/m)
  })
)

it.effect("says how to fill a server that has no goods", () =>
  Effect.gen(function* () {
    const server = settings({ DATABASE_URL: "postgres://localhost/shop" })
    const [empty, demonstration] = yield* Effect.provide(
      Effect.all([Banner.render(["orchestrator"], "none"), Banner.render(["orchestrator"], "demonstration")]),
      server
    )
    assert.include(empty, "npx storefront seed")
    assert.notInclude(empty, "/demo")
    assert.notInclude(demonstration, "npx storefront seed")
    assert.include(demonstration, " alice@example.com ")
  })
)

it.effect("says that a recording answers", () =>
  Effect.gen(function* () {
    const banner = yield* Effect.provide(
      Banner.render(["orchestrator"], "demonstration"),
      settings({ LLM_REPLAY: "talk.jsonl", LLM_MODEL: "toy" })
    )
    assert.match(banner, /model +toy, from the recording talk\.jsonl: no provider is asked/)
  })
)

it.effect("is in colour on a terminal, unless NO_COLOR says otherwise", () =>
  Effect.gen(function* () {
    const paintOf = (isTerminal: boolean, variables: Readonly<Record<string, string>>) =>
      Effect.provide(Paint, Layer.provide(PaintModule.layer(isTerminal), settings(variables)))
    assert.strictEqual(yield* paintOf(true, {}), coloured)
    assert.strictEqual(yield* paintOf(true, { NO_COLOR: "1" }), PaintModule.plain)
    assert.strictEqual(yield* paintOf(true, { TERM: "dumb" }), PaintModule.plain)
    assert.strictEqual(yield* paintOf(false, {}), PaintModule.plain)
  })
)
