import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { commands } from "../src/commands/import.ts"
import { heard, typed } from "./support/Heard.ts"

const run = (...args: ReadonlyArray<string>) => heard(typed(commands, args))

const fileOf = Effect.fnUntraced(function* (content: string, name = "goods.csv") {
  const files = yield* FileSystem.FileSystem
  const path = `${yield* temporaryFolder}/${name}`
  yield* files.writeFileString(path, content)
  return path
})

layer(Layer.merge(NodeContext.layer, TestDatabase.layer), { excludeTestServices: true })("import", (it) => {
  it.scoped("takes what its own template says, and prints refusals with their mend, and what was not read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const template = String((yield* run("products", "--template")).printed[0])
      assert.match(template, /^external_id,name,price,/)
      const file = yield* fileOf(template)
      assert.deepStrictEqual((yield* run("products", "--dry-run", file)).printed, [
        "1 line: 1 taken (0 with a note), 0 refused\nNothing was written: this was a dry run."
      ])
      const placeless = yield* run("products", yield* fileOf("external_id,name,price\na,Mug,5\na,Mug,6\nb,Jug,7"))
      assert.strictEqual(placeless.failure, "Nothing was imported: no line could be taken")
      assert.match(String(placeless.printed[0]), /^3 lines: 0 taken \(0 with a note\), 3 refused$/m)
      assert.deepStrictEqual(yield* sql`SELECT FROM shop`, [])
      const map = yield* fileOf("from,category\nShoes,Home: Garden")
      assert.match(String((yield* run("products", "--category-map", map, file)).failure), /category .*Home: Garden/)
      const { announced, failure, printed } = yield* run("products", file)
      assert.isNull(failure)
      assert.match(
        String(printed[0]),
        /^1 line: 1 taken \(0 with a note\), 0 refused\nThe loyalty tiers .* give no discount and no free delivery\n3 rows written, 0 withdrawn$/
      )
      assert.include(announced.at(-1), "storefront embeddings build")
      assert.lengthOf(yield* sql`SELECT FROM products WHERE external_id IS NOT NULL`, 2)
      const odd = yield* run(
        "products",
        "--dry-run",
        yield* fileOf('external_id,name,price,category,colour code\nb,Mug,5,Home,#fff\nc,"Mug,5,Home,')
      )
      assert.match(String(odd.printed[0]), /^Reading ended at line 3, which .*: /m)
      assert.match(String(odd.printed[0]), /^Columns that are not known: colour_code \(1 line\)$/m)
      const wrong = yield* run("products", yield* fileOf("external_id,name,price,category\na,Mug,free,Home"))
      assert.match(String(wrong.printed[0]), /^line 2: price /)
      assert.strictEqual(wrong.failure, "Nothing was imported: no line could be taken")
      assert.match(
        String((yield* run("products", "--seller", "nobody@example.com", file)).failure),
        /There is no seller with the address/
      )
      const full = yield* run("products", "--full", yield* fileOf("external_id,name,price,category\na,Mug,5,Home"))
      assert.match(String(full.failure), /1 of 1 products that the file lacks would be withdrawn.*--yes/)
      const broken = yield* run(
        "products",
        "--full",
        "--yes",
        yield* fileOf("external_id,name,price,category\na,Mug,5,Home\nb,Jug,5,Home,surplus")
      )
      assert.match(String(broken.printed[0]), /^Nothing is withdrawn: the file has lines whose keys are not known/m)
      assert.match(String(broken.printed[0]), /, 0 withdrawn$/m)
    })
  )

  it.scoped("takes the templates of what belongs to goods, by options that each of them has", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [kind, table] of [
        ["warehouses", "warehouses"],
        ["delivery", "delivery_areas"],
        ["tiers", "loyalty_tiers"],
        ["customers", "users"]
      ] as const) {
        const file = yield* fileOf(String((yield* run(kind, "--template")).printed[0]))
        const { failure, printed } = yield* run(kind, file)
        assert.isNull(failure)
        assert.match(String(printed[0]), /^1 line: 1 taken .*\n1 row written, 0 withdrawn$/s)
        assert.match(String((yield* run(kind, file)).printed[0]), /^0 rows written, 0 withdrawn$/m)
        assert.isAtLeast((yield* sql`SELECT FROM ${sql(table)}`).length, 1)
        for (const foreign of ["--source", "--warehouse", "--as-of", "--full"]) {
          assert.match(String((yield* run(kind, foreign, "x", file)).failure), /unknown argument/i)
        }
      }
      const coupon = yield* fileOf(String((yield* run("coupons", "--template")).printed[0]))
      const { printed } = yield* run("coupons", "--as-of", "2026-01-01", coupon)
      assert.match(String(printed[0]), /^line 2: applicable_categories "Bags" is not a category of the shop: .*$/m)
    })
  )

  it.scoped("takes reviews and promotions of the goods that there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* run("products", yield* fileOf("external_id,name,price,category\nRR-42-BLACK,Ridge Runner,5,Shoes"))
      yield* sql`INSERT INTO users (email, name, password_hash) VALUES ('anna@example.com', 'Anna Berg', '-') ON CONFLICT DO NOTHING`
      for (const [kind, name] of [
        ["reviews", "reviews.csv"],
        ["promotions", "promotions.jsonl"]
      ] as const) {
        const template = String((yield* run(kind, "--template")).printed[0])
        const file = yield* fileOf(template, name)
        for (const written of ["1 row", "0 rows"]) {
          const { failure, printed } = yield* run(kind, file)
          assert.isNull(failure)
          assert.include(
            String(printed[0]),
            `1 line: 1 taken (0 with a note), 0 refused\n${written} written, 0 withdrawn`
          )
        }
      }
      const table = yield* run("promotions", yield* fileOf("name,rules\nShoe week,10 %"))
      assert.isNotNull(table.failure)
    })
  )
})
