import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import { importProducts, productLines } from "./support/Importing.ts"

const heading = "external_id,name,price,category,group,options,quantity"

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`an import on ${engine.name}`, (it) => {
    it.effect("counts taken lines with notes, however many each has, and tells of the notes with their key", () =>
      Effect.gen(function* () {
        const heard: Array<string> = []
        const file = [
          ["id", "title", "price", "availability", "link", "product_type", "item_group_id", "brand"],
          ["a", "Mu\u0007g", "5.00 USD", "out_of_stock", "", "Home", "g", "Ri\u0007dge"],
          ["b", "Jug", "5.00 USD", "out_of_stock", "", "Home", "", ""],
          ["c", "Po\u0007t", "5.00 USD", "out_of_stock", "", "Home", "", ""],
          ["c", "Pan", "5.00 USD", "out_of_stock", "", "Home", "", ""]
        ].map((cells) => cells.join("\t"))
        const report = yield* importProducts(
          file,
          { source: "noted" },
          {
            noted: (line, key, notes) =>
              Effect.sync(() => {
                heard.push(...notes.map(({ column, text }) => `${line} ${key}: ${column} ${text}`))
              })
          }
        )
        assert.deepInclude(report, { refused: 2, noted: 1 })
        const dropped = "had invisible characters (control or text direction), which were dropped"
        assert.deepStrictEqual(heard, [
          `2 a: title ${dropped}`,
          `2 a: brand ${dropped}`,
          `4 c: title ${dropped}`,
          "2 a: null does not differ from the others of its group, and is sold by itself"
        ])
      })
    )

    it.effect(
      "leaves statistics of the tables that have grown, without which later statements would read them whole",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* importProducts([heading, "a,Mug,5.00,Home,,,1"], { source: "statistics" })
          const [marks] =
            yield* sql`SELECT reltuples > 0 AS known FROM pg_class WHERE oid = 'product_changes'::regclass`
          assert.deepStrictEqual({ ...marks }, { known: true })
        })
    )

    it.effect("was broken off if another run has taken its lease over at the end, although all lines are written", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = "late"
        const failure = yield* importProducts(
          [heading, "a,Mug,5.00,Home,,,1"],
          { source },
          {
            progress: ({ done, step }) =>
              step === "writing" && done > 0
                ? Effect.orDie(sql`UPDATE imports SET state = 'broken_off', ended_at = now() WHERE source = ${source}`)
                : Effect.void
          }
        ).pipe(Effect.flip)
        assert.deepInclude(failure, { _tag: "ImportBrokenOff", rows: 2 })
        assert.deepStrictEqual(yield* productLines(source), ["single a: Mug, 5.00, 1 units"])
      })
    )

    it.effect("withdraws nothing for a file of which no line could be taken", () =>
      Effect.gen(function* () {
        const source = "homeless"
        yield* importProducts([heading, "a,Mug,5.00,Home,,,1", "b,Jug,6.00,Home,,,1"], { source })
        const report = yield* importProducts(["external_id,name,price,warehouse,quantity", "a,Mug,5.00,Nowhere,1"], {
          source,
          isFull: true
        })
        assert.deepInclude(report, { refused: 1, withdrawn: 0, isWithdrawalOmitted: true })
        assert.deepStrictEqual(yield* productLines(source), [
          "single a: Mug, 5.00, 1 units",
          "single b: Jug, 6.00, 1 units"
        ])
      })
    )

    it.effect("keeps the variants of a line that leaves an option open, and withdraws those that the file lacks", () =>
      Effect.gen(function* () {
        const source = "open"
        const file = [
          "ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)",
          '1,variable,shirt,Shirt,1,1,,,Home,,Size,"L, M"',
          "2,variation,any,Shirt,1,1,4,20,,shirt,Size,",
          "3,simple,cap,Cap,1,1,5,15,Home,,,"
        ]
        yield* importProducts(file, { source, isFull: true })
        const shirt = [
          "variant 2/L of shirt: Shirt, L, 20.00, 2 units",
          "variant 2/M of shirt: Shirt, M, 20.00, 2 units"
        ]
        const cap = "single 3: Cap, 15.00, 5 units"
        const group = "group shirt: Shirt, 20.00"
        assert.deepStrictEqual(yield* productLines(source), [...shirt, cap, group])
        // The line is refused, and what it stands for stays.
        const refused = [...file.slice(0, 2), file[2]!.replace(",20,", ",free,"), "4,simple,belt,Belt,1,1,5,10,Home,,,"]
        assert.deepInclude(yield* importProducts(refused, { source, isFull: true }), { withdrawn: 1 })
      })
    )
  })
}
