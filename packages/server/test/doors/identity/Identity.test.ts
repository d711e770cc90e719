import { HttpClient, HttpClientRequest, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, HashMap, Layer, Logger } from "effect"
import { decodeJwt, exportJWK, SignJWT } from "jose"
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto"
import * as LoopbackServer from "../../../src/testing/LoopbackServer.ts"
import * as RsaKeys from "../../../src/testing/RsaKeys.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import * as Modes from "../../support/modes.ts"
import { refusal, send, type Sent } from "../../support/requests.ts"
import { Forger, signWith, tamper, unsigned, withHeader, withLastBitChanged } from "../../support/tokens.ts"

type Claims = Readonly<Record<string, unknown>>

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"
const publicUrl = "https://assistant.shop.example"
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

const rsa = RsaKeys.next()
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" })
const wideEc = generateKeyPairSync("ec", { namedCurve: "P-384" })
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** The shop's published keys, until the scope closes. */
const publishKeys = Effect.gen(function* () {
  const jwk = (key: KeyObject, kid: string, more: object = {}) =>
    Effect.map(
      Effect.promise(() => exportJWK(key)),
      (exported) => ({ ...exported, kid, ...more })
    )
  const keys = [
    yield* jwk(rsa.publicKey, "rsa", { use: "sig" }),
    yield* jwk(ec.publicKey, "ec", { alg: "ES256" }),
    yield* jwk(wideEc.publicKey, "wide"),
    // A shop would have to publish its secret for this one.
    { kty: "oct", kid: "oct", k: Buffer.from(secret).toString("base64url") }
  ]
  return `${yield* LoopbackServer.serve(Effect.succeed(HttpServerResponse.unsafeJson({ keys })))}/keys`
})

const settings = {
  PUBLIC_URL: publicUrl,
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMIT_REFRESH: "3",
  GUESTS_ENABLED: "true"
}

let clients = 0
/** A client of its own address, so that tests do not share a limit. */
const newClient = () => ({ "x-forwarded-for": `10.2.${Math.floor(++clients / 250)}.${clients % 250}` })

const form = (fields: Readonly<Record<string, string>>): Sent => ({
  method: "POST",
  text: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded", ...newClient() }
})

const exchange = (assertion: string) =>
  Effect.suspend(() => send("/identity/token", form({ grant_type: grantType, assertion })))

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Claims of a customer whom nobody knows yet. */
const newClaims = (more: Claims = {}): Claims => {
  const id = randomUUID().slice(0, 8)
  return {
    aud: publicUrl,
    sub: `customer-${id}`,
    email: `nora.${id}@example.com`,
    email_verified: true,
    name: "Nora Quist",
    jti: randomUUID(),
    exp: nowSeconds() + 60,
    ...more
  }
}

const again = (claims: Claims, more: Claims = {}) => ({ ...claims, jti: randomUUID(), ...more })

const signed = (claims: Claims = newClaims(), header: Readonly<Record<string, unknown>> = {}) =>
  signWith(secret, claims, header)

const signedWith = (key: KeyObject | Uint8Array, alg: string, kid: string, claims: Claims = newClaims()) =>
  Effect.promise(() => new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(key))

const signIn = (claims: Claims) => Effect.flatMap(signed(claims), exchange)

const idOf = (token: unknown) => decodeJwt(String(token))["user_id"]

const count = (table: "users" | "used_tokens") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT count(*)::int AS count FROM ${sql(table)}`, ([row]) => Number(row!["count"]))
  )

const refused = (status: number, detail: string) => [status, { detail }] as const

const invalid = refused(401, "Invalid assertion")
const used = refused(401, "Assertion already used")
const about = (claim: string) => refused(401, `Invalid assertion: ${claim}`)
const taken = refused(409, "Email already registered")
const notCustomers = refused(403, "Account is not a customer's")
const deactivated = refused(403, "Account is deactivated")

/** Assertions that the shop did not make, or not like this. */
const badAssertions = (): ReadonlyArray<
  readonly [what: string, assertion: Effect.Effect<string>, answer: readonly [number, object]]
> => [
  ["empty", Effect.succeed(""), invalid],
  ["no token", Effect.succeed("rubbish"), invalid],
  ["of three empty parts", Effect.succeed(".."), invalid],
  ["signed by nobody", unsigned(newClaims()), invalid],
  ["signed with another secret", signWith("another secret of at least 32 bytes", newClaims()), invalid],
  ["changed after signing", Effect.map(signed(), (token) => tamper(token, { sub: "somebody-else" })), invalid],
  ["with another header", Effect.map(signed(), (token) => withHeader(token, { alg: "HS256", kid: "rsa" })), invalid],
  ["with another form of its signature", Effect.map(signed(), withLastBitChanged), invalid],
  ["without its signature", Effect.map(signed(), (token) => token.slice(0, token.lastIndexOf(".") + 1)), invalid],
  ["HS384 with the secret", signed(newClaims(), { alg: "HS384" }), invalid],
  [
    "HS256 with the public RSA key in PEM",
    signWith(rsa.publicKey.export({ type: "spki", format: "pem" }).toString(), newClaims()),
    invalid
  ],
  [
    "HS256 with the public RSA key in DER",
    signedWith(rsa.publicKey.export({ type: "spki", format: "der" }), "HS256", "rsa"),
    invalid
  ],
  [
    "HS256 with the public EC key in PEM",
    signWith(ec.publicKey.export({ type: "spki", format: "pem" }).toString(), newClaims(), { kid: "ec" }),
    invalid
  ],
  ["RS256 with a stranger's key", signedWith(stranger.privateKey, "RS256", "rsa"), invalid],
  ["RS256 with an unknown key", signedWith(stranger.privateKey, "RS256", "mine"), invalid],
  [
    "RS256 with a key in its header",
    Effect.promise(async () =>
      new SignJWT(newClaims())
        .setProtectedHeader({ alg: "RS256", jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey)
    ),
    invalid
  ],
  ["RS256 under the name of the EC key", signedWith(rsa.privateKey, "RS256", "ec"), invalid],
  ["ES256 under the name of the RSA key", signedWith(ec.privateKey, "ES256", "rsa"), invalid],
  ["RS512 with the RSA key", signedWith(rsa.privateKey, "RS512", "rsa"), invalid],
  ["PS256 with the RSA key", signedWith(rsa.privateKey, "PS256", "rsa"), invalid],
  ["ES384 with a published key", signedWith(wideEc.privateKey, "ES384", "wide"), invalid],
  [
    "an unknown critical header",
    Effect.promise(() =>
      new SignJWT(newClaims())
        .setProtectedHeader({ alg: "HS256", crit: ["once"], once: true })
        .sign(new TextEncoder().encode(secret), { crit: { once: true } })
    ),
    invalid
  ],
  ["expired", signed(newClaims({ exp: nowSeconds() - 1 })), refused(401, "Assertion expired")],
  ["endless", signed(newClaims({ exp: undefined })), about("exp")],
  ["not yet valid", signed(newClaims({ nbf: nowSeconds() + 120 })), invalid],
  ["valid for six minutes", signed(newClaims({ exp: nowSeconds() + 360 })), about("exp")],
  ["for another audience", signed(newClaims({ aud: "https://other.example" })), invalid],
  ["for the audience with a slash", signed(newClaims({ aud: `${publicUrl}/` })), invalid],
  ["for another audience as well", signed(newClaims({ aud: [publicUrl, "https://other.example"] })), about("aud")],
  ["without audience", signed(newClaims({ aud: undefined })), invalid],
  ["without subject", signed(newClaims({ sub: undefined })), about("sub")],
  ["an empty subject", signed(newClaims({ sub: "" })), about("sub")],
  ["a subject of 256 characters", signed(newClaims({ sub: "s".repeat(256) })), about("sub")],
  ["a subject that cannot be stored", signed(newClaims({ sub: "a\u0000b" })), about("sub")],
  ["without e-mail", signed(newClaims({ email: undefined })), about("email")],
  ["no e-mail address", signed(newClaims({ email: "nora" })), about("email")],
  ["an e-mail address of guests", signed(newClaims({ email: "nora@guest.invalid" })), about("email")],
  ["silent about verification", signed(newClaims({ email_verified: undefined })), about("email_verified")],
  ["verification as text", signed(newClaims({ email_verified: "true" })), about("email_verified")],
  ["without name", signed(newClaims({ name: undefined })), about("name")],
  ["a blank name", signed(newClaims({ name: "  " })), about("name")],
  ["a name of 101 characters", signed(newClaims({ name: "n".repeat(101) })), about("name")],
  ["without jti", signed(newClaims({ jti: undefined })), about("jti")],
  ["an empty jti", signed(newClaims({ jti: "" })), about("jti")],
  ["a jti that cannot be recorded", signed(newClaims({ jti: "j".repeat(501) })), used]
]

/** Somebody signs up with the address and uses the account; answers what they then hold. */
const occupy = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const password = "fountain pens 7"
  const { body } = yield* send("/api/auth/signup", { json: { email, password, name: "Impostor" } })
  const id = String(body.user.id)
  const [product] = yield* sql`SELECT id FROM products WHERE is_active ORDER BY id LIMIT 1`
  const [cart] = yield* sql`INSERT INTO carts (user_id, recipient_name) VALUES (${id}, 'Impostor') RETURNING id`
  yield* sql`
    INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${String(cart!["id"])}, ${String(product!["id"])}, 2)`
  yield* sql`INSERT INTO agent_memories (user_id, category, content) VALUES (${id}, 'other', 'Ships to the impostor')`
  const [conversation] = yield* sql`INSERT INTO conversations (user_id, title) VALUES (${id}, 'Lamps') RETURNING id`
  for (const state of ["proposed", "open"]) {
    yield* sql`
      INSERT INTO pending_actions
        (id, user_id, conversation_id, agent_name, act, args, terms, fingerprint, position, state, proposed_in, expires_at)
      VALUES (gen_random_uuid(), ${id}, ${String(conversation!["id"])}, 'order-management', 'checkout', '{}', '{}', ${state}, 0, ${state},
        ${"a".repeat(32)}, now() + interval '10 minutes')`
  }
  return {
    id,
    logIn: send("/api/auth/login", { json: { email, password }, headers: newClient() }),
    access: String(body.access_token),
    refresh: String(body.refresh_token)
  }
})

const belongings = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`
        SELECT (SELECT count(*)::int FROM carts WHERE user_id = ${id}) AS carts,
          (SELECT count(*)::int FROM agent_memories WHERE user_id = ${id}) AS memories,
          (SELECT string_agg(DISTINCT state, ',' ORDER BY state) FROM pending_actions WHERE user_id = ${id}) AS actions`,
      ([row]) => row
    )
  )

const doors = FrontDoor.doors().map(({ mode, name }, index) => ({
  mode,
  name,
  layer: Layer.unwrapScoped(
    Effect.map(
      publishKeys,
      (url) => FrontDoor.doors({ ...settings, SHOP_IDENTITY_SECRET: secret, SHOP_IDENTITY_JWKS_URL: url })[index]!.layer
    )
  )
}))

for (const { layer: door, mode, name } of doors) {
  layer(door, { excludeTestServices: true })(`customers of the shop on ${name}`, (it) => {
    it.effect("get an account of their own, which keeps its e-mail and name", () =>
      Effect.gen(function* () {
        const claims = newClaims({ email: " Nora.QUIST@Example.com ", name: " Nora Quist " })
        const { body, headers, status } = yield* signIn(claims)
        assert.strictEqual(status, 200)
        assert.strictEqual(headers["cache-control"], "no-store")
        const { access_token: token, ...others } = body
        assert.deepStrictEqual(others, { token_type: "Bearer", expires_in: 3600 })
        const { exp, gen, iat, role, sub, type } = decodeJwt(token)
        assert.deepStrictEqual(
          { gen, lifetime: exp! - iat!, role, sub, type },
          { gen: 0, lifetime: 3600, role: "customer", sub: "nora.quist@example.com", type: "access" }
        )
        const { body: profile } = yield* send("/api/profile", { token })
        assert.deepInclude(profile, { email: "nora.quist@example.com", name: "Nora Quist", role: "customer" })
        assert.strictEqual((yield* send("/api/orders", { token })).status, 200)
        const said = yield* send("/api/chat", { token, json: { message: "Hello" } })
        assert.deepStrictEqual([said.status, said.body.response], [200, "Hello"])
        assert.strictEqual((yield* send("/api/admin/usage", { token })).status, 403)
        const refreshed = yield* send("/api/auth/refresh", { json: { refresh_token: token }, headers: newClient() })
        assert.strictEqual(refreshed.status, 401)

        const later = yield* signIn(again(claims, { email: "nora.new@example.com", name: "Nora Berg" }))
        assert.deepStrictEqual([later.status, idOf(later.body.access_token)], [200, idOf(token)])
        const { body: same } = yield* send("/api/profile", { token: later.body.access_token })
        assert.deepInclude(same, { email: "nora.quist@example.com", name: "Nora Quist" })
      })
    )

    it.effect("have no password", () =>
      Effect.gen(function* () {
        const claims = newClaims()
        assert.strictEqual((yield* signIn(claims)).status, 200)
        for (const password of ["-", FrontDoor.password]) {
          const logIn = yield* send("/api/auth/login", { json: { email: claims["email"], password } })
          assert.deepStrictEqual(refusal(logIn), refused(401, "Invalid email or password"))
        }
      })
    )

    it.effect("come with the secret, an RSA key or an EC key of the shop", () =>
      Effect.gen(function* () {
        const longest = newClaims({ sub: "ü".repeat(255), aud: [publicUrl], exp: nowSeconds() + 300 })
        for (const assertion of [
          signed(longest),
          signedWith(rsa.privateKey, "RS256", "rsa"),
          signedWith(ec.privateKey, "ES256", "ec"),
          Effect.promise(() => new SignJWT(newClaims()).setProtectedHeader({ alg: "ES256" }).sign(ec.privateKey))
        ]) {
          assert.strictEqual((yield* Effect.flatMap(assertion, exchange)).status, 200)
        }
      })
    )

    it.effect("are not made of bad assertions", () =>
      Effect.gen(function* () {
        const before = [yield* count("users"), yield* count("used_tokens")]
        for (const [what, assertion, answer] of badAssertions()) {
          assert.deepStrictEqual(refusal(yield* Effect.flatMap(assertion, exchange)), answer, what)
        }
        assert.deepStrictEqual([yield* count("users"), yield* count("used_tokens")], before)
      })
    )

    it.effect("are not made of tokens for people", () =>
      Effect.gen(function* () {
        const { access, refresh } = yield* FrontDoor.logIn("alice")
        const { body: guest } = yield* send("/guests", { method: "POST", headers: newClient() })
        const { body: customer } = yield* signIn(newClaims())
        for (const token of [access, refresh, guest.access_token, customer.access_token]) {
          assert.deepStrictEqual(refusal(yield* exchange(token)), invalid)
        }
      })
    )

    it.effect("come once with an assertion, also at the same time", () =>
      Effect.gen(function* () {
        const assertion = yield* signed()
        const answers = yield* Effect.all([exchange(assertion), exchange(assertion)], { concurrency: 2 })
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
        assert.deepStrictEqual(refusal(yield* exchange(assertion)), used)
      })
    )

    it.effect("need the form of the grant", () =>
      Effect.gen(function* () {
        const assertion = yield* signed()
        const wrongGrant = refused(422, `grant_type: must be ${grantType}`)
        for (const grant_type of ["password", "client_credentials", ""]) {
          const answer = yield* send("/identity/token", form({ grant_type, assertion }))
          assert.deepStrictEqual(refusal(answer), wrongGrant)
        }
        const post = (sent: Sent, headers = {}) =>
          Effect.map(
            send("/identity/token", { method: "POST", ...sent, headers: { ...newClient(), ...headers } }),
            refusal
          )
        const type = { "content-type": "application/x-www-form-urlencoded" }
        const encoded = new URLSearchParams({ grant_type: grantType, assertion }).toString()
        assert.deepStrictEqual(yield* post({ text: "" }, type), wrongGrant)
        assert.deepStrictEqual(yield* post({ text: `grant_type=x&${encoded}` }, type), wrongGrant)
        const noAssertion = refused(422, "assertion: must be a signed JWT")
        assert.deepStrictEqual(yield* post({ text: `grant_type=${grantType}` }, type), noAssertion)
        assert.deepStrictEqual(yield* post({ text: `${encoded}&assertion=x` }, type), noAssertion)
        const wrongType = refused(415, "Content-Type must be application/x-www-form-urlencoded")
        assert.deepStrictEqual(yield* post({ json: { grant_type: grantType, assertion } }), wrongType)
        assert.deepStrictEqual(yield* post({ text: encoded }, { "content-type": "text/plain" }), wrongType)
        assert.deepStrictEqual(
          yield* post({ text: encoded }, { ...type, "content-encoding": "gzip" }),
          refused(415, "Content-Encoding must be identity: send the body unpacked")
        )
        const client = yield* HttpClient.HttpClient
        const garbled = yield* HttpClientRequest.post("/identity/token").pipe(
          HttpClientRequest.setHeaders(newClient()),
          HttpClientRequest.bodyUint8Array(Uint8Array.of(0x61, 0x3d, 0xff), type["content-type"]),
          client.execute,
          Effect.orDie
        )
        assert.strictEqual(garbled.status, 400)
        assert.deepStrictEqual(yield* Effect.orDie(garbled.json), { detail: "Request body is not valid UTF-8" })
        assert.strictEqual((yield* send("/identity/token")).status, 405)
        // None of these has used the assertion up.
        const whole = { ...type, "content-type": `${type["content-type"]}; charset=UTF-8` }
        assert.strictEqual((yield* post({ text: encoded }, whole))[0], 200)
      })
    )

    it.effect("take over an account that somebody made with their address, emptied", () =>
      Effect.gen(function* () {
        const claims = newClaims()
        const impostor = yield* occupy(String(claims["email"]))
        assert.deepStrictEqual(yield* belongings(impostor.id), { carts: 1, memories: 1, actions: "open,proposed" })

        const unverified = yield* signIn(again(claims, { email_verified: false }))
        assert.deepStrictEqual(refusal(unverified), taken)
        assert.deepStrictEqual(yield* belongings(impostor.id), { carts: 1, memories: 1, actions: "open,proposed" })
        assert.strictEqual((yield* send("/api/products", { token: impostor.access })).status, 200)
        assert.strictEqual((yield* impostor.logIn).status, 200)

        const linked = yield* signIn(claims)
        assert.deepStrictEqual([linked.status, idOf(linked.body.access_token)], [200, impostor.id])
        assert.deepStrictEqual(yield* belongings(impostor.id), { carts: 0, memories: 0, actions: "dropped" })
        assert.deepStrictEqual(
          refusal(yield* send("/api/products", { token: impostor.access })),
          refused(401, "Session is no longer valid")
        )
        assert.deepStrictEqual(refusal(yield* impostor.logIn), refused(401, "Invalid email or password"))
        // Another issuer still knows the password and the refresh token.
        const json = { refresh_token: impostor.refresh }
        const refreshed = yield* send("/api/auth/refresh", { json, headers: newClient() })
        assert.deepStrictEqual(refusal(refreshed), refused(401, "Invalid refresh token"))
        if (mode.isForeign) {
          const issued = { aud: "storefront-api", type: "access", iat: nowSeconds() + 60, exp: nowSeconds() + 120 }
          const { sign } = yield* Forger
          const later = yield* sign({ ...issued, sub: claims["email"], user_id: impostor.id, role: "customer" }, {})
          assert.deepStrictEqual(
            refusal(yield* send("/api/profile", { token: later })),
            refused(401, "Session is no longer valid")
          )
        }
        const { body: profile } = yield* send("/api/profile", { token: linked.body.access_token })
        assert.deepInclude(profile, { email: claims["email"], name: "Nora Quist" })

        // Signing in again voids nothing.
        const later = yield* signIn(again(claims))
        assert.strictEqual(idOf(later.body.access_token), impostor.id)
        assert.strictEqual((yield* send("/api/products", { token: linked.body.access_token })).status, 200)
      })
    )

    it.effect("do not take over the account of another customer of the shop", () =>
      Effect.gen(function* () {
        const claims = newClaims()
        assert.strictEqual((yield* signIn(claims)).status, 200)
        const other = yield* signIn(again(claims, { sub: "somebody-else" }))
        assert.deepStrictEqual(refusal(other), taken)
        const signUp = yield* send("/api/auth/signup", {
          json: { email: claims["email"], password: "fountain pens 7", name: "Late" }
        })
        assert.deepStrictEqual(refusal(signUp), taken)
      })
    )

    it.effect("are never an administrator, a seller or a power user, nor anybody who is deactivated or deleted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const signInAs = (person: string, more: Claims = {}) =>
          Effect.map(signIn(newClaims({ email: `${person}@example.com`, ...more })), refusal)
        for (const person of ["admin", "seller", "power"]) {
          assert.deepStrictEqual(yield* signInAs(person), notCustomers)
          assert.deepStrictEqual(yield* signInAs(person, { email_verified: false }), taken)
          assert.strictEqual((yield* FrontDoor.logIn(person)).access.split(".").length, 3)
        }
        assert.deepStrictEqual(yield* signInAs("dora"), deactivated)

        const claims = newClaims()
        const { body } = yield* signIn(claims)
        const id = String(idOf(body.access_token))
        const expectWhen = (change: string, answer: readonly [number, object]) =>
          Effect.gen(function* () {
            yield* sql`UPDATE users SET ${sql.literal(change)} WHERE id = ${id}`
            assert.deepStrictEqual(refusal(yield* signIn(again(claims))), answer, change)
          })
        yield* expectWhen("role = 'admin'", notCustomers)
        yield* expectWhen("role = 'customer', is_active = false", deactivated)
        yield* expectWhen("deleted_at = now()", deactivated)
        const reclaimed = yield* signIn(again(claims, { sub: "somebody-new" }))
        assert.deepStrictEqual(refusal(reclaimed), taken)
      })
    )

    it.effect("get one account when they come at the same time", () =>
      Effect.gen(function* () {
        const together = (all: ReadonlyArray<Claims>) =>
          Effect.map(Effect.all(all.map(signIn), { concurrency: "unbounded" }), (answers) => ({
            statuses: answers.map(({ status }) => status).toSorted(),
            ids: new Set(answers.filter(({ status }) => status === 200).map(({ body }) => idOf(body.access_token)))
          }))
        const one = newClaims()
        const same = yield* together([one, again(one), again(one, { email: "nora.other@example.com" })])
        assert.deepStrictEqual([same.statuses, same.ids.size], [[200, 200, 200], 1])

        const two = newClaims()
        const rivals = yield* together([two, again(two, { sub: randomUUID() }), again(two, { sub: randomUUID() })])
        assert.deepStrictEqual([rivals.statuses, rivals.ids.size], [[200, 409, 409], 1])

        const three = newClaims()
        const { id } = yield* occupy(String(three["email"]))
        const owners = yield* together([three, again(three, { sub: randomUUID() }), again(three)])
        assert.include(owners.statuses, 409)
        assert.deepStrictEqual(owners.ids, new Set([id]))
      })
    )

    it.effect("are limited by client address, like refreshes", () =>
      Effect.gen(function* () {
        const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "2001:db8:7::1" }
        const statuses = yield* Effect.forEach([1, 2, 3, 4], () =>
          Effect.map(send("/identity/token", { method: "POST", text: "", headers }), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, [422, 422, 422, 429])
      })
    )

    it.effect("claim the guest they were", () =>
      Effect.gen(function* () {
        const { body: guest } = yield* send("/guests", { method: "POST", headers: newClient() })
        const { body } = yield* signIn(newClaims())
        const claimed = yield* send("/guests/claim", {
          token: body.access_token,
          json: { guest_token: guest.access_token }
        })
        assert.deepStrictEqual([claimed.status, claimed.body], [200, { conversations: 0, cart_items: 0 }])
      })
    )
  })
}

const doorWith = (variables: Readonly<Record<string, string>>, logging?: Layer.Layer<never>) =>
  FrontDoor.layer(TestDatabase.seeded, { ...settings, ...variables }, undefined, Modes.local, logging)

layer(doorWith({}), { excludeTestServices: true })("a shop that signs nobody in", (it) => {
  it.effect("has no endpoint for it", () =>
    Effect.gen(function* () {
      const answers = [
        yield* signIn(newClaims()),
        yield* send("/identity/token", { json: {} }),
        yield* send("/identity/token")
      ]
      for (const answer of answers) {
        assert.deepStrictEqual(refusal(answer), refused(404, "Not found"))
      }
    })
  )
})

layer(doorWith({ SHOP_IDENTITY_SECRET: secret }), { excludeTestServices: true })("a shop with a secret", (it) => {
  it.effect("takes no other signature", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signIn(newClaims())).status, 200)
      for (const assertion of [
        signedWith(rsa.privateKey, "RS256", "rsa"),
        signedWith(ec.privateKey, "ES256", "ec"),
        signWith(Modes.jwtSecret, newClaims())
      ]) {
        assert.deepStrictEqual(refusal(yield* Effect.flatMap(assertion, exchange)), invalid)
      }
    })
  )
})

const keysOnly = Layer.unwrapScoped(Effect.map(publishKeys, (url) => doorWith({ SHOP_IDENTITY_JWKS_URL: url })))

layer(keysOnly, { excludeTestServices: true })("a shop with published keys", (it) => {
  it.effect("takes no HS256, whatever it is signed with", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flatMap(signedWith(ec.privateKey, "ES256", "ec"), exchange)).status, 200)
      const pem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString()
      for (const assertion of [
        signed(),
        signed(newClaims(), { kid: "oct" }),
        signWith(pem, newClaims()),
        signWith(pem, newClaims(), { kid: "rsa" })
      ]) {
        assert.deepStrictEqual(refusal(yield* Effect.flatMap(assertion, exchange)), invalid)
      }
    })
  )
})

const unreachable = doorWith({ SHOP_IDENTITY_SECRET: secret, SHOP_IDENTITY_JWKS_URL: "http://127.0.0.1:1/keys" })

layer(unreachable, { excludeTestServices: true })("a shop whose keys cannot be fetched", (it) => {
  it.effect("is asked again later, and signs in with the secret meanwhile", () =>
    Effect.gen(function* () {
      const answer = yield* Effect.flatMap(signedWith(rsa.privateKey, "RS256", "rsa"), exchange)
      assert.deepStrictEqual(refusal(answer), refused(503, "Service temporarily unavailable"))
      assert.strictEqual((yield* signIn(newClaims())).status, 200)
    })
  )
})

/** Lines of at least `info`. */
const lines: Array<readonly [message: string, annotations: Readonly<Record<string, unknown>>]> = []

const logging = Logger.replace(
  Logger.defaultLogger,
  Logger.make(({ annotations, message }) => {
    lines.push([String(message), Object.fromEntries(HashMap.toEntries(annotations))])
  })
)

layer(doorWith({ SHOP_IDENTITY_SECRET: secret }, logging), { excludeTestServices: true })(
  "the log of sign-ins",
  (it) => {
    it.effect("has one line for each, with the client's address and the account", () =>
      Effect.gen(function* () {
        const headers = {
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": "2001:db8:1:2::7"
        }
        const logged = Effect.fnUntraced(function* (claims: Claims) {
          const text = new URLSearchParams({ grant_type: grantType, assertion: yield* signed(claims) }).toString()
          lines.length = 0
          const { body } = yield* send("/identity/token", { method: "POST", text, headers })
          const user = body.access_token === undefined ? {} : { "user.id": idOf(body.access_token) }
          return [lines.slice(), { "client.address": "2001:db8:1:2::7", ...user }] as const
        })
        const claims = newClaims()
        const [added, newcomer] = yield* logged(claims)
        assert.deepStrictEqual(added, [["Customer of the shop added", newcomer]])
        const [refused, client] = yield* logged(claims)
        assert.deepStrictEqual(refused, [
          ["Assertion of the shop refused", { ...client, reason: "Assertion already used" }]
        ])
        const [known] = yield* logged(again(claims))
        assert.deepStrictEqual(known, [["Customer of the shop signed in", newcomer]])
      })
    )

    it.effect("says when an account was linked", () =>
      Effect.gen(function* () {
        const claims = newClaims()
        const { id } = yield* occupy(String(claims["email"]))
        lines.length = 0
        yield* signIn(claims)
        assert.deepStrictEqual(
          lines.map(([message, annotations]) => [message, annotations["user.id"]]),
          [["Account linked to a customer of the shop", id]]
        )
      })
    )
  }
)
