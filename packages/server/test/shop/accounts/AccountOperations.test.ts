import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Email, UserId } from "@storefront/domain/Identity"
import { Array, DateTime, Duration, Effect, Either, Layer, Redacted } from "effect"
import { decodeJwt } from "jose"
import { v7 } from "uuid"
import { noPassword } from "../../../src/platform/auth/Passwords.ts"
import { AccountOperations, type AccountName } from "../../../src/shop/accounts/AccountOperations.ts"
import { forge } from "../../support/tokens.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const byEmail = (name: string): AccountName => ({ _tag: "Email", email: Email.make(`${name}@example.com`) })

const idOf = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly id: UserId }>`SELECT id FROM users WHERE email = ${`${name}@example.com`}`,
      (rows) => rows[0]!.id
    )
  )

const profile = (token: string) => Effect.map(send("/api/profile", { token }), refusal)
const refresh = (token: string) =>
  Effect.map(send("/api/auth/refresh", { json: { refresh_token: token } }), ({ body, status }) => [status, body.detail])
const logIn = (name: string, password = FrontDoor.password) =>
  Effect.map(
    send("/api/auth/login", { json: { email: `${name}@example.com`, password } }),
    ({ body, status }) => [status, body.detail] as const
  )

const noSession = [401, { detail: "Session is no longer valid" }]

for (const engine of TestDatabase.seededEngines) {
  const TestLayer = AccountOperations.layer.pipe(
    Layer.provide(settings({ BCRYPT_COST: "4" })),
    Layer.provideMerge(FrontDoor.layer(engine.layer))
  )

  layer(TestLayer, { excludeTestServices: true })(`accounts on ${engine.name}`, (it) => {
    it.effect("that are deactivated are out at once, and in again with new tokens after they are reactivated", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const tokens = yield* FrontDoor.logIn("carol")
        assert.strictEqual((yield* profile(tokens.access))[0], 200)
        const state = yield* accounts.deactivate(byEmail("carol"))
        assert.deepStrictEqual<unknown>(state, {
          user_id: yield* idOf("carol"),
          email: "carol@example.com",
          name: "Carol Adeyemi",
          role: "customer",
          status: "deactivated"
        })
        assert.deepStrictEqual<unknown>(yield* profile(tokens.access), noSession)
        assert.deepStrictEqual(yield* refresh(tokens.refresh), [403, "Account is deactivated"])
        assert.deepStrictEqual(yield* logIn("carol"), [403, "Account is deactivated"])
        const again = yield* Effect.flip(accounts.deactivate({ _tag: "Id", id: state.user_id }))
        assert.deepInclude(again, { _tag: "AccountNotReady", status: "deactivated", required: ["active"] } as object)
        assert.include(again.message, "Nothing was changed.")

        assert.strictEqual((yield* accounts.reactivate({ _tag: "Id", id: state.user_id })).status, "active")
        assert.deepStrictEqual<unknown>(yield* profile(tokens.access), noSession)
        assert.deepStrictEqual(yield* refresh(tokens.refresh), [401, "Invalid refresh token"])
        const fresh = yield* FrontDoor.logIn("carol")
        assert.strictEqual((yield* profile(fresh.access))[0], 200)
        assert.strictEqual((yield* Effect.flip(accounts.reactivate(byEmail("carol"))))._tag, "AccountNotReady")
      })
    )

    it.effect(
      "without a password are refused like a wrong one, and get in with the one that is set; old tokens end",
      () =>
        Effect.gen(function* () {
          const { setPassword } = yield* AccountOperations
          const sql = yield* SqlClient.SqlClient
          const set = (password: string) => setPassword(byEmail("imported"), Redacted.make(password))
          const [first, second] = ["kettle harbour 52 violet", "violet 52 kettle harbour"]
          yield* sql`
          INSERT INTO users (email, name, role, password_hash) VALUES ('imported@example.com', 'Imported', 'seller', ${noPassword})`
          for (const wrong of [noPassword, "", FrontDoor.password]) {
            assert.deepStrictEqual(yield* logIn("imported", wrong), [401, "Invalid email or password"])
          }
          assert.deepInclude(yield* set(first), { role: "seller", status: "active" } as object)
          const { body: tokens } = yield* send("/api/auth/login", {
            json: { email: "imported@example.com", password: first }
          })
          assert.strictEqual((yield* profile(tokens.access_token))[0], 200)
          yield* set(second)
          assert.deepStrictEqual(yield* logIn("imported", first), [401, "Invalid email or password"])
          assert.deepStrictEqual<unknown>(yield* profile(tokens.access_token), noSession)
          assert.deepStrictEqual(yield* refresh(tokens.refresh_token), [401, "Invalid refresh token"])
          const common = yield* Effect.flip(set("password1"))
          assert.match(common.message, /^The password must not be one of the most common passwords/)
          assert.strictEqual((yield* logIn("imported", second))[0], 200)
        })
    )

    it.effect("of guests and of customers who sign in at the shop get no password", () =>
      Effect.gen(function* () {
        const { setPassword } = yield* AccountOperations
        const sql = yield* SqlClient.SqlClient
        const [guest, customer] = [v7(), v7()]
        yield* sql`
          INSERT INTO users (id, email, name, role, shop_subject, password_hash) VALUES
            (${guest}, ${`${guest}@guest.invalid`}, 'Guest', 'guest', NULL, ${noPassword}),
            (${customer}, 'linked@example.com', 'Linked', 'customer', 'customer-1', ${noPassword})`
        for (const id of [guest, customer]) {
          const name: AccountName = { _tag: "Id", id: UserId.make(id) }
          const refused = yield* Effect.flip(setPassword(name, Redacted.make("kettle harbour 52 violet")))
          assert.strictEqual(refused._tag, "NoPasswordHere")
        }
        assert.deepStrictEqual(
          yield* sql`SELECT DISTINCT password_hash FROM users WHERE id IN (${guest}, ${customer})`,
          [{ password_hash: noPassword }]
        )
      })
    )

    it.effect("that are deleted are out for good, and their address stays taken", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const sql = yield* SqlClient.SqlClient
        const tokens = yield* FrontDoor.logIn("bob")
        const { status, user_id } = yield* accounts.delete(byEmail("bob"))
        assert.strictEqual(status, "deleted")
        assert.deepStrictEqual<unknown>(yield* profile(tokens.access), noSession)
        assert.deepStrictEqual(yield* refresh(tokens.refresh), [401, "Invalid refresh token"])
        assert.deepStrictEqual(yield* logIn("bob"), [401, "Invalid email or password"])
        for (const step of [accounts.reactivate, accounts.deactivate, accounts.delete, accounts.withdrawTokens]) {
          const refused = yield* Effect.flip(step({ _tag: "Id", id: user_id }))
          assert.deepInclude(refused, { _tag: "AccountNotReady", status: "deleted" } as object)
        }
        const password = Redacted.make("kettle harbour 52 violet")
        const unset = yield* Effect.flip(accounts.setPassword({ _tag: "Id", id: user_id }, password))
        assert.deepInclude(unset, { _tag: "AccountNotReady", status: "deleted" } as object)
        const signUp = yield* send("/api/auth/signup", {
          json: { email: "bob@example.com", password: "another-password", name: "Bob" }
        })
        assert.deepStrictEqual(refusal(signUp), [409, { detail: "Email already registered" }])
        const admin = { email: Email.make("bob@example.com"), name: "Bob", password: Redacted.make("another-password") }
        assert.strictEqual((yield* Effect.flip(accounts.createAdmin(admin)))._tag, "EmailTaken")
        const rows = yield* sql`
          SELECT is_active, deleted_at <= now() AS is_deleted, (SELECT count(*)::int > 0 FROM orders WHERE user_id = u.id) AS has_orders
          FROM users u WHERE id = ${user_id}`
        assert.deepStrictEqual(rows, [{ is_active: false, is_deleted: true, has_orders: true }])
      })
    )

    it.effect("can be deleted when they are deactivated", () =>
      Effect.gen(function* () {
        const { delete: remove } = yield* AccountOperations
        assert.strictEqual((yield* remove(byEmail("dora"))).status, "deleted")
      })
    )

    it.effect("that nobody has are unknown", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const id = UserId.make(FrontDoor.unknownId)
        for (const name of [byEmail("nobody"), { _tag: "Id", id } as const]) {
          for (const step of [accounts.deactivate, accounts.reactivate, accounts.delete, accounts.withdrawTokens]) {
            assert.strictEqual((yield* Effect.flip(step(name)))._tag, "UnknownAccount")
          }
        }
      })
    )

    it.effect("are deactivated once when several operators do it at the same time", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const outcomes = yield* Effect.all(
          Array.makeBy(10, () => Effect.either(accounts.deactivate(byEmail("power")))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
        // One that is deleted meanwhile is never active again, whatever comes first.
        yield* Effect.all([Effect.either(accounts.reactivate(byEmail("power"))), accounts.delete(byEmail("power"))], {
          concurrency: "unbounded"
        })
        const refused = yield* Effect.flip(accounts.reactivate(byEmail("power")))
        assert.deepInclude(refused, { status: "deleted" } as object)
      })
    )

    it.effect("of administrators are created with a password of their own, once per address", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const person = {
          email: Email.make("root@example.com"),
          name: "Root",
          password: Redacted.make("correct horse battery")
        }
        const outcomes = yield* Effect.all(
          Array.makeBy(3, () => Effect.either(accounts.createAdmin(person))),
          { concurrency: "unbounded" }
        )
        const [created, ...others] = Array.getRights(outcomes)
        assert.deepStrictEqual(others, [])
        assert.deepInclude(created, { email: "root@example.com", role: "admin", status: "active" } as object)
        const { body } = yield* send("/api/auth/login", {
          json: { email: "root@example.com", password: "correct horse battery" }
        })
        assert.strictEqual((yield* send("/api/admin/usage", { token: body.access_token })).status, 200)
      })
    )

    it.effect("lose a refresh token and the access tokens of it when it is revoked, and keep the others", () =>
      Effect.gen(function* () {
        const { revokeToken } = yield* AccountOperations
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO revoked_tokens (jti, expires_at) VALUES ('outlived', now() - interval '1 minute')`
        const first = yield* FrontDoor.logIn("alice")
        const second = yield* FrontDoor.logIn("alice")
        const { body } = yield* send("/api/auth/refresh", { json: { refresh_token: first.refresh } })
        const renewed = body.access_token
        assert.strictEqual((yield* profile(renewed))[0], 200)
        const jti = decodeJwt(first.refresh).jti ?? ""
        const revoked = yield* revokeToken(jti)
        assert.deepInclude(revoked, { jti, revoked: true } as object)
        const days = Duration.toDays(DateTime.distanceDuration(yield* DateTime.now, revoked.expires_at))
        assert.closeTo(days, 7, 0.01)
        assert.deepStrictEqual(yield* refresh(first.refresh), [401, "Invalid refresh token"])
        assert.strictEqual((yield* refresh(second.refresh))[0], 200)
        assert.deepStrictEqual<unknown>(yield* profile(first.access), noSession)
        assert.deepStrictEqual<unknown>(yield* profile(renewed), noSession)
        assert.strictEqual((yield* profile(second.access))[0], 200)
        assert.strictEqual((yield* Effect.flip(revokeToken(jti)))._tag, "TokenRevokedBefore")
        // What can no longer be used anyway is not kept.
        assert.deepStrictEqual(yield* sql`SELECT jti FROM revoked_tokens`, [{ jti }])
        yield* revokeToken(decodeJwt(second.access).jti ?? "")
        assert.deepStrictEqual<unknown>(yield* profile(second.access), noSession)
      })
    )

    it.effect("lose all their tokens at once when these are withdrawn, and can log in again", () =>
      Effect.gen(function* () {
        const { withdrawTokens } = yield* AccountOperations
        const tokens = yield* FrontDoor.logIn("seller")
        const other = yield* FrontDoor.logIn("seller2")
        assert.strictEqual((yield* withdrawTokens(byEmail("seller"))).status, "active")
        assert.deepStrictEqual<unknown>(yield* profile(tokens.access), noSession)
        assert.deepStrictEqual(yield* refresh(tokens.refresh), [401, "Invalid refresh token"])
        assert.strictEqual((yield* profile(other.access))[0], 200)
        assert.strictEqual((yield* profile((yield* FrontDoor.logIn("seller")).access))[0], 200)
      })
    )
  })
}

/** Where the tokens are our own. */
const ownDoors = FrontDoor.doors().filter(({ mode }) => !mode.isForeign)

for (const door of ownDoors) {
  const TestLayer = AccountOperations.layer.pipe(
    Layer.provide(settings({ BCRYPT_COST: "4" })),
    Layer.provideMerge(door.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`withdrawn tokens on ${door.name}`, (it) => {
    /** The same token from a clock that was so many minutes ahead. */
    const signedAhead = (token: string, minutes: number, changes: object = {}) => {
      const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
      return forge({ claims: { ...claims, iat: iat + minutes * 60, exp: exp + minutes * 60, ...changes } })
    }

    it.effect("stay withdrawn although the clock was ahead when they were signed", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        for (const [name, withdraw] of [
          ["alice", accounts.withdrawTokens(byEmail("alice"))],
          ["bob", Effect.zipRight(accounts.deactivate(byEmail("bob")), accounts.reactivate(byEmail("bob")))]
        ] as const) {
          const tokens = yield* FrontDoor.logIn(name)
          const access = yield* signedAhead(tokens.access, 40)
          const refreshing = yield* signedAhead(tokens.refresh, 40)
          assert.strictEqual((yield* profile(access))[0], 200)
          assert.strictEqual((yield* refresh(refreshing))[0], 200)
          yield* withdraw
          assert.deepStrictEqual<unknown>(yield* profile(access), noSession)
          assert.deepStrictEqual<unknown>(refusal(yield* send("/api/products", { token: access })), noSession)
          assert.deepStrictEqual(yield* refresh(refreshing), [401, "Invalid refresh token"])
        }
      })
    )

    it.effect("are followed by good ones although the clock was ahead when they were withdrawn", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountOperations
        const sql = yield* SqlClient.SqlClient
        const tokens = yield* FrontDoor.logIn("seller")
        yield* accounts.deactivate(byEmail("seller"))
        yield* sql`
          UPDATE users SET tokens_valid_after = tokens_valid_after + interval '40 minutes'
          WHERE email = 'seller@example.com'`
        yield* accounts.reactivate(byEmail("seller"))
        const fresh = yield* FrontDoor.logIn("seller")
        assert.strictEqual((yield* profile(fresh.access))[0], 200)
        const { body } = yield* send("/api/auth/refresh", { json: { refresh_token: fresh.refresh } })
        assert.strictEqual((yield* profile(body.access_token))[0], 200)
        assert.deepStrictEqual<unknown>(yield* profile(tokens.access), noSession)
      })
    )

    it.effect("that name no generation are those from before the withdrawal", () =>
      Effect.gen(function* () {
        const { withdrawTokens } = yield* AccountOperations
        const tokens = yield* FrontDoor.logIn("power")
        const [access, refreshing, later] = yield* Effect.all([
          signedAhead(tokens.access, 0, { gen: undefined }),
          signedAhead(tokens.refresh, 0, { gen: undefined }),
          signedAhead(tokens.access, 40, { gen: undefined })
        ])
        assert.strictEqual((yield* profile(access))[0], 200)
        const { body } = yield* send("/api/auth/refresh", { json: { refresh_token: refreshing } })
        assert.strictEqual((yield* profile(body.access_token))[0], 200)
        yield* withdrawTokens(byEmail("power"))
        assert.deepStrictEqual<unknown>(yield* profile(access), noSession)
        assert.deepStrictEqual<unknown>(yield* profile(body.access_token), noSession)
        assert.deepStrictEqual(yield* refresh(refreshing), [401, "Invalid refresh token"])
        assert.strictEqual((yield* profile(later))[0], 200)
      })
    )
  })
}
