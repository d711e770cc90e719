import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Schedule } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { type Received, refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const logIn = (name: string, password: string, client = "203.0.113.1") =>
  send("/api/auth/login", {
    json: { email: `${name}@example.com`, password },
    headers: { "x-forwarded-for": client }
  })

/** Refused by a limit, with a time to come back that is not after the end of the window. */
const isLimited = (response: Received, windowSeconds: number) => {
  assert.deepStrictEqual(refusal(response), [429, { detail: "Too many requests" }])
  const wait = Number(response.headers["retry-after"])
  assert.isTrue(Number.isInteger(wait) && wait >= 1 && wait <= windowSeconds, `waits ${wait} s`)
}

/** Nothing was counted yet, and the minute is not about to end. */
const freshMinute = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql<{ left: number }>`SELECT (60 - extract(second FROM now()))::float8 AS left`.pipe(
    Effect.repeat({ until: ([row]) => row!.left > 5, schedule: Schedule.spaced("200 millis") })
  )
  yield* sql`DELETE FROM rate_limits`
})

const variables = {
  TRUSTED_PROXIES: "127.0.0.0/8",
  RATE_LIMIT_LOGIN: "3",
  RATE_LIMIT_LOGIN_ADDRESS: "6",
  RATE_LIMIT_SIGNUP: "2",
  RATE_LIMIT_REFRESH: "2",
  RATE_LIMIT_CHAT: "2"
}

for (const door of FrontDoor.doors(variables)) {
  layer(door.layer, { excludeTestServices: true })(`the limits of the REST interface on ${door.name}`, (it) => {
    it.effect("stop guessing a password, for one account and one client", () =>
      Effect.gen(function* () {
        yield* freshMinute
        for (const _ of Array.range(1, 3)) {
          assert.strictEqual((yield* logIn("alice", "wrong")).status, 401)
          // What succeeds does not count.
          assert.strictEqual((yield* logIn("bob", FrontDoor.password)).status, 200)
        }
        isLimited(yield* logIn("alice", "wrong"), 900)
        isLimited(yield* logIn("ALICE", FrontDoor.password), 900)
        assert.strictEqual((yield* logIn("alice", FrontDoor.password, "203.0.113.2")).status, 200)
        assert.strictEqual((yield* logIn("carol", FrontDoor.password)).status, 200)
      })
    )

    it.effect("stop guessing at once, the right password among the guesses", () =>
      Effect.gen(function* () {
        yield* freshMinute
        const guesses = [...Array.makeBy(20, () => "wrong"), FrontDoor.password]
        const responses = yield* Effect.forEach(guesses, (guess) => logIn("carol", guess), {
          concurrency: "unbounded"
        })
        const counted = Array.map([200, 401, 429], (code) => responses.filter(({ status }) => status === code).length)
        assert.deepStrictEqual(counted, [0, 3, 18])
      })
    )

    it.effect("stop a client that tries many accounts, before its body is looked at", () =>
      Effect.gen(function* () {
        yield* freshMinute
        for (const n of Array.range(1, 6)) {
          assert.strictEqual((yield* logIn(`nobody${n}`, "x")).status, 401)
        }
        isLimited(yield* logIn("alice", FrontDoor.password), 900)
        const headers = { "x-forwarded-for": "203.0.113.1" }
        isLimited(yield* send("/api/auth/login", { method: "POST", text: "{", headers }), 900)
        assert.strictEqual(
          (yield* send("/api/auth/login", { method: "POST", text: "{", headers: { "x-forwarded-for": "::1" } })).status,
          400
        )
      })
    )

    it.effect("hold for sign-up and refresh per client address", () =>
      Effect.gen(function* () {
        yield* freshMinute
        for (const [url, window] of [
          ["/api/auth/signup", 3600],
          ["/api/auth/refresh", 60]
        ] as const) {
          const ask = (client: string) =>
            send(url, { method: "POST", text: "{", headers: { "x-forwarded-for": `198.51.100.9, ${client}` } })
          assert.strictEqual((yield* ask("203.0.113.7")).status, 400)
          assert.strictEqual((yield* ask("203.0.113.7")).status, 400)
          isLimited(yield* ask("203.0.113.7"), window)
          assert.strictEqual((yield* ask("203.0.113.8")).status, 400)
        }
      })
    )

    it.effect("hold for chat per user, after the token and before the body", () =>
      Effect.gen(function* () {
        yield* freshMinute
        const [alice, bob] = yield* Effect.all([FrontDoor.tokenOf("alice"), FrontDoor.tokenOf("bob")])
        const chat = (token?: string) =>
          send("/api/chat", { method: "POST", text: "{", ...(token === undefined ? {} : { token }) })
        assert.deepStrictEqual(
          [(yield* chat(alice)).status, (yield* chat(alice)).status, (yield* chat()).status],
          [400, 400, 401]
        )
        isLimited(yield* chat(alice), 60)
        assert.strictEqual((yield* chat(bob)).status, 400)
      })
    )
  })
}

layer(FrontDoor.layer(TestDatabase.seeded, { RATE_LIMIT_LOGIN: "1" }), { excludeTestServices: true })(
  "without trusted proxies",
  (it) => {
    it.effect("a client cannot choose its address", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* logIn("alice", "wrong", "203.0.113.1")).status, 401)
        isLimited(yield* logIn("alice", "wrong", "203.0.113.2"), 900)
      })
    )
  }
)
