import { HttpClient, HttpClientRequest, type HttpMethod } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

const dist = dirname(createRequire(import.meta.url).resolve("@storefront/screen/widget.js"))

const fileOf = (ending: string) =>
  readdirSync(join(dist, "widget")).find((name) => name.startsWith("widget-") && name.endsWith(ending))!

const origins = "https://shop.example.com,http://localhost:5173"

/** Reads a response as it is on the wire, without redirects and decoding. */
const read = (path: string, method: HttpMethod.HttpMethod = "GET", headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const response = yield* client.execute(
      HttpClientRequest.setHeaders(HttpClientRequest.make(method)(path), { "accept-encoding": "identity", ...headers })
    )
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(yield* response.arrayBuffer)
    }
  }).pipe(Effect.orDie)

const hosts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ host: string }>`SELECT host FROM picture_hosts ORDER BY host`, (rows) =>
    rows.map(({ host }) => ` https://${host}`).join("")
  )
)

layer(FrontDoor.layer(TestDatabase.seeded, { WIDGET_ORIGINS: origins }), { excludeTestServices: true })(
  "the files of the chat",
  (it) => {
    it.effect("are a loader of five minutes that isolated pages may include", () =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* read("/widget.js")
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, readFileSync(join(dist, "widget.js")))
        assert.strictEqual(headers["content-type"], "text/javascript; charset=utf-8")
        assert.strictEqual(headers["cache-control"], "public, max-age=300")
        assert.strictEqual(headers["cross-origin-resource-policy"], "cross-origin")
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        const again = yield* read("/widget.js", "GET", { "if-none-match": String(headers["etag"]) })
        assert.strictEqual(again.status, 304)
      })
    )

    it.effect("are a page that loads only our files, and shows itself only on the shop's pages", () =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* read("/widget/")
        assert.strictEqual(status, 200)
        assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
        assert.deepStrictEqual(String(headers["content-security-policy"]).split("; "), [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          `img-src 'self'${yield* hosts}`,
          "connect-src 'self'",
          "frame-ancestors 'self' https://shop.example.com http://localhost:5173",
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'"
        ])
        assert.strictEqual(headers["referrer-policy"], "no-referrer")
        assert.strictEqual(headers["cross-origin-embedder-policy"], "credentialless")
        assert.strictEqual(headers["cross-origin-resource-policy"], "cross-origin")
        assert.strictEqual(headers["cache-control"], "no-cache")
        assert.include(
          body.toString(),
          '<meta name="origins" content="https://shop.example.com http://localhost:5173">'
        )
        for (const name of [fileOf(".js"), fileOf(".css")]) {
          assert.include(body.toString(), `"${name}"`)
        }
      })
    )

    it.effect("stay for ever under the names of their contents", () =>
      Effect.gen(function* () {
        for (const [name, type] of [
          [fileOf(".js"), "text/javascript; charset=utf-8"],
          [fileOf(".css"), "text/css; charset=utf-8"]
        ] as const) {
          const { body, headers, status } = yield* read(`/widget/${name}`)
          assert.deepStrictEqual([status, headers["content-type"]], [200, type])
          assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
          assert.deepStrictEqual(body, readFileSync(join(dist, "widget", name)))
        }
      })
    )

    it.effect("are missing, uncached, under other names, so that a page of another version loads anew", () =>
      Effect.gen(function* () {
        for (const name of [
          "widget-00000000.js",
          "index.html",
          "sizes.json",
          `${fileOf(".js")}.gz`,
          "..%2Fwidget.js",
          "%2e%2e%2fsizes.json",
          "%00.js",
          "a/b.js"
        ]) {
          const response = yield* send(`/widget/${name}`)
          assert.deepStrictEqual([name, ...refusal(response)], [name, 404, { detail: "Not found" }])
          assert.strictEqual(response.headers["cache-control"], "no-store")
        }
      })
    )

    it.effect("are packed for those who take it", () =>
      Effect.gen(function* () {
        for (const path of ["/widget.js", `/widget/${fileOf(".js")}`]) {
          const plain = yield* read(path)
          assert.isUndefined(plain.headers["content-encoding"])
          assert.strictEqual(plain.headers["vary"], "accept-encoding")
          const packed = yield* read(path, "GET", { "accept-encoding": "br, gzip" })
          assert.strictEqual(packed.headers["content-encoding"], "gzip")
          assert.strictEqual(packed.headers["vary"], "accept-encoding")
          assert.notStrictEqual(packed.headers["etag"], plain.headers["etag"])
          // The client of some platforms has unpacked it already.
          const bytes = packed.body[0] === 0x1f ? gunzipSync(packed.body) : packed.body
          assert.deepStrictEqual(bytes, plain.body)
          assert.isBelow(gzipSync(bytes).length, bytes.length)
        }
      })
    )

    it.effect("answer to HEAD, and to no method that changes something", () =>
      Effect.gen(function* () {
        for (const path of ["/widget.js", "/widget/", `/widget/${fileOf(".css")}`]) {
          const head = yield* read(path, "HEAD")
          assert.deepStrictEqual([path, head.status, head.body.length], [path, 200, 0])
          for (const method of ["POST", "PUT", "DELETE"] as const) {
            const refused = yield* read(path, method)
            assert.deepStrictEqual([path, refused.status, refused.headers["allow"]], [path, 405, "GET"])
          }
        }
      })
    )

    it.effect("are found without the slash, too", () =>
      Effect.gen(function* () {
        const { headers, status } = yield* read("/widget")
        assert.deepStrictEqual([status, headers["location"]], [308, "widget/"])
      })
    )
  }
)

layer(FrontDoor.layer(TestDatabase.seeded), { excludeTestServices: true })("without origins", (it) => {
  it.effect("only our own pages show the chat, with the hosts of the shop's pictures as they are now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO picture_hosts (host) VALUES ('cdn.example.com'), ('a.example.com') ON CONFLICT DO NOTHING`
      const { body, headers } = yield* read("/widget/")
      assert.include(String(headers["content-security-policy"]), "; frame-ancestors 'self'; ")
      assert.include(String(headers["content-security-policy"]), "https://a.example.com https://cdn.example.com")
      assert.include(body.toString(), '<meta name="origins" content="">')
    })
  )
})
