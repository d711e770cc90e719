import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import {
  categoryCandidates,
  categoryOf,
  type CategoryFacts,
  type Stored
} from "../../../../src/shop/import/categories/Category.ts"
import { deepest, taxonomiesOf } from "../../../../src/shop/import/categories/Taxonomy.ts"

const facts = (map: Readonly<Record<string, string>>, ...known: ReadonlyArray<string>): CategoryFacts => ({
  map: new Map(Object.entries(map)),
  known: new Set(known)
})

const placed = (
  line: { readonly category?: string; readonly taxonomies?: ReadonlyArray<string> },
  { map, known }: CategoryFacts,
  stored: Stored | null = null
) => {
  const taxonomies = taxonomiesOf(line.taxonomies ?? [])
  return Either.merge(
    Either.mapLeft(
      categoryOf({ category: line.category, taxonomies, productType: deepest(taxonomies) }, stored, { map, known }),
      ({ fault, mend }) => `${fault} — ${mend}`
    )
  )
}

describe("the category of a product", () => {
  const shoe = { taxonomies: ["Apparel > Shoes > Running"] }

  it("is the one that it names, before all else", () => {
    assert.strictEqual(placed({ ...shoe, category: "Own" }, facts({ Apparel: "Mapped" }, "Shoes")), "Own")
  })

  it("is that of the longest beginning in the map, then the stored one, then its deepest known part", () => {
    const known = facts({}, "Apparel", "Shoes")
    const stored = (productType: string) => ({ productType, category: "Stored" })
    assert.deepStrictEqual(
      [
        placed(shoe, facts({ Apparel: "Clothes", "Apparel > Shoes": "Footwear", "Apparel > Sho": "Wrong" }, "Running")),
        placed(shoe, known, stored("Apparel > Shoes > Running")),
        placed(shoe, known, stored("Apparel > Bags")),
        placed({}, known, stored("Apparel > Bags")),
        placed(shoe, known)
      ],
      ["Footwear", "Stored", "Shoes", "Stored", "Shoes"]
    )
  })

  it("follows the deepest of several taxonomies", () => {
    assert.strictEqual(placed({ taxonomies: ["Sale", "Apparel > Shoes"] }, facts({}, "Sale", "Apparel")), "Apparel")
  })

  it("of goods without a taxonomy is that of the empty row, else there is none", () => {
    assert.deepStrictEqual(
      [placed({}, facts({ "": "Other" })), placed({}, facts({})), placed(shoe, facts({ "": "Other" }))],
      [
        "Other",
        "has no category — fill in category or product_type, or give --category-map a row with an empty from",
        'has no category, and "Apparel > Shoes > Running" names none — give --category-map a row for it'
      ]
    )
  })

  it("may be one that a line names, or the top of a taxonomy, if it can be a category", () => {
    const isFlagged = (text: string) => text.startsWith("Ignore")
    assert.deepStrictEqual(
      [
        categoryCandidates({ category: "Own", taxonomies: ["Apparel > Shoes"] }, isFlagged),
        categoryCandidates(
          { category: undefined, taxonomies: ["Apparel > Shoes", "50% off > A", "Ignore > B"] },
          isFlagged
        )
      ],
      [["Own"], ["Apparel"]]
    )
  })
})
