import { assert, describe, it } from "@effect/vitest"
import { ProductId } from "../../src/Ids.ts"
import { Money } from "../../src/Money.ts"
import { bestRated, cheapest, type Comparable } from "../../src/rules/ProductComparison.ts"
import { Array, FastCheck } from "effect"

const product = (n: number, price: number, rating: number, reviews: number): Comparable => ({
  product_id: ProductId.make(`018f0000-0000-7000-8000-00000000000${n}`),
  price: Money.make(price),
  rating,
  review_count: reviews
})

describe("comparing products", () => {
  it("decides equal prices and ratings by reviews and id", () => {
    const first = product(1, 900, 4, 3)
    const second = product(2, 900, 4, 9)
    assert.strictEqual(cheapest([second, first]), first)
    assert.strictEqual(bestRated([first, second]), second)
    assert.strictEqual(bestRated([product(4, 1, 4, 9), second]), second)
    assert.strictEqual(bestRated([second, product(3, 1, 4.01, 1)])?.product_id, product(3, 1, 0, 0).product_id)
  })

  it("finds nothing best rated where nothing was reviewed", () => {
    assert.isNull(bestRated([product(1, 900, 0, 0), product(2, 800, 0, 0)]))
    assert.strictEqual(bestRated([product(1, 900, 0, 0), product(2, 800, 1, 1)])?.review_count, 1)
  })

  const products = FastCheck.array(
    FastCheck.tuple(FastCheck.integer({ min: 1, max: 3 }), FastCheck.constantFrom(0, 3, 4.5), FastCheck.nat(2)),
    { minLength: 1, maxLength: 3 }
  ).map((parts) => parts.map(([price, rating, reviews], index) => product(index, price, rating, reviews)))

  it.prop("is never beaten, and does not depend on the order", [products], ([products]) => {
    if (!Array.isNonEmptyReadonlyArray(products)) {
      return false
    }
    const backwards = Array.reverse(products)
    const low = cheapest(products)
    const best = bestRated(products)
    assert.isTrue(products.every(({ price }) => price >= low.price))
    assert.isTrue(products.every(({ rating, review_count }) => review_count === 0 || rating <= (best?.rating ?? -1)))
    assert.strictEqual(cheapest(backwards), low)
    assert.strictEqual(bestRated(backwards), best)
    return true
  })
})
