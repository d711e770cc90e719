import { Toolkit } from "@effect/ai"
import { HttpClient, HttpClientRequest, HttpServerResponse } from "@effect/platform"
import { NodeFileSystem, NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { SpecialistName, ToolServerName } from "@storefront/domain/Topology"
import * as CallerAssertion from "@storefront/server/assistant/a2a/CallerAssertion"
import * as Agent from "@storefront/server/assistant/agent/Agent"
import * as JwtSigningKey from "@storefront/server/platform/auth/JwtSigningKey"
import { ChatTurn } from "@storefront/server/assistant/chat/ChatTurn"
import { StreamedTurns } from "@storefront/server/assistant/chat/StreamedTurns"
import * as Doors from "@storefront/server/doors/Doors"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { settings } from "@storefront/server/testing/Settings"
import * as TestAuthServer from "@storefront/server/testing/TestAuthServer"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { request, serveAgent } from "@storefront/server/testing/TestSpecialist"
import { userOf } from "@storefront/server/testing/UserOf"
import { Context, Effect, Layer } from "effect"
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose"
import { createPrivateKey, createPublicKey, randomUUID } from "node:crypto"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { surfaces as toolSurfaces } from "./support/requests.ts"

const jwtSecret = "3f9a1c07d2e84b56a0c9f7e1d4b82635"
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** A place where a token can be shown. */
interface Surface {
  readonly name: string
  /** The one kind of token that it is for. */
  readonly takes: Kind
  /** The status that it is shown with answers. */
  readonly show: (token: string) => Effect.Effect<number>
  readonly isAccepted: (status: number) => boolean
}

const kinds = [
  "access token",
  "refresh token",
  "token for agents",
  "token for mcp-product",
  "token for mcp-inventory",
  "client assertion",
  "caller assertion",
  "id token"
] as const
type Kind = (typeof kinds)[number]

const is200 = (status: number) => status === 200
const passed = (status: number) => status !== 401

const status = <E>(response: Effect.Effect<{ readonly status: number }, E>) =>
  Effect.orDie(Effect.map(response, (found) => found.status))

/** Every service of the suite in oauth mode, each at a port of its own. */
const suite = Effect.gen(function* () {
  const http = yield* HttpClient.HttpClient
  const admin = yield* Effect.orDie(userOf("admin@example.com"))
  const issuer = yield* TestAuthServer.start()
  const clientOf = (client_id: string, scope: string, logs_people_in = false) =>
    issuer.addClient({ client_id, scopes: [scope], logs_people_in })
  const orchestrator = yield* clientOf("orchestrator", "agent:invoke", true)
  const clients = {
    "agent:invoke": { id: "orchestrator", ...orchestrator },
    "mcp:product": { id: "product-discovery", ...(yield* clientOf("product-discovery", "mcp:product")) },
    "mcp:inventory": { id: "inventory-fulfillment", ...(yield* clientOf("inventory-fulfillment", "mcp:inventory")) }
  }
  const key = yield* Effect.provide(JwtSigningKey.load(orchestrator.file), NodeFileSystem.layer)
  const oauth = { AUTH_MODE: "oauth", OAUTH_ISSUER: issuer.name, BCRYPT_COST: "4" }

  const tokenForm = (form: Readonly<Record<string, string>>) =>
    Effect.orDie(
      http.execute(HttpClientRequest.bodyUrlParams(HttpClientRequest.post(`${issuer.name}/oauth/token`), form))
    )
  const clientAssertion = (scope: keyof typeof clients) =>
    Effect.promise(() => {
      const { id, pem } = clients[scope]
      const now = nowSeconds()
      return new SignJWT({ iss: id, sub: id, aud: issuer.name, jti: randomUUID(), iat: now, exp: now + 60 })
        .setProtectedHeader({ alg: "RS256" })
        .sign(createPrivateKey(pem))
    })
  const granted = (scope: keyof typeof clients, form: Readonly<Record<string, string>>) =>
    Effect.gen(function* () {
      const proof = { client_assertion_type: assertionType, client_assertion: yield* clientAssertion(scope) }
      return yield* tokenForm({ ...proof, ...form })
    })
  const grant = (scope: keyof typeof clients, form: Readonly<Record<string, string>>) =>
    Effect.flatMap(granted(scope, form), (response) => Effect.orDie(response.json)).pipe(
      // oxlint-disable-next-line typescript/no-explicit-any -- an answer of whatever form
      Effect.map((body): any => body)
    )

  const session = yield* grant("agent:invoke", {
    grant_type: "password",
    username: admin.email,
    password: "storefront-demo"
  })
  const service = (scope: keyof typeof clients) =>
    Effect.map(grant(scope, { grant_type: "client_credentials" }), ({ access_token }) => String(access_token))
  const caller = { "x-user-id": admin.id, "x-user-email": admin.email, "x-user-role": admin.role }
  const access = decodeJwt(String(session.access_token))

  /** A fresh token of a kind, good for what it is for. */
  const tokens: Readonly<Record<Kind, Effect.Effect<string>>> = {
    "access token": Effect.succeed(String(session.access_token)),
    "refresh token": Effect.succeed(String(session.refresh_token)),
    "token for agents": service("agent:invoke"),
    "token for mcp-product": service("mcp:product"),
    "token for mcp-inventory": service("mcp:inventory"),
    "client assertion": clientAssertion("agent:invoke"),
    "caller assertion": CallerAssertion.sign(key, "product-discovery", caller),
    "id token": issuer.sign({ ...access, aud: "orchestrator", type: undefined, nonce: "n", jti: randomUUID() })
  }

  const front = yield* Layer.build(
    Doors.layer.pipe(
      Layer.provide([
        Layer.mock(ChatTurn, { accepting: Effect.void, drain: Effect.void }),
        Layer.mock(StreamedTurns, {})
      ]),
      Layer.provideMerge(NodeHttpServer.layerTest),
      Layer.provide(settings({ ...oauth, OAUTH_CLIENT_KEY_FILE: orchestrator.file }))
    )
  )
  const door = Context.get(front, HttpClient.HttpClient)
  const keys = yield* Effect.orDie(Effect.flatMap(door.get("/.well-known/jwks.json"), (response) => response.json))
  const published = yield* LoopbackServer.serve(Effect.succeed(HttpServerResponse.unsafeJson(keys)))
  const get = (client: HttpClient.HttpClient, path: string) => (token: string) =>
    status(client.execute(HttpClientRequest.bearerToken(HttpClientRequest.get(path), token)))

  const specialists = yield* Effect.forEach(SpecialistName.literals, (name) =>
    Effect.gen(function* () {
      const none = Agent.make({
        name,
        instructions: () => "-",
        toolkit: Toolkit.empty,
        context: { recentOrders: false, memories: false },
        skills: {}
      })
      const { client } = yield* serveAgent(none, Layer.empty, ScriptedModel.layer([]), {
        ...oauth,
        OAUTH_CALLER_JWKS_URL: `${published}/keys`
      })
      const surface: Surface = {
        name,
        takes: "token for agents",
        show: (token) =>
          Effect.gen(function* () {
            const assertion = yield* CallerAssertion.sign(key, name, caller)
            const headers = {
              "a2a-version": "1.0",
              authorization: `Bearer ${token}`,
              [CallerAssertion.header]: assertion
            }
            return yield* status(client.execute(request("POST", "/message:send", headers, "{}")))
          }),
        isAccepted: passed
      }
      return surface
    })
  )

  const toolServers = yield* Effect.forEach(ToolServerName.literals, (name) =>
    Effect.map(RunningToolServer.start(name, { MCP_AUTH_ENABLED: "true", OAUTH_ISSUER: issuer.name }), ({ client }) =>
      toolSurfaces.map((surface): Surface => ({
        name: `${name} ${surface.name}`,
        takes: `token for ${name}`,
        show: (token) => status(surface.call(client, "get_nothing", {}, { authorization: `Bearer ${token}` })),
        isAccepted: passed
      }))
    )
  )

  const surfaces: ReadonlyArray<Surface> = [
    { name: "REST", takes: "access token", show: get(door, "/api/profile"), isAccepted: is200 },
    { name: "admin", takes: "access token", show: get(door, "/api/admin/usage"), isAccepted: is200 },
    ...specialists,
    ...toolServers.flat(),
    {
      name: "refresh at the front door",
      takes: "refresh token",
      show: (refresh_token) =>
        status(
          door.execute(HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post("/api/auth/refresh"), { refresh_token }))
        ),
      isAccepted: is200
    },
    {
      name: "refresh at the token endpoint",
      takes: "refresh token",
      show: (refresh_token) => status(granted("agent:invoke", { grant_type: "refresh_token", refresh_token })),
      isAccepted: is200
    },
    {
      name: "client of the token endpoint",
      takes: "client assertion",
      show: (client_assertion) =>
        status(tokenForm({ grant_type: "client_credentials", client_assertion_type: assertionType, client_assertion })),
      isAccepted: is200
    }
  ]
  return { issuer, orchestrator, surfaces, tokens }
})

type Header = Readonly<Record<string, unknown>>

const TestLayer = Layer.merge(TestDatabase.seeded, NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("tokens in oauth mode", (it) => {
  it.scoped("are good for the one place that they are for, of all places where they could be shown", () =>
    Effect.gen(function* () {
      const { surfaces, tokens } = yield* suite
      const accepted = yield* Effect.forEach(surfaces, ({ isAccepted, name, show }) =>
        Effect.map(
          Effect.filter(kinds, (kind) => Effect.map(Effect.flatMap(tokens[kind], show), isAccepted)),
          (found) => [name, found] as const
        )
      )
      assert.deepStrictEqual(
        accepted,
        surfaces.map(({ name, takes }) => [name, [takes]] as const)
      )
    })
  )

  it.scoped("are refused everywhere when they are forged, and nobody asks where a forger's keys are", () =>
    Effect.gen(function* () {
      const { issuer, orchestrator, surfaces, tokens } = yield* suite
      const attacker = yield* Effect.promise(() => generateKeyPair("RS256", { extractable: true }))
      const jwk = yield* Effect.promise(() => exportJWK(attacker.publicKey))
      let asked = 0
      const trap = yield* LoopbackServer.serve(
        Effect.sync(() => {
          asked += 1
          return HttpServerResponse.unsafeJson({ keys: [{ ...jwk, kid: "mine", use: "sig", alg: "RS256" }] })
        })
      )
      const [{ e, kid, kty, n }] = yield* Effect.orDie(issuer.keys.current)
      const signingPem = createPublicKey({ key: { kty, n, e }, format: "jwk" }).export({ type: "spki", format: "pem" })
      const clientPem = createPublicKey(orchestrator.pem).export({ type: "spki", format: "pem" })

      const hmac = (secret: string | Buffer, header: Header) => (claims: JWTPayload) =>
        Effect.promise(() =>
          new SignJWT(claims)
            .setProtectedHeader({ ...header, alg: "HS256" })
            .sign(new TextEncoder().encode(String(secret)))
        )
      const byAttacker = (header: Header) => (claims: JWTPayload) =>
        Effect.promise(() =>
          new SignJWT(claims).setProtectedHeader({ ...header, alg: "RS256" }).sign(attacker.privateKey)
        )
      /** With the true key, of the issuer or of the client. */
      const truly = (kind: Kind, header: Header, changed: Readonly<Record<string, unknown>>) => (claims: JWTPayload) =>
        kind === "client assertion"
          ? Effect.promise(() =>
              new SignJWT({ ...claims, ...changed })
                .setProtectedHeader({ alg: "RS256", ...header })
                .sign(createPrivateKey(orchestrator.pem))
            )
          : issuer.sign({ ...claims, ...changed }, header)

      for (const { isAccepted, name, show, takes } of surfaces) {
        const good = decodeJwt(yield* tokens[takes])
        const typ = takes === "refresh token" ? "rt+jwt" : takes === "client assertion" ? "JWT" : "at+jwt"
        const header = { typ, kid }
        const now = nowSeconds()
        const forgeries: Readonly<Record<string, (claims: JWTPayload) => Effect.Effect<string>>> = {
          expired: truly(takes, {}, { iat: now - 7200, exp: now - 3600 }),
          "not yet valid": truly(takes, {}, { nbf: now + 3600 }),
          "of another issuer": truly(takes, {}, { iss: "https://login.example.com" }),
          "for somebody else": truly(takes, {}, { aud: "another-audience" }),
          "without an end": truly(takes, {}, { exp: undefined }),
          "HS256 with the public key of the issuer": hmac(signingPem, header),
          "HS256 with the public key of the client": hmac(clientPem, header),
          "HS256 with the modulus": hmac(n, header),
          "HS256 with JWT_SECRET": hmac(jwtSecret, header),
          "alg none": (claims) => Effect.sync(() => new UnsecuredJWT(claims).encode()),
          "another's key under our kid": byAttacker(header),
          "foreign kid": byAttacker({ typ, kid: "mine" }),
          "no kid": byAttacker({ typ }),
          "embedded jwk": byAttacker({ ...header, jwk }),
          "embedded jwk with a foreign kid": byAttacker({ typ, kid: "mine", jwk }),
          jku: byAttacker({ typ, kid: "mine", jku: `${trap}/keys` }),
          x5u: byAttacker({ typ, kid: "mine", x5u: `${trap}/chain` })
        }
        for (const [forgery, sign] of Object.entries(forgeries)) {
          const status = yield* show(yield* sign({ ...good, jti: randomUUID() }))
          assert.isFalse(isAccepted(status), `${name}: ${forgery} is answered ${status}`)
          assert.isBelow(status, 500, `${name}: ${forgery}`)
        }
        // What is refused above is refused for what was changed.
        assert.isTrue(isAccepted(yield* show(yield* truly(takes, { typ }, {})({ ...good, jti: randomUUID() }))), name)
      }
      assert.strictEqual(asked, 0)
    })
  )
})
