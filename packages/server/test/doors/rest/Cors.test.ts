import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const ours = "https://shop.example.com"

const preflight = (origin: string, url = "/api/orders") =>
  send(url, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" }
  })

const corsHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"))

layer(FrontDoor.layer(TestDatabase.seeded, { CORS_ORIGINS: `${ours},http://localhost:5173` }), {
  excludeTestServices: true
})("web sites on the list", (it) => {
  it.effect("may ask what they may send, for every endpoint", () =>
    Effect.gen(function* () {
      for (const [origin, url] of [
        [ours, "/api/orders"],
        ["http://localhost:5173", "/api/auth/login"],
        [ours, "/api/unknown"]
      ] as const) {
        const { body, headers, status } = yield* preflight(origin, url)
        assert.deepStrictEqual([status, body], [204, null])
        assert.strictEqual(headers["access-control-allow-origin"], origin)
        assert.strictEqual(headers["access-control-allow-methods"], "GET, POST, DELETE")
        assert.include(headers["access-control-allow-headers"], "authorization, content-type")
        assert.strictEqual(headers["vary"], "Origin")
        assert.match(headers["x-trace-id"]!, /^[0-9a-f]{32}$/)
      }
    })
  )

  it.effect("may read responses and refusals, without cookies", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("alice")
      for (const [url, status] of [
        ["/api/products", 200],
        ["/api/orders?limit=0", 422],
        ["/api/unknown", 404]
      ] as const) {
        const response = yield* send(url, { token, headers: { origin: ours } })
        assert.strictEqual(response.status, status)
        assert.deepStrictEqual(corsHeaders(response.headers), [
          "access-control-allow-origin",
          "access-control-expose-headers"
        ])
        assert.strictEqual(response.headers["access-control-allow-origin"], ours)
        assert.include(
          response.headers["access-control-expose-headers"],
          "www-authenticate, x-conversation-id, x-trace-id"
        )
      }
    })
  )

  it.effect("are no others, whatever they look like", () =>
    Effect.gen(function* () {
      for (const origin of ["https://evil.example", `${ours}.evil.example`, "http://shop.example.com", "null", "*"]) {
        const asked = yield* preflight(origin)
        assert.deepStrictEqual([origin, asked.status, corsHeaders(asked.headers)], [origin, 405, []])
        const { headers } = yield* send("/api/unknown", { headers: { origin } })
        assert.deepStrictEqual([corsHeaders(headers), headers["vary"]], [[], "Origin"])
      }
    })
  )
})

layer(FrontDoor.layer(TestDatabase.seeded), { excludeTestServices: true })("without a list", (it) => {
  it.effect("no web site may read anything", () =>
    Effect.gen(function* () {
      const asked = yield* preflight(ours)
      assert.deepStrictEqual([asked.status, corsHeaders(asked.headers)], [405, []])
      const { headers } = yield* send("/healthz", { headers: { origin: ours } })
      assert.deepStrictEqual([corsHeaders(headers), headers["vary"]], [[], undefined])
    })
  )
})
