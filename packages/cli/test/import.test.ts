import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { execFileSync } from "node:child_process"
import { open } from "node:fs/promises"
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
      assert.match(String(full.failure), /1 of the 1 products on sale, which the file lacks, would be withdrawn.*--yes/)
      const broken = yield* run(
        "products",
        "--full",
        "--yes",
        yield* fileOf("external_id,name,price,category\na,Mug,5,Home\nb,Jug,5,Home,surplus")
      )
      assert.match(String(broken.printed[0]), /^Nothing is withdrawn: without the keys of all its lines/m)
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

  it.scoped("takes no count from the future, and times without an offset as UTC", () =>
    Effect.gen(function* () {
      const stock = yield* fileOf("product,quantity\nRR-42-BLACK,3")
      const at = (time: string) => run("inventory", "--dry-run", "--as-of", time, stock)
      assert.match(String((yield* at("2999-01-01")).failure), /^--as-of must not lie in the future/)
      assert.match(
        String((yield* at("31.1.2026")).failure),
        /^--as-of .* does not tell day and month apart: write year/
      )
      assert.match(String((yield* at("2026-01-31 09:15")).printed[0]), /^1 line: 1 taken/)
    })
  )

  it.scoped("withdraws nothing unasked for half a file, nor anything for one that was cut off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = "external_id,name,price,category"
      const lines = ["a", "b", "c", "d"].map((key) => `${key},Mug ${key},5,Home`)
      const prices = sql<{ goods: string }>`
        SELECT string_agg(external_id || ' ' || price, ', ' ORDER BY external_id) AS goods FROM products
        WHERE source = 'half' AND is_active`
      const importHalf = (lines: ReadonlyArray<string>, ...options: ReadonlyArray<string>) =>
        Effect.flatMap(fileOf([columns, ...lines].join("\n")), (file) =>
          run("products", "--source", "half", ...options, file)
        )
      assert.isNull((yield* importHalf(lines)).failure)
      const half = lines.slice(0, 2).map((line) => line.replace(",5,", ",6,"))
      assert.match(
        String((yield* importHalf(half, "--full")).failure),
        /2 of the 4 products on sale, which the file lacks, would be withdrawn.*--yes/
      )
      assert.deepStrictEqual(yield* prices, [{ goods: "a 5.00, b 5.00, c 5.00, d 5.00" }])
      const cut = yield* importHalf([...half, 'c,"Mug'], "--full", "--yes")
      assert.match(String(cut.printed[0]), /^Nothing is withdrawn: .*\n2 rows written, 0 withdrawn$/m)
      assert.deepStrictEqual(yield* prices, [{ goods: "a 6.00, b 6.00, c 5.00, d 5.00" }])
    })
  )

  it.scoped("ends as broken off if it is interrupted", () =>
    Effect.gen(function* () {
      const before = process.exitCode
      const pipe = `${yield* temporaryFolder}/goods.csv`
      execFileSync("mkfifo", [pipe])
      const running = yield* Effect.fork(run("products", pipe))
      // A pipe opens when somebody reads it.
      const writer = yield* Effect.promise(() => open(pipe, "w"))
      yield* Fiber.interrupt(running)
      yield* Effect.promise(() => writer.close())
      assert.strictEqual(process.exitCode, 3)
      process.exitCode = before
    })
  )

  it.scoped("says so when another import of the kind is running, and does not wait for other kinds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.acquireRelease(
        sql`INSERT INTO imports (kind, source, lease_until) VALUES ('products', 'elsewhere', now() + interval '1 hour')`,
        () => Effect.orDie(sql`DELETE FROM imports WHERE source = 'elsewhere'`)
      )
      yield* sql`UPDATE imports SET lease_until = lease_until + interval '1 second' WHERE source = 'elsewhere'`.pipe(
        Effect.repeat(Schedule.spaced("50 millis")),
        Effect.forkScoped
      )
      const goods = yield* fileOf("external_id,name,price,category\nlate,Mug,5,Home")
      assert.strictEqual(
        (yield* run("products", goods)).failure,
        "Another import of products is running. Wait for its end, then run this one again"
      )
      assert.deepStrictEqual(yield* sql`SELECT FROM products WHERE external_id = 'late'`, [])
      const stock = yield* run("inventory", yield* fileOf("product,quantity\nRR-42-BLACK,3"))
      assert.match(String(stock.printed[0]), /^1 line: 1 taken/)
    })
  )

  it.scoped("writes all refusals and notes to a report, safe for spreadsheets, also of a dry run", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const report = `${yield* temporaryFolder}/report.csv`
      const wrong = Array.from({ length: 25 }, (_, at) => `=k${at},"Mug, ""big""",free,Home`)
      const file = yield* fileOf(["external_id,name,price,category", ...wrong, "b,Ju\u0007g,5,Home"].join("\n"))
      const { printed } = yield* run("products", "--dry-run", "--report", report, file)
      assert.lengthOf(String(printed[0]).match(/^line \d+: price /gm) ?? [], 20)
      assert.include(String(printed[0]), `… and 5 more\n`)
      assert.include(String(printed[0]), `Refusals and notes: ${report}\n`)
      const [heading, ...lines] = (yield* files.readFileString(report)).trimEnd().split("\n")
      assert.strictEqual(heading, "line,column,key,fault,mend,note")
      assert.lengthOf(lines, 26)
      assert.match(lines[24]!, /^26,price,'=k24,"?.*free.*"?,.+,$/)
      assert.match(lines[25]!, /^27,name,b,,,"?had invisible characters .*"?$/)

      const nowhere = yield* run("products", "--report", `${report}/none.csv`, file)
      assert.deepStrictEqual([nowhere.printed, nowhere.failure], [[], `${report}/none.csv cannot be written`])
      const itself = yield* run("products", "--report", file, file)
      assert.strictEqual(itself.failure, `${file} is read by this import: name another file`)
    })
  )

  it.scoped("writes where taxonomies went, as a map to edit that --category-map takes", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const sql = yield* SqlClient.SqlClient
      const map = `${yield* temporaryFolder}/categories.csv`
      const again = `${map}.again.csv`
      const file = yield* fileOf(
        [
          "external_id,name,price,category,product_type",
          "t1,Lamp,5,Light,",
          "t2,Bulb,5,,Light > Bulbs",
          "t3,Rug,5,,-Floor > Rugs",
          "t4,Mat,5,,"
        ].join("\n")
      )
      const first = yield* run("products", "--source", "mapped", "--categories", map, file)
      assert.include(
        String(first.printed[0]),
        `Categories of the taxonomies (1 with none, or several): ${map}, to edit`
      )
      assert.strictEqual(
        yield* files.readFileString(map),
        "from,category\n,\n'-Floor > Rugs,'-Floor\nLight > Bulbs,Light\n"
      )
      const unmapped = yield* run("products", "--source", "mapped", "--category-map", map, file)
      assert.include(String(unmapped.printed[0]), "\nTaxonomies with no category, or several: 1. --categories <csv>")
      assert.include(String(unmapped.printed[0]), "\n0 rows written, 0 withdrawn")
      assert.notInclude(unmapped.announced.join("\n"), "embeddings build")

      yield* files.writeFileString(map, "from,category\n,Other\n'-Floor > Rugs,Floors\nLight > Bulbs,Spares\n")
      yield* run("products", "--source", "mapped", "--category-map", map, "--categories", again, file)
      const stored = yield* sql`SELECT external_id AS key, category FROM products WHERE source = 'mapped' ORDER BY key`
      assert.deepStrictEqual(
        stored.map(({ category, key }) => `${key} ${category}`),
        ["t1 Light", "t2 Spares", "t3 Floors", "t4 Other"]
      )
      // A map that is not edited changes nothing.
      assert.strictEqual(
        yield* files.readFileString(again),
        "from,category\n,Other\n'-Floor > Rugs,Floors\nLight > Bulbs,Spares\n"
      )
    })
  )
})
