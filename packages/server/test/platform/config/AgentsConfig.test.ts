import { assert, it } from "@effect/vitest"
import { services, SpecialistName } from "@storefront/domain/Topology"
import { type Config, ConfigProvider, Effect, Redacted } from "effect"
import { marketplaceEnforced, registry, sharedSecret } from "../../../src/platform/config/AgentsConfig.ts"

const read = <A>(config: Config.Config<A>, variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(variables))))

const all = Object.fromEntries(SpecialistName.literals.map((name) => [name, `http://${name}:80`]))

it.effect("specialists are on this machine unless the registry says otherwise", () =>
  Effect.gen(function* () {
    const local = yield* read(registry, { ORDER_MANAGEMENT_PORT: "9999" })
    for (const name of SpecialistName.literals) {
      assert.strictEqual(local[name].port, name === "order-management" ? "9999" : String(services[name].port))
    }
    const given = yield* read(registry, { AGENT_REGISTRY: JSON.stringify(all) })
    assert.strictEqual(given["order-management"].href, "http://order-management/")
  })
)

it.effect("a registry names exactly the specialists, each with an http address", () =>
  Effect.gen(function* () {
    const cases = [
      ["nonsense", "must be a JSON object"],
      ["[]", "must be a JSON object"],
      [JSON.stringify({ ...all, butler: "http://x" }), "has butler, which is not a specialist"],
      [JSON.stringify({ "order-management": "http://x" }), "has no address of product-discovery"],
      [
        JSON.stringify({ ...all, "review-sentiment": "ftp://u:p4ss@x" }),
        "needs an http or https address of review-sentiment"
      ]
    ] as const
    for (const [text, problem] of cases) {
      const error = String(yield* Effect.flip(read(registry, { AGENT_REGISTRY: text })))
      assert.include(error, problem)
      assert.include(error, "AGENT_REGISTRY")
      assert.notInclude(error, "p4ss")
    }
  })
)

it.effect("a secret has 32 bytes and is nobody's example; its text is in no message", () =>
  Effect.gen(function* () {
    const good = "0123456789abcdef0123456789abcdef"
    assert.strictEqual(Redacted.value(yield* read(sharedSecret, { AGENT_SHARED_SECRET: good })), good)
    for (const bad of ["", good.slice(1), "changeme".repeat(5), "x".repeat(40), "your-secret-".repeat(4)]) {
      const error = String(yield* Effect.flip(read(sharedSecret, { AGENT_SHARED_SECRET: bad })))
      assert.include(error, "must be at least 32 random bytes")
      assert.isTrue(bad === "" || !error.includes(bad))
    }
    assert.include(String(yield* Effect.flip(read(sharedSecret, {}))), "AGENT_SHARED_SECRET")
  })
)

it.effect("the marketplace is open unless it is enforced", () =>
  Effect.gen(function* () {
    assert.isFalse(yield* read(marketplaceEnforced, {}))
    assert.isTrue(yield* read(marketplaceEnforced, { MARKETPLACE_ENFORCED: "true" }))
    assert.include(
      String(yield* Effect.flip(read(marketplaceEnforced, { MARKETPLACE_ENFORCED: "maybe" }))),
      "true or false"
    )
  })
)
