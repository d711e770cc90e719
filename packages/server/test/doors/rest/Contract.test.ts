import { HttpApi } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Methods of every path of the contract, parameters filled with an id. */
const paths = () => {
  const found = new Map<string, Array<string>>()
  HttpApi.reflect(StorefrontApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const url = endpoint.path.replace(/:\w+/g, FrontDoor.unknownId)
      found.set(url, [...(found.get(url) ?? []), endpoint.method])
    }
  })
  return found
}

const bodies = ["/api/auth/signup", "/api/auth/login", "/api/auth/refresh", "/api/chat", "/api/marketplace/request"]
const optionalBodies = ["approve", "deny"].map((verb) => `/api/admin/requests/${FrontDoor.unknownId}/${verb}`)

layer(FrontDoor.layer(TestDatabase.seeded), { excludeTestServices: true })("the contract", (it) => {
  it.effect("has 20 endpoints, and 405 with the right methods for every other one", () =>
    Effect.gen(function* () {
      const methods = paths()
      assert.strictEqual([...methods.values()].flat().length, 20)
      for (const [url, allowed] of methods) {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
          if (!allowed.includes(method)) {
            const response = yield* send(url, { method })
            assert.deepStrictEqual([url, ...refusal(response)], [url, 405, { detail: "Method not allowed" }])
            assert.strictEqual(response.headers["allow"], allowed.join(", "))
          }
        }
      }
    })
  )

  it.effect("knows no path but its own, not even with a slash at the end", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("admin")
      const others = ["/api", "/api/", "/api/nothing", "/API/profile", "/api/admin%2fusage", "/api/products/x/y"]
      for (const url of [...[...paths().keys()].map((path) => `${path}/`), ...others]) {
        const response = yield* send(url, { token })
        assert.deepStrictEqual([url, ...refusal(response)], [url, 404, { detail: "Not found" }])
        assert.strictEqual(response.headers["cache-control"], "no-store")
      }
    })
  )

  it.effect("takes bodies that are JSON objects, after the token and the role", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("admin")
      const post = (url: string, text: string, headers: Readonly<Record<string, string>> = {}) =>
        Effect.map(send(url, { method: "POST", token, text, headers }), refusal)
      for (const url of [...bodies, ...optionalBodies]) {
        for (const text of ["{", "", "nothing", "{'a':1}", "[1", "\u0000"].filter((each) => each !== "")) {
          assert.deepStrictEqual(yield* post(url, text), [400, { detail: "Request body is not valid JSON" }])
        }
        for (const text of ["[]", "true", "null", '"x"', "5"]) {
          assert.deepStrictEqual(yield* post(url, text), [422, { detail: "body: must be an object" }])
        }
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "application/jsonp",
          "multipart/form-data"
        ]) {
          assert.deepStrictEqual(yield* post(url, "{}", { "content-type": type }), [
            415,
            { detail: "Content-Type must be application/json" }
          ])
        }
        assert.deepStrictEqual(yield* post(url, "{}", { "content-encoding": "gzip" }), [
          415,
          { detail: "Content-Encoding must be identity: send the body unpacked" }
        ])
        assert.deepStrictEqual(yield* post(url, "{}", { "content-type": "application/json; charset=utf-16" }), [
          415,
          { detail: "charset of Content-Type must be utf-8" }
        ])
        assert.deepStrictEqual(yield* post(url, "x".repeat(1_048_577)), [413, { detail: "Request body too large" }])
        const withoutToken = yield* send(url, { method: "POST", text: "x".repeat(1_048_577) })
        assert.strictEqual(withoutToken.status, 413)
      }
      for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/json ;x=y"]) {
        assert.strictEqual((yield* post("/api/auth/login", "{}", { "content-type": type }))[0], 422)
      }
    })
  )

  it.effect("takes no body for an empty object", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(refusal(yield* send("/api/auth/login", { method: "POST" })), [
        422,
        { detail: "email: is missing" }
      ])
    })
  )

  it.effect("is not confused by deep, repeated or odd keys", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("carol")
      const chat = (text: string) => send("/api/chat", { method: "POST", token, text })
      assert.strictEqual((yield* chat("[".repeat(100_000))).status, 400)
      const deep = `{"message":"hi","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
      assert.deepStrictEqual(refusal(yield* chat(deep)), [422, { detail: "body: is nested too deeply" }])
      assert.strictEqual((yield* chat('{"message":"a","message":"b"}')).body.response, "b")
      const odd = '{"__proto__":{"message":"x"},"constructor":{"message":"x"}}'
      assert.deepStrictEqual(refusal(yield* chat(odd)), [422, { detail: "message: must be 1 to 8000 characters" }])
      for (const message of ["\\ud800", "a\\udc00b", "\\u0000", "x".repeat(9_000) + "\\u0000"]) {
        assert.deepStrictEqual(refusal(yield* chat(`{"message":"${message}"}`)), [
          422,
          { detail: "message: must not contain U+0000 or half of a character" }
        ])
      }
      assert.strictEqual((yield* chat('\uFEFF{"message":"after a byte order mark"}')).status, 200)
    })
  )
})
