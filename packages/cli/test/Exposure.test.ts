import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { demoPasswordHash } from "@storefront/server/demo/Accounts"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Exit } from "effect"
import * as Exposure from "../src/Exposure.ts"

const remoteAgents = (origin: string) =>
  JSON.stringify(
    Object.fromEntries(
      ["product-discovery", "order-management", "pricing-promotions", "review-sentiment", "inventory-fulfillment"].map(
        (name) => [name, origin]
      )
    )
  )

it.effect("refuses agents over plain HTTP at another address when other machines are let in", () =>
  Effect.gen(function* () {
    const check = (variables: Readonly<Record<string, string>>, isAllowed = false) =>
      Effect.exit(Effect.provide(Exposure.checkTransport(isAllowed), settings(variables)))
    const plain = { HOST: "0.0.0.0", AGENT_REGISTRY: remoteAgents("http://10.0.0.5:8081") }
    assert.isTrue(Exit.isFailure(yield* check(plain)))
    assert.isTrue(Exit.isSuccess(yield* check(plain, true)))
    assert.isTrue(Exit.isSuccess(yield* check({ ...plain, HOST: "127.0.0.2" })))
    assert.isTrue(Exit.isSuccess(yield* check({ ...plain, AGENT_REGISTRY: remoteAgents("https://agents.example") })))
    assert.isTrue(Exit.isSuccess(yield* check({ HOST: "0.0.0.0" })))
    const tools = { HOST: "0.0.0.0", MCP_PRODUCT_URL: "http://mcp-product:9000" }
    assert.isTrue(Exit.isSuccess(yield* check(tools)))
    assert.isTrue(Exit.isFailure(yield* check({ ...tools, MCP_ENABLED: "true" })))
    const refusal = yield* Effect.flip(Effect.provide(Exposure.checkTransport(false), settings(plain)))
    assert.include(String(refusal), "product-discovery is asked over plain HTTP at http://10.0.0.5:8081")
    assert.include(String(refusal), "--insecure-demo")
  })
)

layer(TestDatabase.layer, { excludeTestServices: true })("a shop with demonstration accounts", (it) => {
  it.effect("is kept from other machines until nobody can log in with their password", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const check = (host: string, isAllowed = false) =>
        Effect.exit(Effect.provide(Exposure.checkPasswords(isAllowed), settings({ HOST: host })))
      assert.isTrue(Exit.isSuccess(yield* check("0.0.0.0")))
      yield* sql`INSERT INTO users ${sql.insert({ email: "alice@example.com", name: "Alice", password_hash: demoPasswordHash })}`
      assert.isTrue(Exit.isFailure(yield* check("0.0.0.0")))
      assert.isTrue(Exit.isFailure(yield* check("192.168.1.4")))
      assert.isTrue(Exit.isSuccess(yield* check("127.0.0.1")))
      assert.isTrue(Exit.isSuccess(yield* check("0.0.0.0", true)))
      yield* sql`UPDATE users SET is_active = false`
      assert.isTrue(Exit.isSuccess(yield* check("0.0.0.0")))
    })
  )
})
