import { HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { ToolServerName } from "@storefront/domain/Topology"
import { hush } from "@storefront/server/testing/SmallCatalogue"
import { Effect } from "effect"
import { createConnection } from "node:net"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { callMessage, plain, post, protocol, refusal, surfaces } from "./support/requests.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

const tool = "get_product_details"
const product = { product_id: hush.id }

/** Sends a request as it is written, for a Node client would not, and answers the status of the response. */
const sendRaw = (url: string, text: string) =>
  Effect.async<string>((resume) => {
    const { hostname, port } = new URL(url)
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(text))
    socket.once("data", (data) => {
      socket.destroy()
      resume(Effect.succeed(data.toString().split(" ")[1] ?? ""))
    })
  })

const levels = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

layer(ShopLayer, { excludeTestServices: true })("the edge of a tool server", (it) => {
  for (const name of ToolServerName.literals) {
    it.scoped(`of ${name} has health, readiness, and no other methods than it says`, () =>
      Effect.gen(function* () {
        const { client } = yield* RunningToolServer.start(name)
        for (const [path, body] of [
          ["/healthz", { status: "ok" }],
          ["/readyz", { status: "ok", checks: [] }]
        ] as const) {
          const response = yield* client.get(path)
          assert.deepStrictEqual([response.status, yield* response.json], [200, body])
        }
        for (const method of ["GET", "DELETE", "PUT"] as const) {
          const response = yield* client.execute(HttpClientRequest.make(method)("/mcp"))
          assert.deepStrictEqual(
            [response.status, response.headers["allow"], yield* response.json],
            [405, "POST", { detail: "Method not allowed" }]
          )
        }
        const metadata = yield* client.get("/.well-known/oauth-protected-resource/mcp")
        assert.deepInclude(yield* metadata.json, { authorization_servers: [] })
      })
    )
  }

  it.scoped("answers to its own names only, and to pages of its own or of sites that are allowed", () =>
    Effect.gen(function* () {
      const { client, url } = yield* RunningToolServer.start("mcp-product", {
        MCP_PRODUCT_URL: "https://tools.example.com/product",
        CORS_ORIGINS: "https://shop.example.com"
      })
      const ofHost = (host: string) =>
        sendRaw(
          url,
          `POST /mcp/tools/${tool} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
        )
      for (const host of ["localhost:9000", "127.0.0.1", "[::1]:9000", "mcp-product:9000", "tools.example.com"]) {
        assert.strictEqual(yield* ofHost(host), "200", host)
      }
      for (const host of ["evil.example.com", "localhost.evil.example.com", "127.0.0.1.evil.example.com"]) {
        assert.strictEqual(yield* ofHost(host), "403", host)
      }
      assert.strictEqual(yield* ofHost(""), "400")
      for (const { call } of surfaces) {
        for (const origin of ["http://localhost:6274", "https://tools.example.com", "https://shop.example.com"]) {
          assert.strictEqual((yield* call(client, tool, product, { origin })).status, 200, origin)
        }
        for (const origin of ["https://evil.example.com", "null", "file:///x"]) {
          assert.deepStrictEqual(yield* Effect.flatMap(call(client, tool, product, { origin }), refusal), {
            status: 403,
            challenge: undefined,
            body: { detail: "Origin is not allowed" }
          })
        }
      }
    })
  )

  it.scoped("lets the pages of allowed sites read its answers, and others only where to get a token", () =>
    Effect.gen(function* () {
      const site = "https://shop.example.com"
      const { client } = yield* RunningToolServer.start("mcp-product", { CORS_ORIGINS: site })
      const preflight = yield* client.execute(
        HttpClientRequest.options("/mcp").pipe(
          HttpClientRequest.setHeaders({ origin: site, "access-control-request-method": "POST" })
        )
      )
      assert.strictEqual(preflight.status, 204)
      for (const header of ["authorization", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version"]) {
        assert.include(preflight.headers["access-control-allow-headers"], header)
      }
      const answer = yield* protocol.call(client, tool, product, { origin: site })
      assert.strictEqual(answer.headers["access-control-allow-origin"], site)
      const metadata = yield* client.get("/.well-known/oauth-protected-resource/mcp", {
        headers: { origin: "https://other.example.com" }
      })
      assert.strictEqual(metadata.headers["access-control-allow-origin"], "*")
    })
  )

  it.scoped("refuses what is too large, not JSON, or not a tool, in a sentence", () =>
    Effect.gen(function* () {
      const { client } = yield* RunningToolServer.start("mcp-product")
      const large = { product_id: "x".repeat(1_048_576) }
      for (const { call } of surfaces) {
        assert.deepInclude(yield* Effect.flatMap(call(client, tool, large), refusal), {
          status: 413,
          body: { detail: "Request body too large" }
        })
      }
      const said = (args: unknown, name = tool) =>
        Effect.map(Effect.flatMap(plain.call(client, name, args), refusal), ({ body, status }) => ({ body, status }))
      assert.deepStrictEqual(yield* said("{"), { status: 400, body: { detail: "Request body is not valid JSON" } })
      assert.deepStrictEqual(yield* said({}, "no_such_tool"), { status: 404, body: { detail: "Tool not found" } })
      assert.deepStrictEqual(yield* said({}, "check_stock"), { status: 404, body: { detail: "Tool not found" } })
      assert.strictEqual((yield* said(product, `${tool}/x`)).status, 404)
      const unknown = yield* protocol.call(client, "no_such_tool", {})
      assert.include(yield* unknown.text, '"code":-32602')
    })
  )

  it.scoped("takes no arguments as none", () =>
    Effect.gen(function* () {
      const { client } = yield* RunningToolServer.start("mcp-inventory")
      const response = yield* client.execute(HttpClientRequest.post("/mcp/tools/get_warehouses"))
      assert.deepInclude(yield* response.json, { isError: false })
      const message = { ...callMessage("get_warehouses", {}), params: { name: "get_warehouses" } }
      assert.include(yield* Effect.flatMap(post(client, message), ({ text }) => text), '"isError":false')
    })
  )

  it.scoped("never fails, whatever it is sent", () =>
    Effect.gen(function* () {
      const { client } = yield* RunningToolServer.start("mcp-product")
      const bodies: ReadonlyArray<string> = [
        "",
        "null",
        "[]",
        "[[]]",
        "1",
        '"x"',
        "{",
        "{}",
        "\u0000",
        levels(100_000, "[", "]"),
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${levels(50_000, '{"a":[', "]}").replaceAll("[]", "[1]")}}}`,
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call" }),
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: 1 } }),
        JSON.stringify({ jsonrpc: "2.0", id: {}, method: "tools/list" }),
        JSON.stringify({ jsonrpc: "1.0", id: 1, method: "tools/list" }),
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "no/such" }),
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "__proto__" }),
        JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} }),
        JSON.stringify([callMessage(tool, product), callMessage(tool, product)]),
        JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }))),
        ...[null, 1, "x", [], [product], true].map((args) => JSON.stringify(callMessage(tool, args))),
        JSON.stringify(callMessage("__proto__", {})),
        JSON.stringify(callMessage("constructor", {})),
        JSON.stringify(callMessage(tool, product, { traceparent: 7, progressToken: {} }))
      ]
      const versions = ["2025-11-25", "2026-07-28", "1999-01-01", "\u00e9"]
      for (const body of bodies) {
        for (const version of versions) {
          const { status, text } = yield* post(client, body, { "mcp-protocol-version": version })
          yield* text
          assert.isBelow(status, 500, `${version} ${body.slice(0, 200)}`)
        }
        const { status, text } = yield* plain.call(client, tool, body)
        yield* text
        assert.isBelow(status, 500, body.slice(0, 200))
      }
      for (const args of [null, 1, "x", [], [product], true]) {
        const response = yield* plain.call(client, tool, JSON.stringify(args))
        assert.nestedInclude(yield* response.json, { isError: true, "structuredContent.error": "invalid_argument" })
      }
    })
  )
})
