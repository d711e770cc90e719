import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send, type Sent } from "../../support/requests.ts"
import { Forger } from "../../support/tokens.ts"

const variables = {
  GUESTS_ENABLED: "true",
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMIT_GUESTS: "5",
  RATE_LIMIT_GUEST_CHAT: "30"
}

/** A client of its own address, so that tests do not share a limit. */
const from = (address: string): Pick<Sent, "headers"> => ({ headers: { "x-forwarded-for": address } })

let clients = 0
const newClient = () => from(`10.1.${Math.floor(++clients / 250)}.${clients % 250}`)

const open = (sent: Sent = newClient()) => send("/guests", { method: "POST", ...sent })

const newGuest = Effect.map(
  Effect.suspend(() => open()),
  ({ body }) => ({
    token: String(body.access_token),
    id: String(body.user.id)
  })
)

const claim = (token: string, guest_token: string) => send("/guests/claim", { token, json: { guest_token } })

/** Deletes what a limit has counted. */
const forget = (limit: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM rate_limits WHERE bucket LIKE ${`${limit}:%`}`)

/** How many keys used a limit, and how often they might, also if a window ended meanwhile. */
const allowedOf = (limit: string, max: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`
        SELECT count(DISTINCT bucket)::int AS keys, sum(least(hits, ${max}::int))::int AS uses FROM rate_limits
        WHERE bucket LIKE ${`${limit}:%`}`,
      ([row]) => row
    )
  )

const successesIn = (statuses: ReadonlyArray<number>) => statuses.filter((status) => status === 200).length

const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())

for (const { layer: door, mode, name } of FrontDoor.doors(variables)) {
  layer(door, { excludeTestServices: true })(`guests on ${name}`, (it) => {
    it.effect("get a token for 7 days", () =>
      Effect.gen(function* () {
        const { body, status } = yield* open()
        assert.strictEqual(status, 200)
        const { access_token, user, ...others } = body
        assert.deepStrictEqual(others, { token_type: "Bearer", expires_in: 604_800 })
        assert.deepStrictEqual(Object.keys(user), ["id", "role"])
        assert.strictEqual(user.role, "guest")
        const { exp, gen, iat, role, sub, type } = payloadOf(access_token)
        assert.deepStrictEqual(
          { gen, lifetime: exp - iat, role, sub, type },
          {
            gen: 0,
            lifetime: 604_800,
            role: "guest",
            sub: `${user.id}@guest.invalid`,
            type: "access"
          }
        )
      })
    )

    it.effect("get a new token for the old one, and nobody else does", () =>
      Effect.gen(function* () {
        const { id, token } = yield* newGuest
        const renewed = yield* open({ token })
        assert.deepStrictEqual([renewed.status, renewed.body.user.id], [200, id])
        assert.strictEqual((yield* send("/api/products", { token: renewed.body.access_token })).status, 200)
        for (const other of [yield* FrontDoor.tokenOf("alice"), "rubbish", `${token}x`]) {
          assert.deepStrictEqual(refusal(yield* open({ token: other })), [401, { detail: "Invalid token" }])
        }
        const basic = { headers: { authorization: "Basic YTpi" } }
        assert.deepStrictEqual(refusal(yield* open(basic)), [401, { detail: "Not authenticated" }])
      })
    )

    it.effect("read products and conversations, chat, and are asked to sign in for the rest", () =>
      Effect.gen(function* () {
        const { token } = yield* newGuest
        for (const path of ["/api/products?limit=1", "/api/conversations"]) {
          assert.strictEqual((yield* send(path, { token })).status, 200, path)
        }
        const said = yield* send("/api/chat", { token, json: { message: "Hello" }, ...newClient() })
        assert.deepStrictEqual([said.status, said.body.response], [200, "Hello"])
        for (const path of [
          "/api/orders",
          `/api/orders/${FrontDoor.unknownId}`,
          "/api/profile",
          "/api/marketplace/agents",
          "/api/marketplace/my-agents"
        ]) {
          assert.deepStrictEqual(refusal(yield* send(path, { token })), [403, { detail: "Sign in to do this" }], path)
        }
        const request = yield* send("/api/marketplace/request", { token, json: {} })
        assert.deepStrictEqual(refusal(request), [403, { detail: "Sign in to do this" }])
        assert.deepStrictEqual(refusal(yield* send("/api/admin/usage", { token })), [
          403,
          { detail: "Admin access required" }
        ])
        assert.deepStrictEqual(refusal(yield* claim(token, token)), [403, { detail: "Sign in to do this" }])
      })
    )

    it.effect("have an address that nobody can log in with, or sign up for", () =>
      Effect.gen(function* () {
        const { id } = yield* newGuest
        const email = `${id}@guest.invalid`
        for (const password of ["-", FrontDoor.password]) {
          const logIn = yield* send("/api/auth/login", { json: { email, password } })
          assert.deepStrictEqual(refusal(logIn), [401, { detail: "Invalid email or password" }])
        }
        const signUp = yield* send("/api/auth/signup", {
          json: { email: "me@guest.invalid", password: "fountain pens 7", name: "Me" }
        })
        assert.strictEqual(signUp.status, 422)
      })
    )

    it.effect("are limited by client address: an IPv6 client has a /64", () =>
      Effect.gen(function* () {
        const statuses = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (n) =>
          Effect.map(open(from(`2001:db8:0:1::${n}`)), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429])
        assert.strictEqual((yield* open(from("2001:db8:0:2::1"))).status, 200)
        const sql = yield* SqlClient.SqlClient
        const buckets = yield* sql`SELECT bucket FROM rate_limits WHERE bucket LIKE 'guests:%'`
        assert.isAbove(buckets.length, 0)
        for (const { bucket } of buckets) {
          assert.match(String(bucket), /^guests:[\w-]{43}$/)
        }
      })
    )

    it.effect("say at most 20 messages a minute each, also from many addresses", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, token } = yield* newGuest
        const say = Effect.suspend(() => send("/api/chat", { token, json: { message: "Hello" }, ...newClient() }))
        // Some of them may fall into the next minute.
        const refused = yield* Effect.repeat(say, { until: ({ status }) => status !== 200, times: 41 })
        assert.deepStrictEqual(refusal(refused), [429, { detail: "Too many requests" }])
        assert.isAtLeast(Number(refused.headers["retry-after"]), 1)
        const windows =
          yield* sql`SELECT hits FROM rate_limits WHERE bucket = ${`guest-minute:${id}`} ORDER BY window_start`
        assert.strictEqual(windows.at(-1)!["hits"], 21)
        assert.isTrue(windows.slice(0, -1).every(({ hits }) => Number(hits) <= 20))
        const another = yield* newGuest
        const heard = yield* send("/api/chat", { token: another.token, json: { message: "Hello" }, ...newClient() })
        assert.strictEqual(heard.status, 200)
      })
    )

    it.effect("say as many messages in an hour as their address may, together", () =>
      Effect.gen(function* () {
        const client = newClient()
        const tokens = yield* Effect.replicateEffect(
          Effect.map(newGuest, ({ token }) => token),
          5
        )
        const say = (token: string) => send("/api/chat", { token, json: { message: "Hello" }, ...client })
        yield* forget("guest-chat")
        const statuses = yield* Effect.forEach(
          Array.makeBy(35, (n) => tokens[n % 5]!),
          (token) => Effect.map(say(token), ({ status }) => status)
        )
        assert.deepStrictEqual(yield* allowedOf("guest-chat", 30), { keys: 1, uses: successesIn(statuses) })
        assert.isAtLeast(successesIn(statuses), 30)
        // An account at the same address has a limit of its own.
        assert.strictEqual((yield* say(yield* FrontDoor.tokenOf("alice"))).status, 200)
      })
    )

    // Counting does not depend on the signature.
    it.effect.skipIf(mode.algorithm === "RS256")("of 50 addresses meet the limit of each", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forget("guests")
        const clients = Array.makeBy(50, newClient)
        const mint = Effect.forEach(clients, (client) => Effect.map(open(client), ({ status }) => status))
        assert.strictEqual(successesIn(yield* mint), 50)
        assert.deepStrictEqual(yield* allowedOf("guests", 5), { keys: 50, uses: 50 })
        // As if each had minted five, also in the hour that may begin now.
        yield* sql`UPDATE rate_limits SET hits = 5 WHERE bucket LIKE 'guests:%'`
        yield* sql`
          INSERT INTO rate_limits SELECT bucket, window_start + interval '1 hour', 5 FROM rate_limits WHERE bucket LIKE 'guests:%'`
        assert.deepStrictEqual(
          yield* mint,
          clients.map(() => 429)
        )
        assert.lengthOf(yield* sql`SELECT FROM rate_limits WHERE bucket LIKE '%10.1.%'`, 0)
      })
    )

    // Only in local mode does the forger have the orchestrator's key.
    it.effect.skipIf(mode.algorithm === "RS256")("are renewed, and claimed, with a token that has expired", () =>
      Effect.gen(function* () {
        const { id, token } = yield* newGuest
        const forger = yield* Forger
        const exp = Math.floor(Date.now() / 1000) - 3_600
        const expired = yield* forger.sign({ ...payloadOf(token), iat: exp - 604_800, exp }, {})
        assert.deepStrictEqual(refusal(yield* send("/api/products", { token: expired })), [
          401,
          { detail: "Token expired" }
        ])
        const renewed = yield* open({ token: expired })
        assert.deepStrictEqual([renewed.status, renewed.body.user.id], [200, id])
        assert.strictEqual((yield* send("/api/products", { token: renewed.body.access_token })).status, 200)
        const bob = yield* FrontDoor.tokenOf("bob")
        assert.deepStrictEqual(refusal(yield* claim(bob, expired)), [200, { conversations: 0, cart_items: 0 }])
        assert.deepStrictEqual(refusal(yield* open({ token: expired })), [401, { detail: "Invalid token" }])
      })
    )

    it.effect("hand over conversations and cart to an account, once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, token } = yield* newGuest
        const alice = yield* FrontDoor.tokenOf("alice")
        const [account] = yield* sql`SELECT id FROM users WHERE email = 'alice@example.com'`
        const owner = String(account!["id"])
        const products = (yield* sql`SELECT id FROM products WHERE is_active ORDER BY id LIMIT 3`).map((row) =>
          String(row["id"])
        )
        yield* sql`DELETE FROM carts WHERE user_id = ${owner}`
        const fill = (user: string, lines: ReadonlyArray<readonly [number, number]>) =>
          Effect.gen(function* () {
            const [cart] = yield* sql`INSERT INTO carts (user_id) VALUES (${user}) RETURNING id`
            yield* Effect.forEach(
              lines,
              ([product, quantity]) =>
                sql`INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${String(cart!["id"])}, ${products[product]!}, ${quantity})`
            )
          })
        yield* fill(owner, [
          [0, 2],
          [1, 60]
        ])
        yield* fill(id, [
          [1, 70],
          [2, 5]
        ])
        const [conversation] =
          yield* sql`INSERT INTO conversations (user_id, title) VALUES (${id}, 'Lamps') RETURNING id`

        const claimed = yield* claim(alice, token)
        assert.deepStrictEqual([claimed.status, claimed.body], [200, { conversations: 1, cart_items: 2 }])
        const lines = yield* sql`
          SELECT product_id, quantity FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.user_id = ${owner} ORDER BY product_id`
        assert.deepStrictEqual(
          lines.map((line) => [line["product_id"], line["quantity"]]),
          [
            [products[0], 2],
            [products[1], 99],
            [products[2], 5]
          ]
        )
        const read = yield* send(`/api/conversations/${String(conversation!["id"])}`, { token: alice })
        assert.strictEqual(read.status, 200)

        assert.deepStrictEqual(refusal(yield* send("/api/products", { token })), [
          401,
          { detail: "Session is no longer valid" }
        ])
        assert.deepStrictEqual(refusal(yield* open({ token })), [401, { detail: "Invalid token" }])
        assert.deepStrictEqual((yield* claim(alice, token)).body, { conversations: 1, cart_items: 2 })
        const bob = yield* FrontDoor.tokenOf("bob")
        assert.deepStrictEqual(refusal(yield* claim(bob, token)), [409, { detail: "Already claimed" }])
        for (const wrong of [alice, "rubbish"]) {
          assert.deepStrictEqual(refusal(yield* claim(bob, wrong)), [401, { detail: "Invalid token" }])
        }
      })
    )

    it.effect("are not claimed while they wait for an answer", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, token } = yield* newGuest
        const [conversation] =
          yield* sql`INSERT INTO conversations (user_id, title) VALUES (${id}, 'Lamps') RETURNING id`
        const [turn] = yield* sql`
          INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, expires_at)
          VALUES (${id}, ${String(conversation!["id"])}, gen_random_uuid(), ${"a".repeat(32)}, 'rest', 'running', now() + interval '1 minute')
          RETURNING id`
        const bob = yield* FrontDoor.tokenOf("bob")
        assert.deepStrictEqual(refusal(yield* claim(bob, token)), [409, { detail: "Conversation is busy" }])
        yield* sql`DELETE FROM turns WHERE id = ${String(turn!["id"])}`
        assert.deepStrictEqual((yield* claim(bob, token)).body, { conversations: 1, cart_items: 0 })
      })
    )

    it.effect("are claimed once by two who try at the same time", () =>
      Effect.gen(function* () {
        const { token } = yield* newGuest
        const people = [yield* FrontDoor.tokenOf("alice"), yield* FrontDoor.tokenOf("bob")]
        const statuses = yield* Effect.forEach(
          [...people, ...people],
          (person) => Effect.map(claim(person, token), ({ status }) => status),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual(statuses.toSorted(), [200, 200, 409, 409])
      })
    )

    it.effect("are not made of tokens that the orchestrator did not sign", () =>
      Effect.gen(function* () {
        const { token } = yield* newGuest
        const claims = payloadOf(token)
        const forger = yield* Forger
        // In local mode the forger has the secret itself.
        if (mode.algorithm === "RS256") {
          const forged = yield* forger.sign({ ...claims, iss: undefined }, {})
          assert.strictEqual((yield* open({ token: forged })).status, 401)
        }
        const [header, , signature] = token.split(".")
        const altered = Buffer.from(JSON.stringify({ ...claims, role: "admin" })).toString("base64url")
        assert.strictEqual((yield* send("/api/products", { token: `${header}.${altered}.${signature}` })).status, 401)
      })
    )
  })
}

layer(FrontDoor.doors()[0]!.layer, { excludeTestServices: true })("a shop without guests", (it) => {
  it.effect("has no endpoints for them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(refusal(yield* open({})), [404, { detail: "Not found" }])
      const alice = yield* FrontDoor.tokenOf("alice")
      assert.deepStrictEqual(refusal(yield* claim(alice, "a.b.c")), [404, { detail: "Not found" }])
      assert.deepStrictEqual(refusal(yield* send("/guests/claim", { json: {} })), [404, { detail: "Not found" }])
    })
  )
})
