import { assert, it } from "@effect/vitest"
import { ProductId } from "../../src/Ids.ts"
import { summary } from "../../src/rules/PromotionSummary.ts"
import { books, clothing, home, sports } from "../support/names.ts"

const product = (n: number) => ProductId.make(`aaaaaaaa-0000-4000-8000-00000000000${n}`)

it("says in one sentence what each kind of promotion does", () => {
  assert.deepStrictEqual(
    [
      summary({ type: "bundle", product_ids: [product(1), product(2)], discount_pct: 10 }),
      summary({ type: "bundle", categories: [home, clothing], discount_pct: 7.5 }),
      summary({ type: "buy_x_get_y", category: books, buy_quantity: 2, free_quantity: 1 }),
      summary({ type: "buy_x_get_y", product_ids: [product(1)], buy_quantity: 3, free_quantity: 1 }),
      summary({ type: "buy_x_get_y", product_ids: [product(1), product(2)], buy_quantity: 3, free_quantity: 2 }),
      summary({ type: "flash_sale", categories: [sports], discount_pct: 15 }),
      summary({ type: "flash_sale", categories: [home, sports, books], discount_pct: 15 })
    ],
    [
      "Buy the 2 products of the bundle together and save 10%",
      "Buy one item each from Home and Clothing together and save 7.5%",
      "Buy 3 items from Books and the cheapest one is free",
      "Buy 4 units of the product and the cheapest one is free",
      "Buy any 5 units of 2 selected products and the 2 cheapest are free",
      "15% off Sports",
      "15% off Home, Sports and Books"
    ]
  )
})
