import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** The id and the picture of the first product of a page. */
const firstProduct = Effect.flatMap(FrontDoor.tokenOf("alice"), (token) =>
  Effect.map(send("/api/products?limit=1", { token }), ({ body }) => ({
    id: String(body.products[0].id),
    image: String(body.products[0].image_url),
    name: String(body.products[0].name)
  }))
)

const picture = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const response = yield* HttpClient.get(path, { headers })
    return { status: response.status, headers: response.headers, text: yield* response.text }
  })

layer(FrontDoor.layer(TestDatabase.seeded), { excludeTestServices: true })("what may be kept", (it) => {
  it.effect("is the catalogue, as long as its tag is the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const token = yield* FrontDoor.tokenOf("alice")
      const { id } = yield* firstProduct
      for (const url of ["/api/products?limit=5", `/api/products/${id}`]) {
        const ask = (ifNoneMatch: string) => send(url, { token, headers: { "if-none-match": ifNoneMatch } })
        const first = yield* send(url, { token })
        const tag = first.headers["etag"]!
        assert.match(tag, /^"[\w-]{43}"$/)
        assert.deepStrictEqual([first.status, first.headers["cache-control"]], [200, "private, no-cache"])
        assert.strictEqual((yield* send(url, { token })).headers["etag"], tag)
        for (const names of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "more"`, "*"]) {
          const again = yield* ask(names)
          assert.deepStrictEqual([names, ...refusal(again)], [names, 304, null])
          assert.deepStrictEqual([again.headers["etag"], again.headers["cache-control"]], [tag, "private, no-cache"])
          assert.match(again.headers["x-trace-id"]!, /^[0-9a-f]{32}$/)
        }
        for (const names of ['"other"', "nonsense", tag.slice(1, -1), ""]) {
          assert.strictEqual((yield* ask(names)).status, 200)
        }
        yield* sql`UPDATE products SET brand = brand || '!' WHERE id = ${id}`
        const changed = yield* ask(tag)
        assert.strictEqual(changed.status, 200)
        assert.notStrictEqual(changed.headers["etag"], tag)
      }
    })
  )

  it.effect("is nothing else below /api, nor any refusal", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("alice")
      for (const url of [
        "/api/orders",
        "/api/profile",
        "/api/products?limit=0",
        `/api/products/${FrontDoor.unknownId}`
      ]) {
        const { headers } = yield* send(url, { token, headers: { "if-none-match": "*" } })
        assert.deepStrictEqual([url, headers["cache-control"], headers["etag"]], [url, "no-store", undefined])
      }
      assert.strictEqual((yield* send("/api/products", { headers: { "if-none-match": "*" } })).status, 401)
    })
  )

  it.effect("are pictures, for a day", () =>
    Effect.gen(function* () {
      const { image, name } = yield* firstProduct
      const first = yield* picture(image)
      assert.deepStrictEqual(
        [first.status, first.headers["cache-control"], first.headers["content-type"]],
        [200, "public, max-age=86400", "image/svg+xml"]
      )
      assert.strictEqual(first.headers["content-security-policy"], "default-src 'none'; style-src 'unsafe-inline'")
      assert.match(first.text, /^<svg /)
      assert.include(first.text, `<title>${name.replaceAll("&", "&amp;")}</title>`)
      assert.strictEqual((yield* picture(image)).text, first.text)
      assert.strictEqual((yield* picture(image, { "if-none-match": first.headers["etag"]! })).status, 304)
    })
  )

  it.effect("are the addresses of pictures on hosts of the shop, for an hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* firstProduct
      const url = "https://cdn.shop.example/a.jpg"
      yield* sql`INSERT INTO picture_hosts (host) VALUES ('cdn.shop.example')`
      yield* sql`UPDATE products SET image_url = '/images/products/photo', picture_url = ${url} WHERE id = ${id}`
      const { headers, status } = yield* send("/images/products/photo")
      assert.deepStrictEqual(
        [status, headers["location"], headers["cache-control"], headers["referrer-policy"]],
        [307, url, "public, max-age=3600", "no-referrer"]
      )
      assert.include(headers["content-security-policy"], "default-src 'none'")
      yield* sql`DELETE FROM picture_hosts`
      const drawn = yield* picture("/images/products/photo")
      assert.deepStrictEqual([drawn.status, drawn.headers["content-type"]], [200, "image/svg+xml"])
      yield* sql`UPDATE products SET image_url = '/images/products/photo.svg', picture_url = NULL WHERE id = ${id}`
    })
  )

  it.effect("are pictures of products that there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const file of [
        "no-such-thing.svg",
        "x.png",
        "..%2f..%2fetc%2fpasswd",
        "%00.svg",
        `${"a".repeat(300)}.svg`
      ]) {
        assert.deepStrictEqual(refusal(yield* send(`/images/products/${file}`)), [404, { detail: "Not found" }])
      }
      const { id, image } = yield* firstProduct
      yield* sql`UPDATE products SET name = 'A <b> & "c"', is_active = false WHERE id = ${id}`
      const { text } = yield* picture(image)
      assert.include(text, "<title>A &lt;b&gt; &amp; &quot;c&quot;</title>")
    })
  )
})
