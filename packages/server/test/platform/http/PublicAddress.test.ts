import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { ClientAddress } from "../../../src/platform/http/ClientAddress.ts"
import { PublicAddress } from "../../../src/platform/http/PublicAddress.ts"
import { settings } from "../../../src/testing/Settings.ts"

const proxy = "10.0.0.1"
const shop = "https://shop.example"

/** Health of `PUBLIC_URL` after a request with these headers. */
const healthAfter = (publicUrl: string | undefined, peer: string, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { health, watch } = yield* PublicAddress
    const request = HttpServerRequest.fromWeb(new Request("http://localhost/")).modify({ remoteAddress: peer })
    yield* Effect.provideService(
      Effect.asVoid(watch(HttpServerResponse.empty())),
      HttpServerRequest.HttpServerRequest,
      new Proxy(request, { get: (target, name) => (name === "headers" ? headers : Reflect.get(target, name)) })
    )
    return yield* health
  }).pipe(
    Effect.provide(
      PublicAddress.layer.pipe(
        Layer.provide(ClientAddress.layer),
        Layer.provide(
          settings({ TRUSTED_PROXIES: proxy, ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }) })
        )
      )
    ),
    Logger.withMinimumLogLevel(LogLevel.None)
  )

describe("PUBLIC_URL", () => {
  const cases: ReadonlyArray<
    readonly [what: string, url: string | undefined, peer: string, headers: Record<string, string>, state: string]
  > = [
    ["is the address asked", "http://shop.example", "198.51.100.7", { host: "shop.example" }, "ok"],
    ["is not another host", "http://shop.example", "198.51.100.7", { host: "other.example" }, "unknown"],
    ["is not another port", "http://shop.example", "198.51.100.7", { host: "shop.example:8080" }, "unknown"],
    ["is not another scheme", shop, "198.51.100.7", { host: "shop.example" }, "unknown"],
    [
      "is what a trusted proxy was asked",
      shop,
      proxy,
      { host: "10.0.0.2:8080", "x-forwarded-host": "Shop.example", "x-forwarded-proto": "https, http" },
      "ok"
    ],
    ["is that of a proxy that does not tell the scheme", shop, proxy, { host: "shop.example" }, "ok"],
    ["is not plain behind a proxy", shop, proxy, { host: "shop.example", "x-forwarded-proto": "http" }, "unknown"],
    [
      "is not what a stranger says",
      "http://shop.example",
      "198.51.100.7",
      { host: "shop.example", "x-forwarded-host": "other.example", "x-forwarded-proto": "https" },
      "ok"
    ],
    ["may have another loopback name", undefined, "127.0.0.1", { host: "localhost:8080" }, "ok"],
    ["may have a loopback address", undefined, "::1", { host: "[::1]:8080" }, "ok"],
    ["is not what commands on its machine ask", shop, "127.0.0.1", { host: "127.0.0.1:8080" }, "ok"],
    ["is not the default for others", undefined, "198.51.100.7", { host: "192.0.2.1:8080" }, "unknown"],
    ["is not missing", shop, "198.51.100.7", {}, "ok"]
  ]
  for (const [what, url, peer, headers, state] of cases) {
    it.effect(what, () =>
      Effect.map(healthAfter(url, peer, headers), (health) =>
        assert.deepStrictEqual([health.state, health.reason === null], [state, state === "ok"])
      )
    )
  }
})
