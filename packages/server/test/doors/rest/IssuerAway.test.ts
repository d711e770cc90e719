import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import * as FakeIssuer from "../../../src/testing/FakeIssuer.ts"
import * as TestAuthServer from "../../../src/testing/TestAuthServer.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import * as Modes from "../../support/modes.ts"
import { refusal, send } from "../../support/requests.ts"

const away = [503, { detail: "Authentication service unavailable" }] as const

const profile = (token: string) => Effect.map(send("/api/profile", { token }), ({ status }) => status)

const logIn = send("/api/auth/login", { json: { email: "alice@example.com", password: FrontDoor.password } })

/** The front door, and the authorization server that it needs. */
const start = Effect.gen(function* () {
  const database = yield* Layer.build(TestDatabase.seeded)
  const findPerson = yield* Effect.provide(Modes.knownPeople, database)
  const issuer = yield* FakeIssuer.start({ findPerson })
  const { file } = yield* TestAuthServer.clientKey
  const mode: Modes.Mode = {
    ...Modes.foreign,
    start: Effect.succeed({
      variables: { AUTH_MODE: "oauth", OAUTH_ISSUER: issuer.name, OAUTH_CLIENT_KEY_FILE: file },
      forger: { sign: issuer.sign }
    })
  }
  const door = FrontDoor.layer(Layer.succeedContext(database), {}, undefined, mode)
  return { issuer, database, door }
})

it.scopedLive("while the authorization server is away reads go on, and nobody can log in; after that all is well", () =>
  Effect.gen(function* () {
    const { door, issuer } = yield* start
    const context = yield* Layer.build(door)
    yield* Effect.gen(function* () {
      const { body } = yield* logIn
      yield* issuer.setDown(true)
      const refresh = send("/api/auth/refresh", { json: { refresh_token: body.refresh_token } })
      const reads = yield* Effect.forEach(Array.range(1, 20), () => profile(body.access_token), { concurrency: 5 })
      assert.deepStrictEqual([...new Set(reads)], [200])
      for (const response of [yield* logIn, yield* refresh]) {
        assert.deepStrictEqual(refusal(response), away)
        assert.match(response.headers["retry-after"] ?? "", /^\d+$/)
      }
      const form = { email: "nina@example.com", password: "correct horse", name: "Nina" }
      assert.deepStrictEqual(refusal(yield* send("/api/auth/signup", { json: form })), away)
      assert.strictEqual(yield* profile("garbage"), 401)

      yield* issuer.setDown(false)
      assert.strictEqual((yield* logIn).status, 200)
      assert.strictEqual((yield* refresh).status, 200)
      // The account was made; its holder logs in.
      assert.strictEqual((yield* send("/api/auth/login", { json: form })).status, 200)
    }).pipe(Effect.provide(context))
  })
)

it.scopedLive(
  "a name or a password that is too long reaches the authorization server as none, not as its beginning",
  () =>
    Effect.gen(function* () {
      const { door, issuer } = yield* start
      const context = yield* Layer.build(door)
      yield* Effect.gen(function* () {
        const long = "a".repeat(1025)
        const forms = [
          { email: "alice@example.com", password: long },
          { email: long, password: FrontDoor.password }
        ]
        for (const json of forms) {
          assert.deepStrictEqual(refusal(yield* send("/api/auth/login", { json })), [
            401,
            { detail: "Invalid email or password" }
          ])
        }
        const sent = issuer.tokenRequests.map(({ password, username }) => ({ username, password }))
        assert.deepStrictEqual(sent, [
          { username: "alice@example.com", password: "" },
          { username: "", password: FrontDoor.password }
        ])
      }).pipe(Effect.provide(context))
    })
)

it.scopedLive("an authorization server that comes up later than the front door is found without a restart", () =>
  Effect.gen(function* () {
    const { database, door, issuer } = yield* start
    const [alice] = yield* Effect.provide(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly id: string }>`SELECT id FROM users WHERE email = 'alice@example.com'`
      ),
      database
    )
    yield* issuer.setDown(true)
    const context = yield* Layer.build(door)
    yield* Effect.gen(function* () {
      const token = yield* issuer.sign({
        aud: "storefront-api",
        sub: "alice@example.com",
        user_id: alice!.id,
        role: "customer",
        type: "access"
      })
      assert.deepStrictEqual(refusal(yield* send("/api/profile", { token })), away)
      assert.deepStrictEqual(refusal(yield* logIn), away)
      yield* issuer.setDown(false)
      assert.strictEqual(yield* profile(token), 200)
      assert.strictEqual((yield* logIn).status, 200)
    }).pipe(Effect.provide(context))
  })
)
