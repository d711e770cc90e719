import { NodeHttpClient } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { SignJWT, UnsecuredJWT } from "jose"
import { OAuthIssuer } from "../../../src/platform/auth/OAuthIssuer.ts"
import { resources, ServiceTokens } from "../../../src/platform/auth/ServiceTokens.ts"
import * as FakeIssuer from "../../../src/testing/FakeIssuer.ts"
import { settings } from "../../../src/testing/Settings.ts"

const products = resources["mcp-product"]
const stock = resources["mcp-inventory"]

/** What trusts this issuer. */
const trusting = (issuer: string, variables: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    Layer.build(
      ServiceTokens.layer.pipe(
        Layer.provideMerge(OAuthIssuer.layer),
        Layer.provide(NodeHttpClient.layerUndici),
        Layer.provide(settings({ OAUTH_ISSUER: issuer, ...variables }))
      )
    ),
    (context) => ({
      issuer: OAuthIssuer.pipe(Effect.provide(context)),
      /** `good`, or why not. */
      check: (token: string, resource = products) =>
        ServiceTokens.pipe(
          Effect.flatMap(({ verify }) => verify(Redacted.make(token), resource)),
          Effect.match({
            onSuccess: () => "good",
            onFailure: (error) => (error._tag === "TokenRefused" ? error.reason : error._tag)
          }),
          Effect.provide(context)
        )
    })
  )

it.scoped("takes a token that the issuer gave for the audience and the scope, and no other", () =>
  Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start()
    const stranger = yield* FakeIssuer.start()
    const { check } = yield* trusting(issuer.name)
    yield* TestClock.adjust("1 day")
    const now = 86_400
    const good = { iss: issuer.name, aud: products.audience, scope: products.scope, exp: now + 300 }
    const publicKey = new TextEncoder().encode(yield* issuer.publicKey)
    const forged = yield* Effect.promise(() => new SignJWT(good).setProtectedHeader({ alg: "HS256" }).sign(publicKey))
    const cases: ReadonlyArray<readonly [string, string, string]> = [
      ["good", "good", yield* issuer.serviceToken(products)],
      [
        "several scopes and audiences",
        "good",
        yield* issuer.sign({ aud: ["a", "mcp-product"], scope: "a mcp:product" })
      ],
      ["no type", "good", yield* issuer.serviceToken(products, { type: undefined })],
      ["a person's", "invalid", yield* issuer.serviceToken(products, { type: "access" })],
      ["empty", "invalid", ""],
      ["malformed", "invalid", "not.a.token"],
      ["expired", "expired", yield* issuer.serviceToken(products, { exp: now })],
      ["endless", "invalid", yield* issuer.serviceToken(products, { exp: undefined })],
      ["not yet valid", "invalid", yield* issuer.serviceToken(products, { nbf: now + 61 })],
      ["from a clock that was ahead", "good", yield* issuer.serviceToken(products, { iat: now + 61, exp: now + 361 })],
      ["other audience", "invalid", yield* issuer.serviceToken(products, { aud: "mcp-inventory" })],
      ["no audience", "invalid", yield* issuer.serviceToken(products, { aud: undefined })],
      ["says another issuer", "invalid", yield* issuer.serviceToken(products, { iss: "https://example.com" })],
      ["of another issuer", "invalid", yield* stranger.serviceToken(products, { iss: issuer.name })],
      ["HS256 with the public key", "invalid", forged],
      ["alg: none", "invalid", new UnsecuredJWT(good).encode()],
      ["no scope", "ScopeMissing", yield* issuer.serviceToken(products, { scope: undefined })],
      ["wrong scope", "ScopeMissing", yield* issuer.serviceToken(products, { scope: "mcp:productive" })],
      ["of another service", "invalid", yield* issuer.serviceToken(stock)]
    ]
    for (const [name, expected, token] of cases) {
      assert.strictEqual(yield* check(token), expected, name)
    }
  })
)

it.scoped("finds the endpoints of an issuer with a path, whichever way it tells them", () =>
  Effect.gen(function* () {
    for (const metadata of ["oauth", "openid"] as const) {
      const issuer = yield* FakeIssuer.start({ path: "/realms/shop", metadata })
      const { check, issuer: service } = yield* trusting(issuer.name)
      assert.deepStrictEqual(issuer.requestedPaths, [])
      assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
      const { tokenEndpoint } = yield* service
      assert.match(yield* tokenEndpoint, /give-me$/)
      assert.strictEqual(issuer.requestedPaths.at(-1), "/my-keys")
    }
  })
)

it.scoped("goes by the addresses that are set, without asking for others", () =>
  Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start()
    const { check, issuer: service } = yield* trusting(issuer.name, {
      OAUTH_JWKS_URL: `${issuer.name}/my-keys`,
      OAUTH_TOKEN_URL: "https://login.example.com/token"
    })
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
    const { tokenEndpoint } = yield* service
    assert.strictEqual(yield* tokenEndpoint, "https://login.example.com/token")
    assert.deepStrictEqual(issuer.requestedPaths, ["/my-keys"])
  })
)

it.scoped("does not trust metadata that name another issuer", () =>
  Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start({ claimedIssuer: "https://example.com" })
    const { check } = yield* trusting(issuer.name)
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "IssuerUnavailable")
    assert.notInclude(issuer.requestedPaths, "/my-keys")
  })
)

it.scoped("needs the issuer once; after that it may be down, and a failure is not remembered", () =>
  Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start()
    const { check } = yield* trusting(issuer.name)
    yield* issuer.setDown(true)
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "IssuerUnavailable")
    yield* issuer.setDown(false)
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
    yield* issuer.setDown(true)
    for (const wait of ["0 millis", "1 minute", "1 day"] as const) {
      yield* TestClock.adjust(wait)
      assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good", wait)
    }
  })
)

it.scoped("finds a key that the issuer begins to use, but does not ask for every key that somebody invents", () =>
  Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start()
    const { check } = yield* trusting(issuer.name)
    const old = yield* issuer.serviceToken(products)
    assert.strictEqual(yield* check(old), "good")
    yield* issuer.rotate
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
    assert.strictEqual(yield* check(old), "invalid")
    const readings = () => issuer.requestedPaths.filter((path) => path === "/my-keys").length
    const before = readings()
    for (let number = 0; number < 5; number++) {
      const invented = yield* issuer.sign({ aud: products.audience, scope: products.scope }, { kid: `key ${number}` })
      assert.strictEqual(yield* check(invented), "invalid")
    }
    assert.strictEqual(readings(), before)
    yield* issuer.rotate
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
  })
)

it.scoped("finds the new key of an issuer that gives its keys no names, or the same one again", () =>
  Effect.gen(function* () {
    for (const keyName of ["", "the key"]) {
      const issuer = yield* FakeIssuer.start({ keyName })
      const { check } = yield* trusting(issuer.name)
      const old = yield* issuer.serviceToken(products)
      assert.strictEqual(yield* check(old), "good")
      yield* issuer.rotate
      assert.strictEqual(yield* check(yield* issuer.serviceToken(products)), "good")
      const before = issuer.requestedPaths.length
      assert.strictEqual(yield* check(old), "invalid")
      assert.strictEqual(issuer.requestedPaths.length, before)
    }
  })
)

it.effect("refuses an issuer that is none", () =>
  Effect.gen(function* () {
    for (const OAUTH_ISSUER of [undefined, "", "login.example.com", "https://login.example.com?x=1"]) {
      const layer = OAuthIssuer.layer.pipe(
        Layer.provide(NodeHttpClient.layerUndici),
        Layer.provide(settings(OAUTH_ISSUER === undefined ? {} : { OAUTH_ISSUER }))
      )
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.include(String(error), "OAUTH_ISSUER")
      assert.include(String(error), "for example https://login.example.com/realms/shop")
    }
  })
)
