import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, HashMap, Logger } from "effect"
import { decodeJwt } from "jose"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import * as Modes from "../../support/modes.ts"
import { send } from "../../support/requests.ts"

type Line = readonly [message: string, annotations: Readonly<Record<string, unknown>>]

/** Lines of at least `info`, about people who come in. */
const lines: Array<Line> = []

const logging = Logger.replace(
  Logger.defaultLogger,
  Logger.make(({ annotations, message }) => {
    lines.push([String(message), Object.fromEntries(HashMap.toEntries(annotations))])
  })
)

/** What a request from an address has logged. */
const logged = Effect.fnUntraced(function* (path: string, json: unknown, from = "2001:db8:1:2::7") {
  lines.length = 0
  const { body } = yield* send(path, { json, headers: { "x-forwarded-for": from } })
  return { body, lines: [...lines] }
})

const email = "carol@example.com"
const password = FrontDoor.password
const client = { "client.address": "2001:db8:1:2::7" }

for (const mode of [Modes.local, Modes.oauth, Modes.foreign]) {
  const door = FrontDoor.layer(
    TestDatabase.seeded,
    { TRUSTED_PROXIES: "127.0.0.1", RATE_LIMIT_LOGIN: "4" },
    undefined,
    mode,
    logging
  )
  layer(door, { excludeTestServices: true })(`the log of who comes in, in ${mode.name}`, (it) => {
    it.effect("has one line for each log-in, with the client's whole address and the account where it is known", () =>
      Effect.gen(function* () {
        const { body, lines } = yield* logged("/api/auth/login", { email, password })
        const carol = { ...client, "user.id": body.user.id }
        assert.deepStrictEqual(lines, [["Logged in", carol]])
        const wrong = yield* logged("/api/auth/login", { email, password: "a wrong password" })
        assert.deepStrictEqual(wrong.lines, [["Log-in refused", { ...carol, reason: "Wrong password" }]])
        const nobody = yield* logged("/api/auth/login", { email: "nobody@example.com", password })
        assert.deepStrictEqual(nobody.lines, [["Log-in refused", { ...client, reason: "Unknown account" }]])
        const dora = yield* logged("/api/auth/login", { email: "dora@example.com", password })
        assert.deepStrictEqual(
          dora.lines.map(([message, { reason }]) => [message, reason]),
          [["Log-in refused", "Account is deactivated"]]
        )
      })
    )

    it.effect("has one line for each sign-up", () =>
      Effect.gen(function* () {
        const form = { email: "newcomer@example.com", password: "kettle harbour 52 violet", name: "Newcomer" }
        const { body, lines } = yield* logged("/api/auth/signup", form)
        assert.deepStrictEqual(lines, [["Account created", { ...client, "user.id": body.user.id }]])
        const again = yield* logged("/api/auth/signup", form)
        assert.deepStrictEqual(again.lines, [["Sign-up refused", { ...client, reason: "Email already registered" }]])
        const common = yield* logged("/api/auth/signup", { ...form, password: "password" })
        assert.match(
          String(common.lines[0]![1]["reason"]),
          /^The password must not be one of the most common passwords/
        )
        assert.lengthOf(common.lines, 1)
      })
    )

    it.effect("has one line for each refresh", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { body } = yield* logged("/api/auth/login", { email: "power@example.com", password })
        const power = { ...client, "user.id": body.user.id }
        const good = yield* logged("/api/auth/refresh", { refresh_token: body.refresh_token })
        assert.deepStrictEqual(good.lines, [["Session refreshed", power]])
        const nobody = yield* logged("/api/auth/refresh", { refresh_token: "garbage" })
        assert.deepStrictEqual(nobody.lines, [["Refresh refused", { ...client, reason: "Invalid refresh token" }]])
        if (!mode.isForeign) {
          const { jti = "" } = decodeJwt(body.refresh_token)
          yield* sql`INSERT INTO revoked_tokens (jti, expires_at) VALUES (${jti}, now() + interval '1 day')`
          const ended = yield* logged("/api/auth/refresh", { refresh_token: body.refresh_token })
          assert.deepStrictEqual(ended.lines, [["Refresh refused", { ...power, reason: "Refresh token is withdrawn" }]])
        }
      })
    )

    it.effect("has one line for what a limit refuses, which counts the /64 of an address", () =>
      Effect.gen(function* () {
        for (const [last, message] of [
          ["1", "Log-in refused"],
          ["2", "Log-in refused"],
          ["3", "Log-in refused"],
          ["4", "Log-in refused"],
          ["5", "Rate limit reached"]
        ]) {
          const address = `2001:db8:9:9::${last}`
          const { lines } = yield* logged("/api/auth/login", { email: "bob@example.com", password: "wrong" }, address)
          assert.deepStrictEqual(
            lines.map(([message, { "client.address": from }]) => [message, from]),
            [[message, address]]
          )
        }
      })
    )
  })
}
