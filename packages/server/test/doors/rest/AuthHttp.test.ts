import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { storableRule } from "@storefront/domain/api/Fields"
import { Array, Effect } from "effect"
import { decodeJwt, decodeProtectedHeader } from "jose"
import { forge } from "../../support/tokens.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

const signUp = (form: unknown) => send("/api/auth/signup", { json: form })
const logIn = (email: unknown, password: unknown) => send("/api/auth/login", { json: { email, password } })
const refresh = (token: unknown) => send("/api/auth/refresh", { json: { refresh_token: token } })

const unauthorized = (detail: string) => [401, { detail }] as const
const invalid = (detail: string) => [422, { detail }] as const

const emailRule = "email: must be a valid e-mail address of at most 254 characters"
const passwordRule = "password: must be 8 to 72 bytes"
const nameRule = "name: must be 1 to 100 characters"

for (const door of FrontDoor.doors()) {
  layer(door.layer, { excludeTestServices: true })(`accounts on ${door.name}`, (it) => {
    it.effect("are made by sign-up, always as a customer of the lowest tier", () =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* signUp({
          email: " Nele.Winter@Example.COM ",
          password: "correct horse",
          name: "  Nele Winter ",
          role: "admin",
          loyalty_tier: "gold",
          total_spend: 1e9,
          is_active: false,
          id: FrontDoor.unknownId
        })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body), ["access_token", "refresh_token", "user"])
        const { id, ...user } = body.user
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
        assert.notStrictEqual(id, FrontDoor.unknownId)
        assert.deepStrictEqual(user, {
          email: "nele.winter@example.com",
          name: "Nele Winter",
          role: "customer",
          loyalty_tier: "bronze",
          total_spend: 0
        })
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual((yield* send("/api/profile", { token: body.access_token })).body.id, id)
        assert.deepStrictEqual((yield* send("/api/marketplace/my-agents", { token: body.access_token })).body, [])
        const again = yield* logIn("NELE.winter@example.com", "correct horse")
        assert.deepStrictEqual(again.body.user, body.user)
      })
    )

    it.effect.skipIf(door.mode.isForeign)("get tokens with exactly the documented claims", () =>
      Effect.gen(function* () {
        const { body } = yield* logIn("carol@example.com", FrontDoor.password)
        const access = decodeJwt(body.access_token)
        const refreshing = decodeJwt(body.refresh_token)
        assert.strictEqual(decodeProtectedHeader(body.access_token).alg, door.mode.algorithm)
        const common = ["sub", "type", "iat", "exp", "jti", "gen"]
        const { ownClaims } = door.mode
        assert.sameMembers(Object.keys(access), [...common, "role", "user_id", "sid", ...ownClaims.access])
        assert.sameMembers(Object.keys(refreshing), [...common, ...ownClaims.refresh])
        assert.deepInclude(access, {
          sub: "carol@example.com",
          role: "customer",
          user_id: body.user.id,
          type: "access"
        })
        assert.deepInclude(refreshing, { sub: "carol@example.com", type: "refresh" })
        assert.strictEqual(access.exp! - access.iat!, 3600)
        assert.strictEqual(refreshing.exp! - refreshing.iat!, 7 * 86_400)
        assert.isTrue(Number.isInteger(access.iat) && Number.isInteger(refreshing.iat))
        assert.notStrictEqual(access.jti, refreshing.jti)
        assert.strictEqual(access["sid"], refreshing.jti)
        const renewed = decodeJwt((yield* refresh(body.refresh_token)).body.access_token)
        assert.strictEqual(renewed["sid"], refreshing.jti)
        assert.notStrictEqual(renewed.jti, access.jti)
      })
    )

    it.effect("are opened by e-mail and password however their accents are written", () =>
      Effect.gen(function* () {
        const [email, password] = [" ÉLODIE@example.com".normalize("NFD"), "clé de voûte".normalize("NFD")]
        const created = yield* signUp({ email, password, name: "Élodie" })
        assert.deepStrictEqual([created.status, created.body.user.email], [200, "élodie@example.com".normalize("NFC")])
        for (const form of ["NFC", "NFD"] as const) {
          const opened = yield* logIn("élodie@example.com".normalize(form), "clé de voûte".normalize(form))
          assert.strictEqual(opened.status, 200)
        }
        const again = yield* signUp({ email: email.normalize("NFC"), password, name: "Élodie" })
        assert.deepStrictEqual(refusal(again), [409, { detail: "Email already registered" }])
        // 72 bytes composed, 108 as typed.
        const long = yield* signUp({
          email: "long-nfd@example.com",
          password: "é".repeat(36).normalize("NFD"),
          name: "L"
        })
        assert.strictEqual(long.status, 200)
        const short = yield* signUp({ email: "short@example.com", password: "éé123".normalize("NFD"), name: "S" })
        assert.deepStrictEqual(refusal(short), invalid(passwordRule))
      })
    )

    it.effect("name the first field that is wrong, and never its value", () =>
      Effect.gen(function* () {
        const good = { email: "a@example.com", password: "correct horse", name: "A" }
        const cases: ReadonlyArray<readonly [object, string]> = [
          [{}, emailRule],
          [{ ...good, email: null }, emailRule],
          [{ ...good, email: { $gt: "" } }, emailRule],
          [{ ...good, email: "", password: "", name: "" }, emailRule],
          [{ ...good, email: "a@b" }, emailRule],
          [{ ...good, email: "a@@example.com" }, emailRule],
          [{ ...good, email: "@example.com" }, emailRule],
          [{ ...good, email: "a b@example.com" }, emailRule],
          [{ ...good, email: "a@exa_mple.com" }, emailRule],
          [{ ...good, email: "a@-example.com" }, emailRule],
          [{ ...good, email: `${"a".repeat(65)}@example.com` }, emailRule],
          [{ ...good, email: `a@${"b.".repeat(130)}com` }, emailRule],
          [{ ...good, email: "a\u0000@example.com" }, `email: ${storableRule}`],
          [{ ...good, password: "seven77", name: "" }, passwordRule],
          [{ ...good, password: "ü".repeat(37) }, passwordRule],
          [{ ...good, password: "x".repeat(73) }, passwordRule],
          [{ ...good, password: "correct\u0000horse" }, `password: ${storableRule}`],
          [{ ...good, password: ["correct horse"] }, passwordRule],
          [{ ...good, name: "   " }, nameRule],
          [{ ...good, name: "x".repeat(101) }, nameRule],
          [{ ...good, name: "a\ud800" }, `name: ${storableRule}`],
          [{ ...good, name: 5 }, nameRule]
        ]
        for (const [form, detail] of cases) {
          assert.deepStrictEqual(refusal(yield* signUp(form)), invalid(detail))
        }
        const longest = { ...good, email: "long@example.com", password: "ü".repeat(36), name: "😀".repeat(100) }
        assert.strictEqual((yield* signUp(longest)).body.user.name, longest.name)
      })
    )

    it.effect("have a password that would not be guessed early", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const person = { email: "mira.holt@example.com", name: "Mira Holt" }
        for (const [password, kind] of [
          ["password", "one of the most common passwords"],
          ["12345678", "one of the most common passwords"],
          ["        ", "white space alone"],
          ["Mira.Holt@example.com", "your own e-mail address or name"],
          ["mira holt", "your own e-mail address or name"]
        ]) {
          const mend = "choose several unrelated words, or have a password manager make one"
          assert.deepStrictEqual(
            refusal(yield* signUp({ ...person, password })),
            invalid(`password: must not be ${kind}: ${mend}`)
          )
        }
        assert.lengthOf(yield* sql`SELECT FROM users WHERE email = ${person.email}`, 0)
        assert.strictEqual((yield* signUp({ ...person, password: "kettle harbour 52 violet" })).status, 200)
      })
    )

    it.effect("have an e-mail address of their own, also when fifty people want it at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const taken = { email: "Alice@example.com ", password: "correct horse", name: "A" }
        assert.deepStrictEqual(refusal(yield* signUp(taken)), [409, { detail: "Email already registered" }])
        const responses = yield* Effect.forEach(
          Array.range(1, 50),
          (n) => signUp({ email: "race@example.com", password: "correct horse", name: `Racer ${n}` }),
          { concurrency: "unbounded" }
        )
        const winners = responses.filter(({ status }) => status === 200)
        const losers = responses.filter(({ status }) => status !== 200)
        assert.strictEqual(winners.length, 1)
        assert.strictEqual(losers.length, 49)
        for (const loser of losers) {
          assert.deepStrictEqual(refusal(loser), [409, { detail: "Email already registered" }])
        }
        const rows = yield* sql`SELECT id, password_hash FROM users WHERE email = 'race@example.com'`
        assert.strictEqual(rows.length, 1)
        assert.strictEqual(rows[0]!["id"], winners[0]!.body.user.id)
        assert.match(String(rows[0]!["password_hash"]), /^\$2[aby]\$04\$/)
      })
    )

    it.effect("refuse a wrong e-mail and a wrong password with the same words", () =>
      Effect.gen(function* () {
        const wrong = unauthorized("Invalid email or password")
        const cases = [
          ["carol@example.com", "wrong password"],
          ["nobody@example.com", FrontDoor.password],
          ["no e-mail at all", FrontDoor.password],
          ["carol\u0000@example.com", FrontDoor.password],
          ["carol@example.com", ""],
          ["carol@example.com", `${FrontDoor.password}${"x".repeat(100)}`],
          ["", ""],
          ["' OR 1=1 --", "x"]
        ]
        for (const [email, password] of cases) {
          const response = yield* logIn(email, password)
          assert.deepStrictEqual(refusal(response), wrong)
          assert.strictEqual(response.headers["www-authenticate"], "Bearer")
        }
        assert.deepStrictEqual(refusal(yield* logIn(undefined, "x")), invalid("email: is missing"))
        assert.deepStrictEqual(refusal(yield* logIn("x", 5)), invalid("password: must be a string"))
      })
    )

    it.effect("say that they are deactivated only to who knows the password", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(refusal(yield* logIn("dora@example.com", FrontDoor.password)), [
          403,
          { detail: "Account is deactivated" }
        ])
        assert.deepStrictEqual(
          refusal(yield* logIn("dora@example.com", "wrong")),
          unauthorized("Invalid email or password")
        )
      })
    )

    it.effect("get a new access token, and nothing else, for a refresh token", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tokens = yield* FrontDoor.logIn("power")
        yield* sql`UPDATE users SET role = 'seller' WHERE email = 'power@example.com'`
        const { body, status } = yield* refresh(tokens.refresh)
        yield* sql`UPDATE users SET role = 'power_user' WHERE email = 'power@example.com'`
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body), ["access_token"])
        assert.strictEqual(decodeJwt(body.access_token)["role"], "seller")
        assert.strictEqual((yield* send("/api/profile", { token: body.access_token })).status, 200)
        assert.strictEqual((yield* refresh(tokens.refresh)).status, 200)
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(door.layer, { excludeTestServices: true })(`accounts on ${door.name}`, (it) => {
    it.effect.skipIf(door.mode.isForeign)(
      "refuse refresh tokens that are expired, of the wrong type, or withdrawn",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const tokens = yield* FrontDoor.logIn("carol")
          const claims = decodeJwt(tokens.refresh)
          const unknown = unauthorized("Invalid refresh token")
          const cases: ReadonlyArray<readonly [string, readonly [number, object]]> = [
            [tokens.access, unauthorized("Invalid token type")],
            [yield* forge({ claims: { ...claims, exp: 1 } }), unauthorized("Refresh token expired")],
            ["", unknown],
            ["garbage", unknown],
            [yield* forge({ claims, secret: "another secret of more than 32 bytes" }), unknown],
            [yield* forge({ claims: { ...claims, sub: "nobody@example.com" } }), unknown],
            [yield* forge({ claims: { sub: claims.sub, type: "refresh" } }), unknown],
            [
              yield* forge({ claims: { ...claims, sub: "dora@example.com" } }),
              [403, { detail: "Account is deactivated" }]
            ]
          ]
          for (const [token, expected] of cases) {
            assert.deepStrictEqual(refusal(yield* refresh(token)), expected)
          }
          for (const [json, detail] of [
            [{}, "refresh_token: is missing"],
            [{ refresh_token: null }, "refresh_token: must be a string"]
          ] as const) {
            assert.deepStrictEqual(refusal(yield* send("/api/auth/refresh", { json })), invalid(detail))
          }
          const issuedLater = yield* forge({ claims: { ...claims, iat: claims.iat! + 3600 } })
          assert.strictEqual((yield* refresh(issuedLater)).status, 200)
          const renewed = (yield* refresh(tokens.refresh)).body.access_token
          assert.strictEqual((yield* send("/api/profile", { token: renewed })).status, 200)
          yield* sql`INSERT INTO revoked_tokens ${sql.insert({ jti: claims.jti ?? "", expires_at: new Date(4e12) })}`
          assert.deepStrictEqual(refusal(yield* refresh(tokens.refresh)), unknown)
          for (const token of [tokens.access, renewed]) {
            for (const path of ["/api/profile", "/api/products"]) {
              assert.deepStrictEqual(refusal(yield* send(path, { token })), unauthorized("Session is no longer valid"))
            }
          }
          const second = yield* FrontDoor.logIn("carol")
          yield* sql`UPDATE users SET token_generation = token_generation + 1 WHERE email = 'carol@example.com'`
          assert.deepStrictEqual(refusal(yield* refresh(second.refresh)), unknown)
          const third = yield* FrontDoor.logIn("carol")
          yield* sql`UPDATE users SET is_active = false, deleted_at = now() WHERE email = 'carol@example.com'`
          assert.deepStrictEqual(refusal(yield* refresh(third.refresh)), unknown)
          assert.deepStrictEqual(
            refusal(yield* logIn("carol@example.com", FrontDoor.password)),
            unauthorized("Invalid email or password")
          )
        })
    )
  })
}
