import { FetchHttpClient, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { Effect, Layer } from "effect"
import { HopProof } from "../../src/specialists/HopProof.ts"
import { cardPath } from "../../src/a2a/AgentRoutes.ts"
import * as SpecialistStandings from "../../src/specialists/SpecialistStandings.ts"
import { freePort } from "../../src/testing/FreePort.ts"
import * as LoopbackServer from "../../src/testing/LoopbackServer.ts"
import { settings } from "../../src/testing/Settings.ts"

const secret = "a-secret-of-our-services-0123456789abcdef"

/** A specialist that knows this secret and says this of itself. */
const specialist = (name: SpecialistName, knows: string, ready: unknown, status = 200) =>
  LoopbackServer.serve(
    Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) =>
      url === "/readyz"
        ? HttpServerResponse.unsafeJson(ready, { status })
        : url === cardPath
          ? HttpServerResponse.unsafeJson({ name })
          : HttpServerResponse.empty({ status: headers["x-agent-secret"] === knows ? 400 : 401 })
    )
  )

const fault = { name: "embeddings", state: "degraded", since: "2026-01-01T00:00:00.000Z", reason: "Searched by text." }

it.scopedLive("the orchestrator says of each specialist whether it is there, whole, and takes its proof", () =>
  Effect.gen(function* () {
    const whole = { status: "ok", checks: [] }
    const addresses = {
      "product-discovery": yield* specialist("product-discovery", secret, { status: "degraded", checks: [fault] }),
      "order-management": yield* specialist("order-management", secret, whole),
      "pricing-promotions": yield* specialist("pricing-promotions", "another", whole),
      "review-sentiment": yield* specialist("review-sentiment", secret, { detail: "no", failed: ["database"] }, 503),
      "inventory-fulfillment": `http://127.0.0.1:${yield* Effect.scoped(freePort)}`
    }
    const provided = settings({ AGENT_SHARED_SECRET: secret, AGENT_REGISTRY: JSON.stringify(addresses) })
    const standings = yield* Effect.provide(
      SpecialistStandings.make,
      Layer.mergeAll(HopProof.layerSharedSecret, FetchHttpClient.layer).pipe(Layer.provideMerge(provided))
    )
    const said = yield* Effect.forEach(SpecialistName.literals, (name) =>
      Effect.map(standings[name] ?? Effect.die(name), ({ reason, state }) => [name, state, reason])
    )
    assert.deepStrictEqual(said, [
      ["product-discovery", "degraded", "embeddings: Searched by text."],
      ["order-management", "ok", null],
      [
        "pricing-promotions",
        "degraded",
        "It refuses the orchestrator. Give both the same AGENT_SHARED_SECRET, or the same OAUTH_ISSUER."
      ],
      ["review-sentiment", "degraded", "It is not ready: database. Look into its log."],
      ["inventory-fulfillment", "degraded", "It cannot be reached. Start it, or set its address in AGENT_REGISTRY."]
    ])
  })
)

it.scopedLive("the orchestrator knows when another agent answers for a specialist", () =>
  Effect.gen(function* () {
    const whole = { status: "ok", checks: [] }
    const url = yield* specialist("review-sentiment", secret, whole)
    const addresses = Object.fromEntries(SpecialistName.literals.map((name) => [name, url]))
    const standings = yield* Effect.provide(
      SpecialistStandings.make,
      Layer.mergeAll(HopProof.layerSharedSecret, FetchHttpClient.layer).pipe(
        Layer.provideMerge(settings({ AGENT_SHARED_SECRET: secret, AGENT_REGISTRY: JSON.stringify(addresses) }))
      )
    )
    const { reason, state } = yield* standings["order-management"] ?? Effect.die("none")
    assert.deepStrictEqual(
      [state, reason],
      ["degraded", "review-sentiment answers at its address. Correct AGENT_REGISTRY."]
    )
  })
)
