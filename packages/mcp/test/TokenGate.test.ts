import { HttpClientResponse } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { type ToolServerName } from "@storefront/domain/Topology"
import { resources } from "@storefront/server/platform/auth/ServiceTokens"
import * as FakeIssuer from "@storefront/server/testing/FakeIssuer"
import { Clock, Effect } from "effect"
import { SignJWT, UnsecuredJWT } from "jose"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { refusal, surfaces } from "./support/requests.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

/** A tool of each server that takes no arguments, and the other server. */
const servers = [
  { name: "mcp-product", tool: "get_trending_products", other: "mcp-inventory" },
  { name: "mcp-inventory", tool: "get_warehouses", other: "mcp-product" }
] as const

/** A server that wants tokens of an issuer, and the challenges that it answers with. */
const guarded = Effect.fnUntraced(function* (name: ToolServerName, issuer: string) {
  const server = yield* RunningToolServer.start(name, { MCP_AUTH_ENABLED: "true", OAUTH_ISSUER: issuer })
  const challenge = `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`
  const refused = (challenge: string) => ({ status: 401, challenge, body: { detail: "Invalid or missing token" } })
  return {
    ...server,
    missing: refused(challenge),
    invalid: refused(`${challenge}, error="invalid_token"`),
    outOfScope: refused(`${challenge}, error="insufficient_scope", scope="${resources[name].scope}"`)
  }
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

layer(ShopLayer, { excludeTestServices: true })("a tool server that wants tokens", (it) => {
  for (const { name, other, tool } of servers) {
    for (const surface of surfaces) {
      it.scoped(`lets nobody call ${surface.name} of ${name} but those with a token for it`, () =>
        Effect.gen(function* () {
          const issuer = yield* FakeIssuer.start()
          const stranger = yield* FakeIssuer.start()
          const { client, invalid, missing, outOfScope } = yield* guarded(name, issuer.name)
          const ask = (headers: Readonly<Record<string, string>>) => surface.call(client, tool, {}, headers)

          const mine = resources[name]
          const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          const claims = { iss: issuer.name, aud: mine.audience, scope: mine.scope, type: "service", exp: now + 300 }
          const publicKey = new TextEncoder().encode(yield* issuer.publicKey)
          const forged = yield* Effect.promise(() =>
            new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(publicKey)
          )
          const cases: ReadonlyArray<readonly [string, typeof missing, Readonly<Record<string, string>>]> = [
            ["none", missing, {}],
            ["another scheme", invalid, { authorization: "Basic eDp5" }],
            ["malformed", invalid, bearer("x.y.z")],
            ["expired", invalid, bearer(yield* issuer.serviceToken(mine, { exp: now - 1 }))],
            ["not yet valid", invalid, bearer(yield* issuer.serviceToken(mine, { nbf: now + 300 }))],
            ["for the other server", invalid, bearer(yield* issuer.serviceToken(resources[other]))],
            ["other audience", invalid, bearer(yield* issuer.serviceToken({ ...mine, audience: "storefront-api" }))],
            ["other issuer", invalid, bearer(yield* stranger.serviceToken(mine, { iss: issuer.name }))],
            ["a person's", invalid, bearer(yield* issuer.serviceToken(mine, { type: "access" }))],
            ["HS256 with the public key", invalid, bearer(forged)],
            ["alg: none", invalid, bearer(new UnsecuredJWT(claims).encode())],
            ["wrong scope", outOfScope, bearer(yield* issuer.serviceToken({ ...mine, scope: "agent:invoke" }))]
          ]
          for (const [reason, expected, headers] of cases) {
            assert.deepStrictEqual(yield* Effect.flatMap(ask(headers), refusal), expected, reason)
          }
          const good = yield* ask(bearer(yield* issuer.serviceToken(mine)))
          assert.strictEqual(good.status, 200)
        })
      )
    }

    it.scoped(`says where to get a token for ${name} to whoever asks`, () =>
      Effect.gen(function* () {
        const issuer = yield* FakeIssuer.start({ path: "/realms/shop" })
        const { client, url } = yield* guarded(name, issuer.name)
        const response = yield* Effect.flatMap(
          client.get("/.well-known/oauth-protected-resource/mcp"),
          HttpClientResponse.filterStatusOk
        )
        assert.strictEqual(response.headers["access-control-allow-origin"], "*")
        assert.deepStrictEqual(yield* response.json, {
          resource: `${url}/mcp`,
          authorization_servers: [issuer.name],
          scopes_supported: [resources[name].scope],
          bearer_methods_supported: ["header"]
        })
        assert.deepStrictEqual(issuer.requestedPaths, [])
      })
    )

    it.scoped(`finds a new key for ${name}, and needs the issuer no more once it knows its keys`, () =>
      Effect.gen(function* () {
        const issuer = yield* FakeIssuer.start()
        const { client } = yield* guarded(name, issuer.name)
        const statuses = Effect.flatMap(issuer.serviceToken(resources[name]), (token) =>
          Effect.forEach(surfaces, ({ call }) =>
            Effect.map(call(client, tool, {}, bearer(token)), ({ status }) => status)
          )
        )
        yield* issuer.setDown(true)
        assert.deepStrictEqual(yield* statuses, [503, 503])
        yield* issuer.setDown(false)
        assert.deepStrictEqual(yield* statuses, [200, 200])
        yield* issuer.rotate
        assert.deepStrictEqual(yield* statuses, [200, 200])
        yield* issuer.setDown(true)
        assert.deepStrictEqual(yield* statuses, [200, 200])
      })
    )
  }
})
