import { FetchHttpClient, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { Effect, Layer, Option } from "effect"
import { databaseIdentity } from "../../../src/platform/database/DatabaseIdentity.ts"
import { SpecialistCredentials } from "../../../src/assistant/specialists/SpecialistCredentials.ts"
import { cardPath } from "../../../src/assistant/a2a/HttpBinding.ts"
import * as SpecialistStandings from "../../../src/assistant/specialists/SpecialistStandings.ts"
import { freePort } from "../../../src/testing/FreePort.ts"
import * as LoopbackServer from "../../../src/testing/LoopbackServer.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

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

/** How specialists at these addresses stand. */
const standingsAt = (addresses: Readonly<Record<string, string>>) =>
  Effect.provide(
    SpecialistStandings.make,
    Layer.mergeAll(SpecialistCredentials.layerSharedSecret, FetchHttpClient.layer).pipe(
      Layer.provideMerge(settings({ AGENT_SHARED_SECRET: secret, AGENT_REGISTRY: JSON.stringify(addresses) }))
    )
  )

const fault = { name: "embeddings", state: "degraded", since: "2026-01-01T00:00:00.000Z", reason: "Searched by text." }

it.scopedLive("the orchestrator names a specialist that works on another database", () =>
  Effect.gen(function* () {
    const database = Option.getOrThrow(yield* databaseIdentity)
    const same = yield* specialist("review-sentiment", secret, { status: "ok", checks: [], database })
    const standings = yield* standingsAt({
      ...Object.fromEntries(SpecialistName.literals.map((name) => [name, same])),
      "order-management": yield* specialist("order-management", secret, {
        status: "ok",
        checks: [],
        database: "another"
      })
    })
    const other = yield* standings["order-management"] ?? Effect.die("missing")
    assert.include(other.reason ?? "", "It uses another database. Start it with the DATABASE_URL")
    assert.strictEqual((yield* standings["review-sentiment"] ?? Effect.die("missing")).state, "ok")
  }).pipe(Effect.provide(TestDatabase.layer))
)

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
    const standings = yield* standingsAt(addresses)
    const said = yield* Effect.forEach(SpecialistName.literals, (name) =>
      Effect.map(standings[name] ?? Effect.die(name), ({ reason, state }) => [name, state, reason])
    )
    assert.deepStrictEqual(said, [
      ["product-discovery", "degraded", "embeddings: Searched by text."],
      ["order-management", "ok", null],
      [
        "pricing-promotions",
        "degraded",
        "It rejects the orchestrator. Give both the same AGENT_SHARED_SECRET, or the same OAUTH_ISSUER."
      ],
      ["review-sentiment", "degraded", "It is not ready: database. Look into its log."],
      ["inventory-fulfillment", "degraded", "It cannot be reached. Start it, or set its address in AGENT_REGISTRY."]
    ])
  }).pipe(Effect.provide(TestDatabase.layer))
)

it.scopedLive("the orchestrator knows when another agent answers for a specialist", () =>
  Effect.gen(function* () {
    const whole = { status: "ok", checks: [] }
    const url = yield* specialist("review-sentiment", secret, whole)
    const standings = yield* standingsAt(Object.fromEntries(SpecialistName.literals.map((name) => [name, url])))
    const { reason, state } = yield* standings["order-management"] ?? Effect.die("none")
    assert.deepStrictEqual(
      [state, reason],
      ["degraded", "review-sentiment answers at its address. Correct AGENT_REGISTRY."]
    )
  }).pipe(Effect.provide(TestDatabase.layer))
)
