import { assert, describe, it } from "@effect/vitest"
import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { understand } from "../../../src/planner/dialogue/Understand.ts"
import { turnOf } from "../support/Perform.ts"

/** The only wish of a message in a shop with these categories and regions. */
const wishIn = (categories: ReadonlyArray<string>, regions: ReadonlyArray<string>, message: string) => {
  const shop = {
    categories: categories.map((name) => Category.make(name)),
    regions: regions.map((name) => Region.make(name))
  }
  const { wishes } = understand({ ...turnOf(message), shop })
  assert.lengthOf(wishes, 1, message)
  return wishes[0]!
}

describe("the words for a category", () => {
  const rows: ReadonlyArray<readonly [message: string, category: string | null]> = [
    ["show me something in Haushalt under 50 dollars", "Haushalt"],
    ["what do you have in kaffee & tee?", "Kaffee & Tee"],
    ["show me products from Kaffee & Tee, cheapest first", "Kaffee & Tee"],
    ["what do you have in T-Shirts/Tops?", "T-Shirts/Tops"],
    ["show me electronics under 50 dollars", "Electronics"],
    ["show me gadgets under 50 dollars", "Electronics"]
  ]
  for (const [message, category] of rows) {
    it(`are its name and those of the lists: ${message}`, () => {
      const shop = ["Haushalt", "Kaffee & Tee", "T-Shirts/Tops", "Electronics"]
      const { filters, intent } = wishIn(shop, ["main"], message)
      assert.strictEqual(intent, "find_products")
      assert.strictEqual(filters.category, category)
    })
  }

  it("count only in a shop that has it, and are else words to search for", () => {
    const { filters } = wishIn(["Haushalt"], ["main"], "fitness trackers under 50 dollars")
    assert.isNull(filters.category)
    assert.match(filters.query ?? "", /fitness/)
    assert.isNull(wishIn(["Haushalt"], ["main"], "show me lamps under 50 dollars").filters.category)
  })
})

describe("the places", () => {
  const region = (regions: ReadonlyArray<string>, message: string) => wishIn([], regions, message).region

  it("are those of regions that the shop has, and its own regions", () => {
    assert.strictEqual(region(["east", "west"], "how long does the K87 take to California?"), "west")
    assert.isNull(region(["nord", "sued-tirol"], "how long does the K87 take to California?"))
    assert.strictEqual(region(["nord", "sued-tirol"], "how long does the K87 take to sued-tirol?"), "sued-tirol")
    assert.strictEqual(region(["nord", "sued-tirol"], "how long does the K87 take to Nord?"), "nord")
  })
})
