import { FetchHttpClient, HttpClient } from "@effect/platform"
import { assert, describe, it, layer } from "@effect/vitest"
import { examples } from "@storefront/domain/api/Examples"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { Effect, Option, Redacted } from "effect"
import * as Contract from "../../support/contract.ts"
import { type Json } from "../../support/contractRequests.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"
import { version } from "../../../src/platform/config/Version.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { Category } from "@storefront/domain/Catalog"

layer(FrontDoor.layer(TestDatabase.seeded), { excludeTestServices: true })("the OpenAPI document", (it) => {
  it.effect("describes the 20 operations with names, examples and every status", () =>
    Effect.gen(function* () {
      const { body, status } = yield* send("/openapi.json")
      assert.deepStrictEqual([status, body.openapi, body.servers[0].url], [200, "3.1.0", "/"])
      assert.deepStrictEqual([body.info.version, body.info.license.identifier], [version, "MIT"])
      const operations = Object.values<Json>(body.paths).flatMap((item) => Object.values<Json>(item))
      assert.sameMembers(
        operations.map(({ operationId }) => operationId),
        Object.keys(examples)
      )
      for (const { description, operationId, requestBody, responses, security, summary } of operations) {
        assert.isString(summary)
        assert.isNotEmpty(description)
        assert.strictEqual(security.length, operationId.startsWith("auth.") ? 0 : 1)
        const { payload, statuses } = Contract.operations.get(operationId)!
        if (requestBody !== undefined) {
          const { example } = requestBody.content["application/json"]
          assert.isTrue(Contract.decodes(Option.getOrThrow(payload), example), `${operationId}: request`)
        }
        for (const [code, { content, description: meaning, headers }] of Object.entries<Json>(responses)) {
          assert.isNotEmpty(meaning)
          assert.property(headers, "x-trace-id")
          assert.strictEqual(["429", "503"].includes(code), "retry-after" in headers)
          assert.strictEqual(code === "401", "www-authenticate" in headers)
          if (code === "304") {
            continue
          }
          const { example, examples: several = {}, schema } = content["application/json"]
          assert.isObject(schema)
          assert.isTrue(code === "200" || "$ref" in schema, `${operationId}: ${code} has a name`)
          const values = code === "200" ? [example] : Object.values<Json>(several).map(({ value }) => value)
          assert.isNotEmpty(values)
          for (const value of values) {
            assert.isTrue(Contract.decodes(statuses.get(Number(code))!, value), `${operationId}: ${code}`)
          }
        }
      }
    })
  )

  it.effect("refers only to what it has, and has nothing that never comes", () =>
    Effect.gen(function* () {
      const { body } = yield* send("/openapi.json")
      const text = JSON.stringify(body)
      for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
        assert.property(body.components[kind!], name!)
      }
      for (const name of Object.keys(body.components.schemas)) {
        assert.include(text, `"#/components/schemas/${name}"`)
      }
      assert.notMatch(text, /HttpApiDecodeError|PropertyKey/)
      assert.deepStrictEqual(Object.keys(body.paths["/api/products"].get.responses), [
        "200",
        "304",
        "401",
        "413",
        "422",
        "500",
        "503",
        "504"
      ])
      assert.isFalse(body.paths["/api/admin/requests/{request_id}/deny"].post.requestBody.required)
    })
  )

  it.effect("can be browsed with nothing but this server", () =>
    Effect.gen(function* () {
      const get = (path: string) =>
        Effect.flatMap(HttpClient.get(path), (response) =>
          Effect.map(response.text, (text) => ({ status: response.status, headers: response.headers, text }))
        )
      const door = yield* get("/")
      const page = yield* get("/docs")
      assert.deepStrictEqual([door.status, door.headers["location"]], [302, "docs"])
      assert.deepStrictEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"])
      assert.include(page.headers["content-security-policy"], "default-src 'none'; script-src 'self'; style-src 'self'")
      assert.notMatch(page.text, /https?:|<script>|style=/)
      const assets = [...page.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path!)
      assert.deepStrictEqual(assets, ["docs/swagger-ui.css", "docs/swagger-ui-bundle.js", "docs/start.js"])
      for (const path of assets) {
        const asset = yield* get(`/${path}`)
        assert.deepStrictEqual([path, asset.status], [path, 200])
        assert.strictEqual(asset.headers["cache-control"], "public, max-age=86400")
      }
      for (const path of ["/docs/package.json", "/docs/..%2fpackage.json", "/docs/"]) {
        assert.strictEqual((yield* get(path)).status, 404)
      }
    })
  )

  it.effect("has a client that speaks it", () =>
    Effect.gen(function* () {
      const door = yield* StorefrontClient.make()
      const payload = { email: "alice@example.com", password: Redacted.make(FrontDoor.password) }
      const { access_token: accessToken } = yield* door.auth.logIn({ payload })
      const alice = yield* StorefrontClient.make({ accessToken })
      assert.strictEqual((yield* alice.profile.mine()).email, "alice@example.com")
      const { products } = yield* alice.products.list({
        urlParams: { category: Category.make("Books"), limit: 2, offset: 0, sort: "name" }
      })
      assert.deepStrictEqual([products.length, products[0]!.category], [2, "Books"])
      const refused = yield* Effect.flip(alice.admin.usage())
      assert.deepStrictEqual([refused._tag, refused.message], ["AdminRequired", "Admin access required"])
      const unknown = yield* Effect.flip(alice.orders.detail({ path: { order_id: "x" } }))
      assert.strictEqual(unknown._tag, "OrderNotFound")
    })
  )
})

describe("the client", () => {
  it.effect("goes where it is told", () =>
    Effect.gen(function* () {
      const client = yield* StorefrontClient.make({ baseUrl: "http://127.0.0.1:1" })
      assert.strictEqual((yield* Effect.flip(client.profile.mine()))._tag, "RequestError")
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )
})
