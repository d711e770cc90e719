import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { publicUrl } from "../../../src/platform/config/PublicUrlConfig.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(publicUrl, ConfigProvider.fromMap(new Map(Object.entries(variables))))

it.effect("clients reach the orchestrator as it says, else where it listens", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* read({}), "http://127.0.0.1:8080")
    assert.strictEqual(yield* read({ HOST: "0.0.0.0", ORCHESTRATOR_PORT: "9090" }), "http://localhost:9090")
    assert.strictEqual(yield* read({ HOST: "::" }), "http://localhost:8080")
    assert.strictEqual(yield* read({ HOST: "::1", ORCHESTRATOR_PORT: "80" }), "http://[::1]")
    assert.strictEqual(
      yield* read({ PUBLIC_URL: " HTTPS://Assistant.Shop.example/ " }),
      "https://assistant.shop.example"
    )
    for (const PUBLIC_URL of [
      "shop.example",
      "https://shop.example/chat",
      "https://a:b@shop.example",
      "ftp://x",
      "https://x?y"
    ]) {
      const refused = String(yield* Effect.flip(read({ PUBLIC_URL })))
      assert.include(refused, "must be a web address without a path, for example https://assistant.shop.example")
      assert.notInclude(refused, `"${PUBLIC_URL}"`)
    }
  })
)
