import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Layer, Logger, Option } from "effect"
import * as NetworkAddress from "../../../src/platform/config/NetworkAddress.ts"
import { ClientAddress } from "../../../src/platform/http/ClientAddress.ts"
import { settings } from "../../../src/testing/Settings.ts"

const request = (peer: string, forwarded?: string) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/", { headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } })
  ).modify({ remoteAddress: peer })

const addressOf = (proxies: string, peer: string, forwarded?: string) =>
  Effect.map(ClientAddress, ({ of }) => of(request(peer, forwarded))).pipe(
    Effect.provide(Layer.provide(ClientAddress.layer, settings({ TRUSTED_PROXIES: proxies })))
  )

describe("the address of a client", () => {
  const cases: ReadonlyArray<
    readonly [what: string, proxies: string, peer: string, forwarded: string | undefined, address: string]
  > = [
    ["is the peer's", "", "198.51.100.7", undefined, "198.51.100.7"],
    ["is the peer's, whatever a stranger says", "10.0.0.1", "198.51.100.7", "1.1.1.1", "198.51.100.7"],
    ["is what a trusted proxy says", "10.0.0.1", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    [
      "is what the proxy says, not what the client told it",
      "10.0.0.1",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.7",
      "198.51.100.7"
    ],
    [
      "lies before a chain of trusted proxies",
      "10.0.0.0/8",
      "10.0.0.1",
      "1.1.1.1,198.51.100.7 , 10.9.9.9",
      "198.51.100.7"
    ],
    ["is the proxy's when it says nothing", "10.0.0.1", "10.0.0.1", undefined, "10.0.0.1"],
    ["is the proxy's when it says nonsense", "10.0.0.1", "10.0.0.1", "1.1.1.1, unknown", "10.0.0.1"],
    ["is an IPv4 address, also as IPv6", "127.0.0.1", "::ffff:127.0.0.1", "::FFFF:198.51.100.7", "198.51.100.7"],
    ["is an IPv4 address, also as hexadecimal IPv6", "", "0:0:0:0:0:FFFF:c633:6407", undefined, "198.51.100.7"],
    ["has one form", "", "2001:0DB8:0:0:0:0:0:7%eth0", undefined, "2001:db8::7"],
    ["is found behind IPv6 proxies", "fd00::/8", "fd00::5", "2001:db8::1", "2001:db8::1"],
    ["is read without its port", "10.0.0.0/8", "10.0.0.1", "198.51.100.7:4711, 10.0.0.2:80", "198.51.100.7"],
    ["is read out of its brackets", "fd00::/8", "fd00::5", "[2001:db8::1]:443, [fd00::6]", "2001:db8::1"],
    ["is read out of quotes", "10.0.0.1", "10.0.0.1", '"[2001:db8::1]:443"', "2001:db8::1"],
    ["is behind proxies that are written as IPv6", "::ffff:10.0.0.0/104", "10.9.9.9", "198.51.100.7", "198.51.100.7"],
    ["is behind a proxy of a zone", "fe80::1", "fe80::1%eth0", "198.51.100.7", "198.51.100.7"]
  ]
  for (const [what, proxies, peer, forwarded, address] of cases) {
    it.effect(what, () =>
      Effect.map(addressOf(proxies, peer, forwarded), (found) => assert.strictEqual(found, address))
    )
  }
})

describe("X-Forwarded-For", () => {
  /** Lines that these requests log, and the health of the proxies after them. */
  const watched = Effect.fnUntraced(function* (
    proxies: string,
    requests: ReadonlyArray<readonly [peer: string, forwarded?: string]>
  ) {
    const lines: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ annotations, logLevel }) =>
        lines.push([logLevel.label, Option.getOrNull(HashMap.get(annotations, "peer.address"))])
      )
    )
    const health = yield* Effect.gen(function* () {
      const { proxies, watchProxies } = yield* ClientAddress
      const app = watchProxies(Effect.succeed(HttpServerResponse.empty()))
      for (const [peer, forwarded] of requests) {
        const { status } = yield* Effect.provideService(
          app,
          HttpServerRequest.HttpServerRequest,
          request(peer, forwarded)
        )
        assert.strictEqual(status, 204)
      }
      return yield* proxies
    }).pipe(
      Effect.provide(Layer.merge(Layer.provide(ClientAddress.layer, settings({ TRUSTED_PROXIES: proxies })), logger))
    )
    return { lines, state: health.state, reason: health.reason }
  })

  it.effect("of a peer that is no trusted proxy is logged once", () =>
    Effect.gen(function* () {
      const { lines, reason, state } = yield* watched("10.0.0.1", [
        ["10.0.0.1", "198.51.100.7"],
        ["10.0.0.2"],
        ["10.0.0.2", "198.51.100.7"],
        ["10.0.0.3", "198.51.100.7"]
      ])
      assert.deepStrictEqual(lines, [["WARN", "10.0.0.2"]])
      assert.strictEqual(state, "unknown")
      assert.include(reason ?? "", "Set TRUSTED_PROXIES")
      assert.notInclude(reason ?? "", "10.0.0.2")
    })
  )

  it.effect("of a trusted proxy is nothing to report", () =>
    Effect.gen(function* () {
      const found = yield* watched("10.0.0.1", [["10.0.0.1", "198.51.100.7"], ["198.51.100.7"]])
      assert.deepStrictEqual(found, { lines: [], state: "ok", reason: null })
    })
  )
})

describe("a client that limits count", () => {
  const cases: ReadonlyArray<readonly [address: string, client: string]> = [
    ["198.51.100.7", "198.51.100.7"],
    ["2001:db8:0:7:a:b:c:d", "2001:db8:0:7::/64"],
    ["2001:0DB8::7", "2001:db8:0:0::/64"],
    ["2001:db8:1::", "2001:db8:1:0::/64"],
    ["1::2:3:4:5:192.0.2.1", "1:0:2:3::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64"]
  ]
  for (const [address, client] of cases) {
    it(`of ${address} is ${client}`, () => {
      assert.deepStrictEqual(Option.map(NetworkAddress.parse(address), NetworkAddress.subscriber), Option.some(client))
    })
  }
})
