import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as AgentsConfig from "../../../src/platform/config/AgentsConfig.ts"
import * as HttpConfig from "../../../src/platform/config/HttpConfig.ts"
import * as McpConfig from "../../../src/platform/config/McpConfig.ts"
import * as OAuthClientConfig from "../../../src/platform/config/OAuthClientConfig.ts"
import { settings } from "../../../src/testing/Settings.ts"

const reachedAt = {
  "127.0.0.1": "127.0.0.1",
  "127.0.0.2": "127.0.0.2",
  "0.0.0.0": "127.0.0.1",
  "0": "127.0.0.1",
  "::": "127.0.0.1",
  "0:0:0:0:0:0:0:0": "127.0.0.1",
  "[::]": "127.0.0.1",
  "::1": "[::1]",
  " [::1] ": "[::1]",
  "0:0::1": "[::1]",
  "192.0.2.7": "192.0.2.7",
  "fd00::2": "[fd00::2]",
  localhost: "localhost",
  "Shop.internal": "shop.internal"
}

it.effect("everything is asked where HOST lets this machine reach it", () =>
  Effect.gen(function* () {
    for (const [HOST, reached] of Object.entries(reachedAt)) {
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* HttpConfig.address("orchestrator"), `http://${reached}:8080`)
        for (const [name, url] of Object.entries(yield* AgentsConfig.registry)) {
          assert.strictEqual(url.hostname, reached, name)
        }
        assert.strictEqual(yield* McpConfig.toolServerUrl("mcp-product"), `http://${reached}:9000`)
        assert.strictEqual(yield* OAuthClientConfig.callerKeysUrl, `http://${reached}:8080/.well-known/jwks.json`)
      }).pipe(Effect.provide(settings({ HOST })))
    }
  })
)

it.effect("is listened at as it is written, without brackets", () =>
  Effect.gen(function* () {
    for (const [HOST, listening] of [
      ["[::1]", "::1"],
      ["::", "::"],
      ["localhost", "localhost"]
    ] as const) {
      assert.strictEqual(yield* Effect.provide(HttpConfig.host, settings({ HOST })), listening)
    }
  })
)

it.effect("HOST is an address without anything else", () =>
  Effect.gen(function* () {
    for (const HOST of [
      "127.0.0.1:8080",
      "http://127.0.0.1",
      "shop/",
      "a b",
      "[::1]:80",
      "::zz",
      "fe80::1%eth0",
      "*",
      "1.2.3.999"
    ]) {
      const refusal = yield* Effect.flip(Effect.provide(HttpConfig.host, settings({ HOST })))
      assert.include(String(refusal), "must be an address of this machine without a port", HOST)
    }
  })
)
