import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Cause, Context, Effect, Layer } from "effect"
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from "jose"
import { randomBytes } from "node:crypto"
import * as TestAuthServer from "../../src/testing/TestAuthServer.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"
import { askFor, assertionOf, assertionType, publicPem } from "../support/clientAssertion.ts"
import { failingStatements } from "../support/failingStatements.ts"
import { password, unknownId } from "../support/frontDoor.ts"
import { signWith, tamper, unsigned } from "../support/tokens.ts"

const make = Effect.gen(function* () {
  const server = yield* TestAuthServer.start()
  const pem = {
    orchestrator: (yield* server.addClient({
      client_id: "orchestrator",
      scopes: ["agent:invoke"],
      logs_people_in: true
    })).pem,
    "product-discovery": (yield* server.addClient({
      client_id: "product-discovery",
      scopes: ["mcp:product"],
      logs_people_in: false
    })).pem,
    "other-door": (yield* server.addClient({ client_id: "other-door", scopes: [], logs_people_in: true })).pem
  }
  return { ...server, pem }
})

class Issuer extends Context.Tag("@storefront/server/test/issuer/AuthorizationServer.test/Issuer")<
  Issuer,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.scoped(this, make)
}

type Client = "orchestrator" | "product-discovery" | "other-door"

const proof = (client: Client, more: Partial<Parameters<typeof assertionOf>[0]> = {}) =>
  Effect.flatMap(Issuer, ({ name, pem }) => assertionOf({ client, pem: pem[client], audience: name, ...more }))

const ask = (form: Readonly<Record<string, string>>) =>
  Effect.flatMap(Issuer, ({ name }) => askFor(`${name}/oauth/token`, form))

const grant = (client: Client, form: Readonly<Record<string, string>>) =>
  Effect.flatMap(proof(client), (assertion) =>
    ask({ client_assertion_type: assertionType, client_assertion: assertion, ...form })
  )

const logIn = (name: string, client: Client = "orchestrator") =>
  grant(client, { grant_type: "password", username: `${name}@example.com`, password })

const refresh = (refresh_token: string, client: Client = "orchestrator") =>
  grant(client, { grant_type: "refresh_token", refresh_token })

const get = (path: string) =>
  Effect.gen(function* () {
    const { name } = yield* Issuer
    const response = yield* HttpClient.get(`${name}${path}`)
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
    const body: any = yield* response.json
    return { status: response.status, headers: response.headers, body }
  }).pipe(Effect.orDie)

/** What the server says of a request that it does not grant. */
const refusal = ({ body, status }: Effect.Effect.Success<ReturnType<typeof askFor>>) => [status, body.error] as const

for (const engine of TestDatabase.seededEngines) {
  const TestLayer = Issuer.layer.pipe(Layer.provideMerge(Layer.merge(engine.layer, NodeHttpClient.layerUndici)))

  layer(TestLayer, { excludeTestServices: true })(`the authorization server on ${engine.name}`, (it) => {
    it.effect("says where it gives tokens and what its public keys are, and no more", () =>
      Effect.gen(function* () {
        const { name } = yield* Issuer
        const metadata = yield* get("/.well-known/oauth-authorization-server")
        assert.strictEqual(metadata.status, 200)
        assert.deepInclude(metadata.body, {
          issuer: name,
          authorization_endpoint: `${name}/oauth/authorize`,
          token_endpoint: `${name}/oauth/token`,
          jwks_uri: `${name}/.well-known/jwks.json`,
          grant_types_supported: ["password", "refresh_token", "client_credentials"],
          response_types_supported: [],
          token_endpoint_auth_methods_supported: ["private_key_jwt"]
        })
        const { body } = yield* get("/.well-known/jwks.json")
        assert.strictEqual(body.keys.length, 1)
        assert.sameMembers(Object.keys(body.keys[0]), ["kty", "use", "kid", "alg", "e", "n"])
        assert.deepStrictEqual((yield* get("/healthz")).body, { status: "ok" })
        assert.strictEqual((yield* get("/readyz")).status, 200)
        for (const path of ["/", "/auth", "/me", "/token", "/reg", "/.well-known/openid-configuration"]) {
          const { body, status } = yield* get(path)
          assert.deepStrictEqual([path, status, body], [path, 404, { detail: "Not found" }])
        }
        const authorization = yield* get("/oauth/authorize?response_type=code&client_id=orchestrator")
        assert.deepStrictEqual(
          [authorization.status, authorization.body],
          [
            400,
            {
              detail: "authorization requests are not supported",
              error: "unsupported_response_type",
              error_description: "authorization requests are not supported"
            }
          ]
        )
        const wrongMethod = yield* get("/oauth/token")
        assert.deepStrictEqual([wrongMethod.status, wrongMethod.body], [405, { detail: "Method not allowed" }])
        assert.match(wrongMethod.headers["x-trace-id"] ?? "", /^[0-9a-f]{32}$/)
      })
    )

    it.effect("refuses a body that is no text in the words of the protocol", () =>
      Effect.gen(function* () {
        const { name } = yield* Issuer
        const request = HttpClientRequest.post(`${name}/oauth/token`).pipe(
          HttpClientRequest.bodyUint8Array(new Uint8Array([0xff, 0xfe]), "application/x-www-form-urlencoded")
        )
        const response = yield* HttpClient.execute(request)
        assert.strictEqual(response.status, 400)
        assert.deepInclude(yield* response.json, { error: "invalid_request" })
      })
    )

    it.effect("gives people exactly the documented tokens", () =>
      Effect.gen(function* () {
        const { name } = yield* Issuer
        const { body, headers, status } = yield* logIn("carol")
        assert.strictEqual(status, 200)
        assert.sameMembers(Object.keys(body), ["access_token", "token_type", "expires_in", "refresh_token"])
        assert.strictEqual(headers["cache-control"], "no-store")
        const { exp, iat, jti, sid, user_id, ...access } = decodeJwt(body.access_token)
        assert.deepStrictEqual(access, {
          iss: name,
          aud: "storefront-api",
          sub: "carol@example.com",
          role: "customer",
          type: "access",
          gen: 0
        })
        assert.match(String(user_id), /^[0-9a-f-]{36}$/)
        assert.match(String(jti), /^[0-9a-f-]{36}$/)
        assert.strictEqual(exp! - iat!, 3600)
        assert.strictEqual(body.expires_in, 3600)
        assert.deepInclude(decodeProtectedHeader(body.access_token), { alg: "RS256", typ: "at+jwt" })
        const refreshing = decodeJwt(body.refresh_token)
        assert.deepInclude(refreshing, { sub: "carol@example.com", type: "refresh", jti: String(sid), gen: 0 })
        assert.notStrictEqual(jti, sid)
        assert.strictEqual(refreshing.exp! - refreshing.iat!, 7 * 86_400)
      })
    )

    it.effect("gives a service a token for the scope that it has, and for nothing else", () =>
      Effect.gen(function* () {
        const { name } = yield* Issuer
        const service = (client: Client, scope?: string) =>
          grant(client, { grant_type: "client_credentials", ...(scope === undefined ? {} : { scope }) })
        const audiences = { "agent:invoke": "storefront-agents", "mcp:product": "mcp-product" }
        for (const [client, scope] of [
          ["orchestrator", "agent:invoke"],
          ["product-discovery", "mcp:product"]
        ] as const) {
          for (const { body, status } of [yield* service(client, scope), yield* service(client)]) {
            assert.strictEqual(status, 200)
            assert.sameMembers(Object.keys(body), ["access_token", "token_type", "expires_in", "scope"])
            const { exp, iat, jti, ...claims } = decodeJwt(body.access_token)
            assert.deepStrictEqual(claims, {
              iss: name,
              aud: audiences[scope],
              sub: client,
              scope,
              type: "service"
            })
            assert.strictEqual(exp! - iat!, body.expires_in)
            assert.isString(jti)
          }
        }
        for (const scope of ["mcp:product", "mcp:inventory", "agent:invoke mcp:product", "openid", "storefront-api"]) {
          assert.deepStrictEqual(refusal(yield* service("orchestrator", scope)), [400, "invalid_scope"])
        }
        assert.deepStrictEqual(refusal(yield* service("other-door")), [400, "unauthorized_client"])
      })
    )

    it.effect("logs people in for the front door only, with their password only", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(refusal(yield* logIn("carol", "product-discovery")), [400, "unauthorized_client"])
        const wrong = [
          { username: "carol@example.com", password: "wrong" },
          { username: "nobody@example.com", password },
          { username: "carol@example.com", password: `${password}${"x".repeat(100)}` },
          { username: "carol\u0000@example.com", password },
          { username: "dora@example.com", password: "wrong" }
        ]
        for (const form of wrong) {
          const { body, status } = yield* grant("orchestrator", { grant_type: "password", ...form })
          assert.deepStrictEqual(
            [form, status, body],
            [
              form,
              400,
              {
                detail: "Invalid email or password",
                error: "invalid_grant",
                error_description: "Invalid email or password"
              }
            ]
          )
        }
        for (const form of [{ username: "carol@example.com" }, { username: "", password }, {}]) {
          const incomplete = yield* grant("orchestrator", { grant_type: "password", ...form })
          assert.deepStrictEqual(refusal(incomplete), [400, "invalid_request"])
        }
        assert.deepStrictEqual(refusal(yield* logIn("dora")), [400, "access_denied"])
        assert.deepStrictEqual(refusal(yield* ask({ grant_type: "password", username: "x", password: "x" })), [
          400,
          "invalid_request"
        ])
        assert.deepStrictEqual(refusal(yield* grant("orchestrator", { grant_type: "authorization_code" })), [
          400,
          "unsupported_grant_type"
        ])
      })
    )

    it.effect("refreshes again and again, for the client that the token was given to", () =>
      Effect.gen(function* () {
        const { body } = yield* logIn("bob")
        for (const _ of [1, 2]) {
          const again = yield* refresh(body.refresh_token)
          assert.strictEqual(again.status, 200)
          assert.sameMembers(Object.keys(again.body), ["access_token", "token_type", "expires_in"])
          assert.strictEqual(decodeJwt(again.body.access_token)["type"], "access")
        }
        const service = yield* grant("orchestrator", { grant_type: "client_credentials" })
        const none = [
          yield* refresh(body.refresh_token, "other-door"),
          yield* refresh(body.access_token),
          yield* refresh(service.body.access_token),
          yield* refresh(tamper(body.refresh_token, { sub: "admin@example.com" })),
          yield* refresh(yield* unsigned(decodeJwt(body.refresh_token))),
          yield* refresh("x")
        ]
        for (const each of none) {
          assert.deepStrictEqual(refusal(each), [400, "invalid_grant"])
        }
        assert.deepStrictEqual(refusal(yield* grant("orchestrator", { grant_type: "refresh_token" })), [
          400,
          "invalid_request"
        ])
        assert.deepStrictEqual(refusal(yield* refresh(body.refresh_token, "product-discovery")), [
          400,
          "unauthorized_client"
        ])
      })
    )

    it.effect("believes a client for a signature of its own key, once, and not for long", () =>
      Effect.gen(function* () {
        const { name, pem } = yield* Issuer
        const own = pem.orchestrator
        const now = Math.floor(Date.now() / 1000)
        const attacker = yield* Effect.promise(() => generateKeyPair("RS256", { extractable: true }))
        const jwk = yield* Effect.promise(() => exportJWK(attacker.publicKey))
        const claims = { iss: "orchestrator", sub: "orchestrator", aud: name, jti: "j", iat: now, exp: now + 60 }
        const forged = (header: Readonly<Record<string, unknown>>) =>
          Effect.promise(() =>
            new SignJWT({ ...claims, jti: crypto.randomUUID() })
              .setProtectedHeader({ alg: "RS256", ...header })
              .sign(attacker.privateKey)
          )
        const assertions = [
          yield* proof("orchestrator", { pem: pem["product-discovery"] }),
          yield* proof("orchestrator", { audience: "https://somebody.else.example" }),
          yield* proof("orchestrator", { audience: `${name}/oauth/token` }),
          yield* proof("orchestrator", { claims: { aud: [name, "https://somebody.else.example"] } }),
          yield* proof("orchestrator", { claims: { aud: [name, `${name}/oauth/token`] } }),
          yield* proof("orchestrator", { claims: { exp: now - 60 } }),
          yield* proof("orchestrator", { claims: { exp: now + 86_400 } }),
          yield* proof("orchestrator", { claims: { nbf: now + 3600 } }),
          yield* proof("orchestrator", { claims: { iss: "product-discovery" } }),
          yield* proof("orchestrator", { claims: { sub: "nobody" } }),
          yield* proof("orchestrator", { claims: { jti: "\u0000" } }),
          yield* proof("orchestrator", { claims: { jti: randomBytes(9000).toString("hex") } }),
          yield* proof("orchestrator", { header: { jwk } }),
          yield* proof("orchestrator", { header: { jku: `${name}/.well-known/jwks.json` } }),
          yield* proof("orchestrator", { header: { x5u: name } }),
          yield* forged({ jwk }),
          yield* forged({ kid: "another" }),
          yield* unsigned(claims),
          yield* signWith(publicPem(own), { ...claims, jti: "k" }),
          "garbage"
        ]
        for (const [index, client_assertion] of assertions.entries()) {
          const { body, status } = yield* ask({
            grant_type: "client_credentials",
            client_assertion_type: assertionType,
            client_assertion
          })
          assert.isTrue(status === 401 || status === 400, `${index}: ${status}`)
          assert.include(["invalid_client", "invalid_request"], body.error)
          assert.isUndefined(body.access_token)
        }
        for (const client_id of ["nobody", "a\u0000b"]) {
          const form = { grant_type: "client_credentials", client_id, client_assertion_type: assertionType }
          const nameless = yield* unsigned({ ...claims, iss: client_id, sub: client_id })
          assert.deepStrictEqual(refusal(yield* ask({ ...form, client_assertion: nameless })), [401, "invalid_client"])
        }
        const client_assertion = yield* proof("orchestrator")
        const replies = yield* Effect.forEach(
          Array.range(1, 10),
          () => ask({ grant_type: "client_credentials", client_assertion_type: assertionType, client_assertion }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(replies.filter(({ status }) => status === 200).length, 1)
        assert.strictEqual(replies.filter(({ body }) => body.error === "invalid_client").length, 9)
      })
    )
  })

  // A server of its own: other tests need the keys that they have.
  layer(TestLayer, { excludeTestServices: true })(`the authorization server on ${engine.name}`, (it) => {
    it.scoped("signs with a new key when everybody knows it, and verifies with the old one until its tokens end", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { keys, server } = yield* Issuer
        // Another process on the same database.
        const twin = yield* TestAuthServer.start()
        const kidOf = (token: string) => decodeProtectedHeader(token).kid
        const kids = Effect.map(get("/.well-known/jwks.json"), ({ body }) =>
          body.keys.map(({ kid }: { readonly kid: string }) => kid)
        )
        const [before] = yield* kids
        const { body: old } = yield* logIn("alice")
        const { kid: next } = yield* keys.rotate({ withdraw: false })
        yield* Effect.all([server.reload, twin.server.reload])
        assert.deepStrictEqual(yield* kids, [before, next])
        assert.strictEqual(kidOf((yield* logIn("alice")).body.access_token), before)

        yield* sql`UPDATE oauth_signing_keys SET signs_after = now() WHERE kid = ${next}`
        yield* Effect.all([server.reload, twin.server.reload])
        assert.deepStrictEqual(yield* kids, [next, before])
        const refreshed = yield* refresh(old.refresh_token)
        assert.strictEqual(kidOf(refreshed.body.access_token), next)

        yield* sql`
          UPDATE oauth_signing_keys SET signs_after = now() - interval '9 days', verifies_until = now()
          WHERE kid = ${before}`
        yield* server.reload
        assert.deepStrictEqual(yield* kids, [next])
        assert.deepStrictEqual(refusal(yield* refresh(old.refresh_token)), [400, "invalid_grant"])

        const { kid: last } = yield* keys.rotate({ withdraw: true })
        yield* server.reload
        assert.deepStrictEqual(yield* kids, [last])
      })
    )
  })

  // A server of its own: other tests need the keys that they have.
  layer(TestLayer, { excludeTestServices: true })(`the authorization server on ${engine.name}`, (it) => {
    it.scoped("is unavailable while the database is away, and refuses nobody for it", () =>
      Effect.gen(function* () {
        const away = { count: 0, text: "" }
        const server = yield* Effect.provide(TestAuthServer.start(), failingStatements(away))
        const client = "orchestrator"
        const { pem } = yield* server.addClient({ client_id: client, scopes: [], logs_people_in: true })
        const logIn = Effect.gen(function* () {
          const { name } = server
          const { body, status } = yield* askFor(`${name}/oauth/token`, {
            client_assertion_type: assertionType,
            client_assertion: yield* assertionOf({ client, pem, audience: name }),
            grant_type: "password",
            username: "alice@example.com",
            password
          })
          return [status, body.detail]
        })
        for (const text of ["FROM oauth_clients", "INSERT INTO used_tokens", "password_hash"]) {
          Object.assign(away, { count: 1, text })
          assert.deepStrictEqual(yield* logIn, [503, "Service temporarily unavailable"], text)
          assert.deepStrictEqual(yield* logIn, [200, undefined], text)
        }
      })
    )

    it.scoped("keeps no private key in the clear, and says so when it cannot open them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { keys } = yield* Issuer
        const [key] = yield* keys.current
        const rows = yield* sql`SELECT * FROM oauth_signing_keys`
        for (const part of [key.d, key.p, key.q, key.dp, key.n]) {
          assert.notInclude(JSON.stringify(rows), part)
        }
        const otherSecret = { AUTH_SERVER_SECRET: TestAuthServer.secret.replace("5", "6") }
        const failure = yield* Effect.flip(Effect.sandbox(TestAuthServer.start(otherSecret)))
        assert.include(Cause.pretty(failure), "AUTH_SERVER_SECRET cannot decrypt the signing keys")
        yield* keys.rotate({ withdraw: true })
        yield* sql`UPDATE oauth_signing_keys SET kid = ${unknownId}`
        assert.strictEqual((yield* Effect.flip(keys.current))._tag, "KeysSealed")
      })
    )
  })
}
