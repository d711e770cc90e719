import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Kind } from "../../../../src/shop/import/kinds/Kind.ts"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile } from "../support/Reading.ts"
import { outcomeOf, type WrongLines } from "./WrongLines.ts"
import { wrongProducts } from "./WrongProducts.ts"
import {
  wrongCoupons,
  wrongCustomers,
  wrongDelivery,
  wrongInventory,
  wrongPromotions,
  wrongReviews,
  wrongTiers,
  wrongWarehouses
} from "./WrongRecords.ts"

const tables: ReadonlyArray<readonly [kind: Kind<unknown>, wrong: WrongLines]> = [
  [kinds.products, wrongProducts],
  [kinds.inventory, wrongInventory],
  [kinds.customers, wrongCustomers],
  [kinds.reviews, wrongReviews],
  [kinds.coupons, wrongCoupons],
  [kinds.warehouses, wrongWarehouses],
  [kinds.delivery, wrongDelivery],
  [kinds.tiers, wrongTiers],
  [kinds.promotions, wrongPromotions]
]

/** The right line, and each wrong one. */
const cellsOf = ({ lines, right }: WrongLines) => [right, ...lines.map(([, cells]) => ({ ...right, ...cells }))]

/** Outcomes that the table expects, by what is wrong. */
const expected = ({ lines }: WrongLines) => lines.map(([what, , outcome]) => `${what}: ${outcome}`)

const quoted = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`

const csvOf = (wrong: WrongLines) =>
  [Object.keys(wrong.right), ...cellsOf(wrong).map(Object.values)]
    .map((cells) => cells.map(quoted).join(","))
    .join("\n")

const jsonLinesOf = (wrong: WrongLines) =>
  cellsOf(wrong)
    .map((cells) => JSON.stringify(cells))
    .join("\n")

/** Reads a file of all lines; the right one must be taken without a remark. */
const read = (kind: Kind<unknown>, wrong: WrongLines, file: string) =>
  Effect.map(readFile(kind, file), ({ outcomes: [right, ...outcomes] }) => {
    assert.deepStrictEqual(outcomeOf(right!, {}), "taken as ")
    return wrong.lines.map(([what, cells], at) => `${what}: ${outcomeOf(outcomes[at]!, cells)}`)
  })

/** Our columns as attributes of a feed. */
const attributes: Readonly<Record<string, string>> = {
  external_id: "id",
  name: "title",
  description: "description",
  brand: "brand",
  price: "price",
  picture_url: "image_link",
  page_url: "link"
}

const escaped = (cell: unknown) => String(cell).replaceAll(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const isXml = (cell: unknown) => !/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(String(cell))

describe("a line that is wrong", () => {
  for (const [kind, wrong] of tables) {
    it.effect(`of ${kind.name} is refused with its own sentence, or taken for a reason`, () =>
      Effect.gen(function* () {
        if (kind.formats.includes("csv")) {
          assert.deepStrictEqual(yield* read(kind, wrong, csvOf(wrong)), expected(wrong))
        }
        assert.deepStrictEqual(yield* read(kind, wrong, jsonLinesOf(wrong)), expected(wrong))
      })
    )
  }

  it.effect("of products has the same outcome in XML, under the names of its attributes", () =>
    Effect.gen(function* () {
      const right = Object.fromEntries(Object.entries(wrongProducts.right).filter(([column]) => column in attributes))
      const lines = wrongProducts.lines.filter(([, cells]) =>
        Object.entries(cells).every(([column, cell]) => column in attributes && isXml(cell))
      )
      const wrong = { right, lines }
      const items = cellsOf(wrong).map(
        (cells) =>
          `<item>${Object.entries(cells)
            .map(([column, cell]) => `<g:${attributes[column]}>${escaped(cell)}</g:${attributes[column]}>`)
            .join("")}</item>`
      )
      const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join("\n")}</channel></rss>`
      const renamed = lines.map(([, cells, outcome]) =>
        Object.keys(cells).reduce(
          (text, column) => text.replace(new RegExp(`^(refused: |taken; )${column} `), `$1${attributes[column]} `),
          outcome
        )
      )
      assert.isAbove(lines.length, 80)
      assert.deepStrictEqual(
        yield* read(kinds.products, wrong, feed),
        lines.map(([what], at) => `${what}: ${renamed[at]}`)
      )
    })
  )
})
