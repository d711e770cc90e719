import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, FastCheck } from "effect"
import { assertInvariants } from "../../../../../src/testing/OrderFixtures.ts"
import { importProducts } from "../../support/Importing.ts"

const heading =
  "external_id,name,price,original_price,category,description,brand,keywords,group,options,quantity,is_active,spec.Care"

const sizes = ["S", "M", "L"]
const colours = ["Red", "Blue"]

/** Facts of goods that differ from line to line. */
const goods = FastCheck.record({
  price: FastCheck.integer({ min: 100, max: 9999 }),
  reduction: FastCheck.integer({ min: 0, max: 3 }),
  units: FastCheck.integer({ min: 0, max: 9 }),
  isActive: FastCheck.boolean()
})

/** Texts that the lines of a group share. */
const texts = FastCheck.record({
  category: FastCheck.constantFrom("Home", "Garden", "Sports"),
  words: FastCheck.constantFrom("", "trail", "soft light")
})

const lineOf = (
  key: string,
  name: string,
  { isActive, price, reduction, units }: typeof goods extends FastCheck.Arbitrary<infer A> ? A : never,
  { category, words }: typeof texts extends FastCheck.Arbitrary<infer A> ? A : never,
  group: string,
  options: string
) =>
  [
    `${key},${name},${price / 100},${(price + 100 * reduction) / 100},${category},About ${name},Ridge,${words},${group}`,
    `${options},${units},${isActive},${words === "" ? "" : "Wash cold"}`
  ].join(",")

const group = FastCheck.record({
  texts,
  variants: FastCheck.uniqueArray(FastCheck.tuple(FastCheck.nat(2), FastCheck.nat(1), goods), {
    minLength: 1,
    maxLength: 5,
    selector: ([size, colour]) => `${size} ${colour}`
  })
})

/** Lines of a catalogue, each with a number that assigns it to a file. */
const catalogue = FastCheck.record({
  singles: FastCheck.array(FastCheck.tuple(goods, texts), { maxLength: 3 }),
  groups: FastCheck.array(group, { minLength: 1, maxLength: 3 })
}).chain(({ groups, singles }) => {
  const lines = [
    ...singles.map(([good, text], at) => lineOf(`s${at}`, `Single ${at}`, good, text, "", "")),
    ...groups.flatMap(({ texts, variants }, at) =>
      variants.map(([size, colour, good], n) =>
        lineOf(`g${at}-${n}`, `Group ${at}`, good, texts, `g${at}`, `Size=${sizes[size]}|Colour=${colours[colour]}`)
      )
    )
  ]
  const shuffled = FastCheck.shuffledSubarray(lines, { minLength: lines.length })
  const places = FastCheck.array(FastCheck.nat(2), { minLength: lines.length, maxLength: lines.length })
  return FastCheck.record({ lines: FastCheck.constant(lines), shuffled, places })
})

/** Everything that a source has, without ids and times; an inactive group keeps whatever price it had last. */
const tableOf = (source: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT p.external_id, p.kind, p.name, g.external_id AS group, p.options, p.category, p.description, p.brand, p.keywords,
        p.own_keywords, p.specs, p.is_active,
        CASE WHEN p.is_active OR p.kind <> 'group' THEN ARRAY[p.price, p.original_price] END::text AS prices,
        CASE WHEN p.is_active OR p.kind <> 'group' THEN (
          SELECT jsonb_agg(h.price ORDER BY h.day) FROM price_history h WHERE h.product_id = p.id) END AS history,
        (SELECT jsonb_agg(i.quantity) FROM warehouse_inventory i WHERE i.product_id = p.id) AS units
      FROM products p LEFT JOIN products g ON g.id = p.group_id
      WHERE p.source = ${source} ORDER BY p.external_id COLLATE "C", p.kind`
  )

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`a catalogue on ${engine.name}`, (it) => {
    it.effect("is the same table in one file, and in any order of any files that it is split into", () =>
      Effect.gen(function* () {
        for (const [at, { lines, places, shuffled }] of FastCheck.sample(catalogue, {
          numRuns: 12,
          seed: 56
        }).entries()) {
          const whole = yield* importProducts([heading, ...lines], { source: `whole-${at}` })
          assert.deepStrictEqual(whole.refusals, [])
          for (const file of [0, 1, 2]) {
            const part = shuffled.filter((_, place) => places[place] === file)
            if (part.length > 0) {
              yield* importProducts([heading, ...part], { source: `split-${at}` })
              yield* assertInvariants
            }
          }
          assert.deepStrictEqual(yield* tableOf(`split-${at}`), yield* tableOf(`whole-${at}`))
          const again = yield* importProducts([heading, ...shuffled], { source: `split-${at}`, isFull: true })
          assert.deepInclude(again, { written: 0, withdrawn: 0 })
        }
      })
    )
  })
}
