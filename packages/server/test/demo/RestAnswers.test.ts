import { HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { createHash } from "node:crypto"
import * as FrontDoor from "../support/frontDoor.ts"
import { Shop } from "./demoShop.ts"

/** Sorts and filters of the catalogue that a client can ask for. */
const lists = [
  "limit=100",
  "limit=25&offset=25&sort=price_asc",
  "sort=price_desc",
  "sort=newest",
  "sort=name",
  ...["Books", "Clothing", "Electronics", "Home", "Sports"].map((category) => `category=${category}`),
  "search=wireless%20headphones",
  "search=running%20shoes",
  "min_price=50&max_price=100",
  "category=Toys",
  "search=a&category=home"
].map((query) => `/api/products?${query}`)

/** SHA-256 of the answers' statuses and bodies, which no change of the schema changes by a byte. */
const recorded = {
  products: "4a3eda7da68363db23172965797aed48a1bb6a907d648a6def3d333f50bf8ff3",
  details: "29ddde1926d20f5a7f07dc9ba1ca07c8e29a94fbc257491b8404b8e584789ba2",
  pictures: "37ca135e6ea922a6575437527620f7a83b1029bfcdd68b6fcbc58121207d19e2",
  orders: "b579ffbfedc3508502e4a19dc0e9b8de2d9dfd63adcffbb0f170ddcc7fa4a338",
  profiles: "57753d5549ce3772ff8c5ce629fd84cb8ade3fa331b40430477291b439bda9ac",
  marketplace: "a445914ca506e9d1ce9ace6fc19a47d8205ab08f73a04dca7155c20f64b35a28"
}

layer(FrontDoor.layer(Shop), { excludeTestServices: true })("the demonstration shop's REST answers", (it) => {
  const read = Effect.fnUntraced(function* (token: string, path: string) {
    const request = HttpClientRequest.bearerToken(HttpClientRequest.get(path), token)
    const response = yield* HttpClient.execute(request)
    return `${path} ${response.status} ${yield* response.text}\n`
  }, Effect.orDie)
  const readAll = (token: string, paths: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(paths, (path) => read(token, path)),
      Array.join("")
    )
  const digest = (text: string) => createHash("sha256").update(text).digest("hex")
  const idsIn = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id]) => id))]

  it.effect("are the ones that were recorded", () =>
    Effect.gen(function* () {
      const [carol, alice, admin] = yield* Effect.forEach(["carol", "alice", "admin"], FrontDoor.tokenOf)
      const products = yield* readAll(carol!, lists)
      const productIds = idsIn(products, /"id":"([^"]+)"/g)
      const orders = yield* readAll(carol!, ["/api/orders"])
      const orderIds = idsIn(orders, /"id":"([^"]+)"/g)
      assert.isAbove(productIds.length, 50)
      assert.isAbove(orderIds.length, 1)
      const answers = {
        products,
        details: yield* readAll(
          carol!,
          productIds.map((id) => `/api/products/${id}`)
        ),
        pictures: yield* readAll(carol!, idsIn(products, /"image_url":"([^"]+)"/g).map(String)),
        orders:
          orders +
          (yield* readAll(
            carol!,
            orderIds.map((id) => `/api/orders/${id}`)
          )),
        profiles: (yield* read(carol!, "/api/profile")) + (yield* read(alice!, "/api/profile")),
        marketplace: (yield* read(carol!, "/api/marketplace/agents")) + (yield* read(admin!, "/api/admin/requests"))
      }
      assert.deepStrictEqual(
        Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, digest(text)])),
        recorded
      )
    })
  )
})
