import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { decodeJwt } from "jose"
import * as FrontDoor from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { refusal, send } from "../../support/requests.ts"
import { forge, tamper, unsigned, withHeader, withLastBitChanged } from "../../support/tokens.ts"

/** Every endpoint that needs a token, with ids that nobody has and bodies that fit nothing. */
const guarded = [
  ["POST", "/api/chat"],
  ["GET", "/api/conversations"],
  ["GET", "/api/conversations/x"],
  ["DELETE", "/api/conversations/x"],
  ["GET", "/api/products?limit=0"],
  ["GET", "/api/products/x"],
  ["GET", "/api/orders?limit=0"],
  ["GET", "/api/orders/x"],
  ["GET", "/api/profile"],
  ["GET", "/api/marketplace/agents"],
  ["POST", "/api/marketplace/request"],
  ["GET", "/api/marketplace/my-agents"],
  ["GET", "/api/admin/requests"],
  ["POST", "/api/admin/requests/x/approve"],
  ["POST", "/api/admin/requests/x/deny"],
  ["GET", "/api/admin/usage"],
  ["GET", "/api/admin/audit?limit=0"]
] as const

const admin = guarded.filter(([, url]) => url.startsWith("/api/admin"))

const unauthorized = (detail: string) => [401, { detail }] as const

/** The status that an access token gets. */
const profile = (token: string) => Effect.map(send("/api/profile", { token }), refusal)

const nowSeconds = Effect.map(
  Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis),
  (ms) => ms / 1000
)

for (const door of FrontDoor.doors()) {
  layer(door.layer, { excludeTestServices: true })(`authentication on ${door.name}`, (it) => {
    it.effect("comes before everything else on all 17 endpoints", () =>
      Effect.gen(function* () {
        assert.strictEqual(guarded.length, 17)
        for (const [method, url] of guarded) {
          const response = yield* send(url, { method, ...(method === "POST" ? { text: "{" } : {}) })
          assert.deepStrictEqual([url, ...refusal(response)], [url, ...unauthorized("Not authenticated")])
          assert.strictEqual(response.headers["www-authenticate"], "Bearer")
        }
      })
    )

    it.effect("takes only a well-formed bearer token", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("carol")
        const malformed = ["", "Bearer", "Bearer ", `Basic ${token}`, token, `Bearer ${token} x`, `Bearer "${token}"`]
        for (const authorization of malformed) {
          const response = yield* send("/api/profile", { headers: { authorization } })
          assert.deepStrictEqual(
            [authorization, ...refusal(response)],
            [authorization, ...unauthorized("Not authenticated")]
          )
        }
        for (const scheme of ["Bearer", "bearer", "BEARER"]) {
          const response = yield* send("/api/profile", { headers: { authorization: `${scheme} ${token}` } })
          assert.strictEqual(response.status, 200)
        }
      })
    )

    it.effect("refuses every token that is not ours", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("admin")
        const { jti: _, ...claims } = decodeJwt(token)
        const invalid: ReadonlyArray<string> = [
          "garbage",
          "a.b.c",
          `${token}.x`,
          token.slice(0, -2),
          withLastBitChanged(token),
          tamper(token, { role: "admin" }).replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
          tamper(yield* FrontDoor.tokenOf("carol"), { role: "admin" }),
          yield* unsigned(claims),
          withHeader(token, { alg: "none" }),
          withHeader(token, { alg: "nOnE" }),
          `${withHeader(token, { alg: "none" }).split(".").slice(0, 2).join(".")}.`,
          yield* forge({ claims, header: { alg: "HS384" }, secret: jwtSecret.repeat(2) }),
          yield* forge({ claims, header: { alg: "HS512" }, secret: jwtSecret.repeat(2) }),
          withHeader(token, { alg: "HS384" }),
          yield* forge({ claims, secret: "another secret of more than 32 bytes" }),
          withHeader(token, { alg: "HS256", crit: ["x"], x: 1 })
        ]
        for (const [index, each] of invalid.entries()) {
          const response = yield* send("/api/admin/usage", { token: each })
          assert.deepStrictEqual([index, ...refusal(response)], [index, ...unauthorized("Invalid token")])
          assert.strictEqual(response.headers["www-authenticate"], "Bearer")
        }
        assert.strictEqual((yield* send("/api/admin/usage", { token })).status, 200)
        assert.strictEqual((yield* send("/api/admin/usage", { token: yield* forge({ claims }) })).status, 200)
      })
    )

    it.effect("refuses claims that are missing or of another type", () =>
      Effect.gen(function* () {
        const claims = decodeJwt(yield* FrontDoor.tokenOf("carol"))
        const now = yield* nowSeconds
        const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
        const invalid = [
          ...["sub", "role", "user_id", "type", "exp"].map(without),
          { ...claims, type: "Access" },
          { ...claims, role: "root" },
          { ...claims, role: ["admin"] },
          { ...claims, user_id: 5 },
          { ...claims, user_id: "5" },
          { ...claims, sub: "" },
          { ...claims, sub: "nobody@example.com" },
          { ...claims, sub: "a\u0000@example.com" },
          { ...claims, user_id: FrontDoor.unknownId, sub: "alice@example.com" },
          { ...claims, exp: 1e99 },
          { ...claims, iat: 1e99 },
          { ...claims, nbf: now + 3600 },
          { ...claims, jti: "\u0000" },
          { ...claims, gen: -1 },
          { ...claims, gen: 0.5 },
          { ...claims, gen: 2 ** 31 },
          { ...claims, gen: "0" }
        ]
        for (const [index, each] of invalid.entries()) {
          const response = yield* send("/api/orders", { token: yield* forge({ claims: each }) })
          assert.deepStrictEqual([index, ...refusal(response)], [index, ...unauthorized("Invalid token")])
        }
        const bare = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== "iat" && name !== "jti"))
        assert.strictEqual((yield* send("/api/orders", { token: yield* forge({ claims: bare }) })).status, 200)
      })
    )

    it.effect("takes tokens that a clock signed which has been set back since", () =>
      Effect.gen(function* () {
        const claims = decodeJwt(yield* FrontDoor.tokenOf("carol"))
        const now = Math.floor(yield* nowSeconds)
        const ahead = yield* forge({ claims: { ...claims, iat: now + 3600, exp: now + 7200 } })
        assert.strictEqual((yield* profile(ahead))[0], 200)
      })
    )

    it.effect("tells expired tokens and refresh tokens from invalid ones", () =>
      Effect.gen(function* () {
        const { access, refresh } = yield* FrontDoor.logIn("carol")
        const claims = decodeJwt(access)
        const now = yield* nowSeconds
        const expired = yield* forge({ claims: { ...claims, exp: Math.floor(now) } })
        assert.deepStrictEqual(yield* profile(expired), unauthorized("Token expired"))
        assert.deepStrictEqual(yield* profile(refresh), unauthorized(door.mode.refreshAsAccess))
      })
    )

    it.effect("answers 404 on the profile of an account that is gone, and 401 elsewhere", () =>
      Effect.gen(function* () {
        const claims = decodeJwt(yield* FrontDoor.tokenOf("carol"))
        const token = yield* forge({ claims: { ...claims, user_id: FrontDoor.unknownId } })
        assert.deepStrictEqual(yield* profile(token), [404, { detail: "User not found" }])
        assert.deepStrictEqual(refusal(yield* send("/api/orders", { token })), unauthorized("Invalid token"))
      })
    )

    it.effect("ends with the account, a withdrawal, or the token's own revocation", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ended = unauthorized("Session is no longer valid")
        const token = yield* FrontDoor.tokenOf("bob")
        const setBob = (assignment: string) =>
          sql`UPDATE users SET ${sql.literal(assignment)} WHERE email = 'bob@example.com'`
        assert.strictEqual((yield* profile(token))[0], 200)

        yield* setBob("is_active = false")
        assert.deepStrictEqual(yield* profile(token), ended)
        yield* setBob("is_active = true")
        assert.strictEqual((yield* profile(token))[0], 200)

        yield* setBob("is_active = false, deleted_at = now()")
        assert.deepStrictEqual(yield* profile(token), ended)
        yield* setBob("is_active = true, deleted_at = NULL")

        yield* sql`INSERT INTO revoked_tokens ${sql.insert({
          jti: decodeJwt(token).jti ?? "",
          expires_at: new Date("2100-01-01T00:00:00Z")
        })}`
        assert.deepStrictEqual(yield* profile(token), ended)

        const second = yield* FrontDoor.tokenOf("bob")
        assert.strictEqual((yield* profile(second))[0], 200)
        yield* setBob("tokens_valid_after = now(), token_generation = token_generation + 1")
        assert.deepStrictEqual(yield* profile(second), ended)
        const withoutTime = { ...decodeJwt(second), iat: undefined, gen: undefined }
        assert.deepStrictEqual(yield* profile(yield* forge({ claims: withoutTime })), ended)
        assert.strictEqual((yield* profile(yield* FrontDoor.tokenOf("bob")))[0], 200)
      })
    )

    it.effect("lets only admins into the admin endpoints, whatever the path and the body are", () =>
      Effect.gen(function* () {
        assert.strictEqual(admin.length, 5)
        for (const name of ["carol", "seller", "power"]) {
          const token = yield* FrontDoor.tokenOf(name)
          for (const [method, url] of admin) {
            const response = yield* send(url, { method, token, ...(method === "POST" ? { text: "{" } : {}) })
            assert.deepStrictEqual(refusal(response), [403, { detail: "Admin access required" }])
          }
        }
      })
    )

    it.effect("reads the role from the database, not from the token", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const claims = decodeJwt(yield* FrontDoor.tokenOf("carol"))
        const boasting = yield* forge({ claims: { ...claims, role: "admin" } })
        assert.strictEqual((yield* send("/api/admin/usage", { token: boasting })).status, 403)
        const token = yield* FrontDoor.tokenOf("power")
        const setRole = (role: string) => sql`UPDATE users SET role = ${role} WHERE email = 'power@example.com'`
        yield* setRole("admin")
        assert.strictEqual((yield* send("/api/admin/usage", { token })).status, 200)
        yield* setRole("power_user")
        assert.strictEqual((yield* send("/api/admin/usage", { token })).status, 403)
      })
    )

    it.effect("does not believe identity headers of strangers", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("carol")
        const headers = {
          "x-user-id": FrontDoor.unknownId,
          "x-user-email": "admin@example.com",
          "x-user-role": "admin",
          "x-agent-secret": "x"
        }
        assert.strictEqual((yield* send("/api/admin/usage", { token, headers })).status, 403)
        assert.strictEqual((yield* send("/api/profile", { token, headers })).body.email, "carol@example.com")
      })
    )
  })
}
