import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import { assertInvariants } from "../../../../../src/testing/OrderFixtures.ts"
import { importProducts, productLines, told } from "../../support/Importing.ts"

const heading = "external_id,name,price,category,group,options,is_active"

/** A line of a variant of the group `g`. */
const variant = (key: string, options: string, { active = "", group = "g", price = "10.00" } = {}) =>
  `${key},Tee,${price},Shirts,${group},${options},${active}`

/** Imports lines of a source, and returns what was refused. */
const refusalsOf = (source: string, lines: ReadonlyArray<string>, changes: Parameters<typeof importProducts>[1] = {}) =>
  Effect.tap(
    Effect.map(importProducts([heading, ...lines], { source, ...changes }), ({ refusals }) => refusals.map(told)),
    () => assertInvariants
  )

/** Options of the active variants of a source, by key. */
const optionsOf = (source: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly line: string }>`
        SELECT v.external_id || ' of ' || g.external_id || ': ' || (
          SELECT string_agg(o->>1, ' ' ORDER BY place) FROM jsonb_array_elements(v.options) WITH ORDINALITY AS e (o, place)) AS line
        FROM products v JOIN products g ON g.id = v.group_id
        WHERE v.source = ${source} AND v.is_active ORDER BY v.external_id COLLATE "C"`,
      (rows) => rows.map(({ line }) => line)
    )
  )

const keywordsOf = (source: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly keywords: string }>`SELECT keywords FROM products WHERE source = ${source} AND kind = 'group'`,
      ([row]) => row?.keywords
    )
  )

const hoodieHeading =
  "ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)"

/** A line that describes a group, with the values of its option. */
const hoodie = (sizes: string, { group = "HOOD", isPublished = true } = {}) =>
  `${group}-1,variable,${group},Hoodie,${isPublished ? 1 : 0},1,,,Shirts,,Size,"${sizes}"`

/** A line of its variants for any size, or for one. */
const anyHoodie = ({ group = "HOOD", key = "2", price = "30.00", size = "" } = {}) =>
  `${key},variation,HOOD-${key},Hoodie,1,1,6,${price},,${group},Size,${size}`

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`variants written on ${engine.name}`, (it) => {
    it.effect("are refused where another one of the group has their options, whatever file it is from", () =>
      Effect.gen(function* () {
        const source = "equal"
        yield* refusalsOf(source, [variant("a", "Size=S|Colour=Red"), variant("b", "Size=M|Colour=Red")])
        const clash = '"a", which the shop sells: "Colour=Red|Size=S"'
        for (let run = 0; run < 2; run++) {
          assert.deepStrictEqual(
            yield* refusalsOf(source, [variant("c", "Colour=Red|Size=S"), variant("d", "Size=L|Colour=Red")]),
            [`2: options has the same options as ${clash}`]
          )
        }
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("b", "Colour=Red|Size=S")]), [
          `2: options has the same options as ${clash}`
        ])
        assert.deepStrictEqual(yield* optionsOf(source), ["a of g: S Red", "b of g: M Red", "d of g: L Red"])
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("e", "Size=S"), variant("f", "Size=S")]), [
          '3: options has the same options as line 2: "Size=S"'
        ])
      })
    )

    it.effect("may take the place of one that leaves it in the same file, within a group and between two", () =>
      Effect.gen(function* () {
        const source = "swap"
        yield* refusalsOf(source, [
          variant("a", "Size=S"),
          variant("b", "Size=M"),
          variant("c", "Size=S", { group: "h" })
        ])
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("a", "Size=M"), variant("b", "Size=S")]), [])
        assert.deepStrictEqual(yield* optionsOf(source), ["a of g: M", "b of g: S", "c of h: S"])
        // The groups are units of their own, which may be written in transactions of their own.
        const exchange = [variant("b", "Size=S", { group: "h" }), variant("c", "Size=S")]
        assert.deepStrictEqual(yield* refusalsOf(source, exchange), [])
        assert.deepStrictEqual(yield* optionsOf(source), ["a of g: M", "b of h: S", "c of g: S"])
        assert.strictEqual((yield* importProducts([heading, ...exchange], { source })).written, 0)
      })
    )

    it.effect("may repeat the options of one that is off sale, until it comes back", () =>
      Effect.gen(function* () {
        const source = "back"
        yield* refusalsOf(source, [variant("a", "Size=S", { active: "false" }), variant("b", "Size=M")])
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("c", "Size=S")]), [])
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("a", "Size=S", { price: "12.00" })]), [])
        const clash = 'options has the same options as "c", which the shop sells: "Size=S"'
        assert.deepStrictEqual(yield* refusalsOf(source, [variant("a", "Size=S", { active: "true" })]), [`2: ${clash}`])
        const same = [variant("a", "Size=S"), variant("c", "Size=S"), variant("b", "Size=M")]
        assert.deepStrictEqual(yield* refusalsOf(source, same, { isFull: true }), [
          '2: options has the same options as line 3: "Size=S"'
        ])
        assert.deepStrictEqual(yield* optionsOf(source), ["b of g: M", "c of g: S"])
      })
    )

    it.effect("take the place of one that a full file lacks in the transaction that writes them", () =>
      Effect.gen(function* () {
        const source = "renamed"
        yield* refusalsOf(source, [variant("a", "Size=S"), variant("b", "Size=M")])
        const renamed = [variant("a-new", "Size=S"), variant("b", "Size=M")]
        assert.deepStrictEqual(yield* refusalsOf(source, renamed, { isFull: true }), [])
        assert.deepStrictEqual(yield* optionsOf(source), ["a-new of g: S", "b of g: M"])
        const again = yield* importProducts([heading, ...renamed], { source, isFull: true })
        assert.deepInclude(again, { written: 0, withdrawn: 0 })
      })
    )

    it.effect("give all of their values to the group, which keeps its own keywords, whatever a file leaves out", () =>
      Effect.gen(function* () {
        const source = "keywords"
        const withWords = (words: string, ...lines: ReadonlyArray<string>) =>
          importProducts([`${heading},keywords`, ...lines.map((line) => `${line},${words}`)], { source })
        yield* withWords("trail", variant("a", "Size=S|Colour=Red"), variant("b", "Size=M|Colour=Red"))
        assert.strictEqual(yield* keywordsOf(source), "trail M Red S")
        yield* refusalsOf(source, [variant("c", "Size=L|Colour=Blue")])
        assert.strictEqual(yield* keywordsOf(source), "trail Blue L M Red S")
        yield* withWords("road", variant("c", "Size=XL|Colour=Blue"))
        assert.strictEqual(yield* keywordsOf(source), "road Blue M Red S XL")
        yield* refusalsOf(source, [variant("a", "Size=S|Colour=Red", { active: "false" })])
        assert.strictEqual(yield* keywordsOf(source), "road Blue M Red XL")
        yield* refusalsOf(source, [variant("b", "Size=M|Colour=Red")], { isFull: true })
        assert.strictEqual(yield* keywordsOf(source), "road M Red")
        yield* withWords("", variant("b", "Size=M|Colour=Red"))
        assert.strictEqual(yield* keywordsOf(source), "M Red")
      })
    )

    it.effect("and singles begin their price history when they come, and groups follow the cheapest", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = "prices"
        const history = Effect.map(
          sql<{ readonly line: string }>`
            SELECT p.external_id || ': ' || string_agg(h.price::text, ', ' ORDER BY h.day) AS line
            FROM price_history h JOIN products p ON p.id = h.product_id
            WHERE p.source = ${source} GROUP BY p.external_id ORDER BY p.external_id`,
          (rows) => rows.map(({ line }) => line)
        )
        yield* refusalsOf(source, [
          variant("a", "Size=S"),
          variant("b", "Size=M", { price: "9.00" }),
          "c,Cap,5.00,Caps,,,"
        ])
        assert.deepStrictEqual(yield* history, ["a: 10.00", "b: 9.00", "c: 5.00", "g: 9.00"])
        yield* sql`UPDATE price_history SET day = day - 1`
        yield* refusalsOf(source, [variant("b", "Size=M", { price: "11.00" }), "c,Cap,5.00,Caps,,,"])
        assert.deepStrictEqual(yield* history, ["a: 10.00", "b: 9.00, 11.00", "c: 5.00", "g: 9.00, 10.00"])
        yield* refusalsOf(source, [variant("b", "Size=M", { price: "12.00" })], { isFull: true })
        assert.deepStrictEqual(yield* history, ["a: 10.00", "b: 9.00, 12.00", "c: 5.00", "g: 9.00, 12.00"])
      })
    )

    it.effect("stay in their group while others do, whose lines are refused or not in the file", () =>
      Effect.gen(function* () {
        const source = "feed"
        const file = (lines: ReadonlyArray<string>, isFull = false) =>
          importProducts(
            [
              "id,title,link,image_link,availability,availability_date,price,product_type,item_group_id,color",
              ...lines
            ],
            { source, isFull }
          )
        const line = (key: string, price = "10.00") =>
          `${key},Tee - ${key},https://shop.example/${key},,out_of_stock,,${price} USD,Shirts,tee,${key}`
        const [red, blue] = [line("red"), line("blue")]
        yield* file([red, blue])
        const stored = yield* productLines(source)
        assert.lengthOf(stored, 3)
        assert.include(stored, "variant red of tee: Tee, red, 10.00, 0 units")
        const refused = yield* file([red, line("blue", "0")], true)
        assert.deepInclude(refused, { written: 0, withdrawn: 0, refused: 1 })
        assert.deepInclude(yield* file([red]), { written: 0, refused: 0 })
        assert.deepStrictEqual(yield* productLines(source), stored)
        yield* file([red], true)
        assert.include(yield* productLines(source), "single red: Tee - red, 10.00, 0 units")
        yield* assertInvariants
      })
    )

    it.effect("of a line that leaves options open are the same ones when the file comes again, or states one", () =>
      Effect.gen(function* () {
        const source = "open"
        const file = (...variations: ReadonlyArray<string>) =>
          importProducts([hoodieHeading, hoodie("S, M, L"), ...variations], { source })
        const any = anyHoodie()
        assert.deepStrictEqual((yield* file(any)).refusals, [])
        const stored = [
          "variant 2/L of HOOD: Hoodie, L, 30.00, 2 units",
          "variant 2/M of HOOD: Hoodie, M, 30.00, 2 units",
          "variant 2/S of HOOD: Hoodie, S, 30.00, 2 units",
          "group HOOD: Hoodie, 30.00"
        ]
        assert.deepStrictEqual(yield* productLines(source), stored)
        assert.deepInclude(yield* file(any), { written: 0, refused: 0 })
        const stated = "2,variation,HOOD-ANY,Hoodie,1,1,6,30.00,,HOOD,Size,XL"
        assert.deepStrictEqual((yield* file(stated)).refusals, [])
        assert.deepStrictEqual(yield* optionsOf(source), [
          "2 of HOOD: XL",
          "2/L of HOOD: L",
          "2/M of HOOD: M",
          "2/S of HOOD: S"
        ])
        assert.deepStrictEqual((yield* file(any)).refusals, [])
        assert.deepStrictEqual(yield* optionsOf(source), ["2/L of HOOD: L", "2/M of HOOD: M", "2/S of HOOD: S"])
        yield* assertInvariants
      })
    )

    it.effect(
      "of a line that leaves options open are withdrawn by a full file whose line no longer stands for them",
      () =>
        Effect.gen(function* () {
          const source = "fewer"
          const file = (lines: ReadonlyArray<string>, isFull = true) =>
            Effect.map(
              Effect.tap(importProducts([hoodieHeading, ...lines], { source, isFull }), () => assertInvariants),
              ({ refusals, written }) => ({ refused: refusals.map(told), written })
            )
          const all = ["2/L of HOOD: L", "2/M of HOOD: M", "2/S of HOOD: S"]
          yield* file([hoodie("S, M, L"), anyHoodie()])
          yield* file([hoodie("S, M"), anyHoodie()], false)
          assert.deepStrictEqual(yield* optionsOf(source), all)
          // What a refused line stands for is not known.
          const { refused } = yield* file([hoodie("S, M"), anyHoodie({ price: "0" })])
          assert.deepStrictEqual(refused, ["3: price is 0", "2: is a group without variants"])
          assert.deepStrictEqual(yield* optionsOf(source), all)
          const fewer = [hoodie("S, M"), anyHoodie()]
          assert.deepStrictEqual((yield* file(fewer)).refused, [])
          assert.deepStrictEqual(yield* optionsOf(source), all.slice(1))
          assert.deepStrictEqual(yield* file(fewer), { refused: [], written: 0 })
          const stated = [...fewer, anyHoodie({ key: "3", size: "M" })]
          assert.deepStrictEqual((yield* file(stated)).refused, [])
          assert.deepStrictEqual(yield* optionsOf(source), ["2/S of HOOD: S", "3 of HOOD: M"])
          // Its group is another one, and sorts after the one that it leaves.
          const moved = [
            hoodie("S, M"),
            anyHoodie({ key: "3", size: "S" }),
            hoodie("XL", { group: "WARM" }),
            anyHoodie({ group: "WARM" })
          ]
          assert.deepStrictEqual((yield* file(moved)).refused, [])
          assert.deepStrictEqual(yield* optionsOf(source), ["2/XL of WARM: XL", "3 of HOOD: S"])
          yield* file([
            hoodie("S"),
            anyHoodie({ key: "3" }),
            hoodie("M", { group: "WARM", isPublished: false }),
            anyHoodie({ group: "WARM" })
          ])
          assert.deepStrictEqual(yield* optionsOf(source), ["3/S of HOOD: S"])
        })
    )
  })
}
