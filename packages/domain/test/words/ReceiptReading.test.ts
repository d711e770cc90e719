import { assert, describe, it } from "@effect/vitest"
import { Language, Locale } from "../../src/words/Locale.ts"
import { readReceipts } from "../../src/words/ReceiptReading.ts"
import { receipt } from "../../src/words/Receipts.ts"

const id = "00000000-0000-4000-8000-000000000001"
const name = "Salt, Pepper × 2: A History"
const line = { product_id: id, name, price: 40, quantity: 2, subtotal: 80, cart_subtotal: 1234.5 }
const priced = {
  subtotal: 80,
  promotion_discount: 0,
  coupon: null,
  loyalty_discount: 8,
  discount: 8,
  savings: [],
  total: 1072
}

/** Writes with the tool and the words that their receipts are read as. */
const rows: ReadonlyArray<readonly [tool: string, result: unknown, read: readonly [tool: string, said: object]]> = [
  [
    "add_to_cart",
    { ...line, quantity_in_cart: 2, quantity_added: 2, available_quantity: 9, item_count: 1 },
    ["add_to_cart", { name }]
  ],
  ["update_cart_quantity", line, ["update_cart_quantity", { name }]],
  ["update_cart_quantity", { ...line, quantity: 0 }, ["remove_from_cart", { name }]],
  ["remove_from_cart", { product_id: id, name, item_count: 0 }, ["remove_from_cart", { name }]],
  [
    "apply_coupon_to_cart",
    { ...priced, coupon_code: "TEN", description: "" },
    ["apply_coupon_to_cart", { code: "TEN" }]
  ],
  ["remove_coupon_from_cart", priced, ["remove_coupon_from_cart", {}]],
  ["remember_preference", { content: "no “wool”." }, ["remember_preference", { content: "no “wool”." }]],
  ["forget_preference", { content: "Shoes 43" }, ["forget_preference", { content: "Shoes 43" }]]
]

describe("receipts", () => {
  for (const language of Language.literals) {
    it(`are read back, in their order: ${language}`, () => {
      const answer = rows.map(([tool, result]) => receipt({ tool, result }, Locale.make(language))).join("\n")
      const found = readReceipts(`Here you are.\n\n${answer}`)
      assert.deepStrictEqual(
        found.map(({ said: { code, content, name }, tool }) => ({ tool, code, content, name })),
        rows.map(([, , [tool, said]]) => ({ tool, code: undefined, content: undefined, name: undefined, ...said }))
      )
    })
  }
})
