import { assert, describe, it } from "@effect/vitest"
import { Money } from "../../src/Money.ts"
import { type PromotionRules } from "../../src/Pricing.ts"
import { type CartLine, price, type CartPrice, type RunningPromotion } from "../../src/rules/CartPricing.ts"
import { FastCheck } from "effect"
import {
  anyCart,
  anyCoupon,
  anyPromotions,
  anyTier,
  coupon,
  facts,
  gold,
  line,
  product,
  promotion
} from "../support/carts.ts"
import { books, clothing, electronics, home, sports } from "../support/names.ts"
import { propInEachCurrency } from "../support/currencies.ts"

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)

const bundle = (pct: number, ...ns: ReadonlyArray<number>): PromotionRules => ({
  type: "bundle",
  product_ids: ns.map(product),
  discount_pct: pct
})

const savings = ({ savings }: CartPrice) => savings.map(({ amount, label }) => [label, amount])
const promotionShares = ({ lines }: CartPrice) => lines.map(({ promotionShare }) => promotionShare)

describe("promotions on a cart", () => {
  it("takes a percentage off complete sets of a bundle, and leaves other lines alone", () => {
    const lines = [line(1, electronics, 8_900, 2), line(2, electronics, 2_950, 3), line(3, electronics, 100)]
    const priced = price(lines, facts([promotion(1, bundle(10, 1, 2))]), null)
    assert.strictEqual(priced.promotionDiscount, 2_370)
    assert.deepStrictEqual(promotionShares(priced), [1_583, 787, 0])
    assert.deepStrictEqual(priced.savings, [
      {
        type: "bundle",
        label: "Promotion 1",
        amount: Money.make(2_370),
        productIds: [product(1), product(2)],
        explanation: "Promotion 1: Buy the 2 products of the bundle together and save 10%."
      }
    ])
    assert.strictEqual(price(lines.slice(1), facts([promotion(1, bundle(10, 1, 2))]), null).discount, 0)
  })

  it("counts a variant for its group, unless the promotion names the variant itself", () => {
    const variant = (n: number, cents: number, quantity = 1) => ({
      ...line(n, sports, cents, quantity),
      groupId: product(9)
    })
    const lines = [variant(1, 1_000), variant(2, 2_000), line(3, sports, 500, 2)]
    const priced = (rules: PromotionRules) => promotionShares(price(lines, facts([promotion(1, rules)]), null))
    assert.deepStrictEqual(priced(bundle(10, 9, 3)), [100, 200, 100])
    assert.deepStrictEqual(priced(bundle(10, 9, 1)), [100, 200, 0])
    const free = { type: "buy_x_get_y", product_ids: [product(9)], buy_quantity: 1, free_quantity: 1 } as const
    assert.strictEqual(sum(priced(free)), 1_000)
  })

  it("puts the dearest units of each category into the sets of a bundle", () => {
    const rules = { type: "bundle", categories: [home, clothing], discount_pct: 10 } as const
    const lines = [line(1, home, 1_000, 3), line(2, home, 9_000), line(3, clothing, 5_000), line(4, clothing, 2_000)]
    const priced = price(lines, facts([promotion(1, rules)]), null)
    assert.strictEqual(priced.promotionDiscount, 1_700)
    const less = price([lines[0]!, lines[1]!, lines[2]!], facts([promotion(1, rules)]), null)
    assert.deepStrictEqual(promotionShares(less), [0, 900, 500])
  })

  it("gives away the cheapest units of the pool", () => {
    const rules = { type: "buy_x_get_y", category: books, buy_quantity: 2, free_quantity: 1 } as const
    const lines = [line(1, books, 1_200, 2), line(2, books, 3_000, 3), line(3, books, 500)]
    const priced = price(lines, facts([promotion(1, rules)]), null)
    assert.strictEqual(priced.promotionDiscount, 1_700)
    assert.strictEqual(sum(promotionShares(priced)), 1_700)
    assert.strictEqual(price(lines.slice(0, 1), facts([promotion(1, rules)]), null).discount, 0)
  })

  it("leaves a line to its best flash sale unless a group promotion saves more on the whole", () => {
    const sale = (n: number, pct: number) =>
      promotion(n, { type: "flash_sale", categories: [sports, home], discount_pct: pct })
    const lines = [line(1, sports, 10_000), line(2, electronics, 10_000)]
    const running = [sale(1, 15), sale(2, 20), promotion(3, bundle(9, 1, 2))]
    assert.deepStrictEqual(savings(price(lines, facts(running), null)), [["Promotion 2", 2_000]])
    const more = [...running.slice(0, 2), promotion(3, bundle(11, 1, 2))]
    assert.deepStrictEqual(savings(price(lines, facts(more), null)), [["Promotion 3", 2_200]])
  })

  it("prefers fewer promotions of equal saving, then lower ids", () => {
    const lines = [line(1, home, 1_000), line(2, home, 1_000), line(3, home, 2_000), line(4, home, 2_000)]
    const two = [promotion(1, bundle(10, 1, 2)), promotion(2, bundle(10, 3, 4))]
    assert.deepStrictEqual(savings(price(lines, facts([...two, promotion(3, bundle(10, 1, 2, 3, 4))]), null)), [
      ["Promotion 3", 600]
    ])
    assert.deepStrictEqual(
      savings(price(lines.slice(0, 2), facts([promotion(5, bundle(10, 1, 2)), promotion(4, bundle(10, 1, 2))]), null)),
      [["Promotion 4", 200]]
    )
  })

  const socks = [5, 6, 7].map((n) => line(n, clothing, 500))
  const anyThree = { type: "buy_x_get_y", buy_quantity: 2, free_quantity: 1 } as const

  it("lets a bundle keep a line from another promotion without listing what saves nothing", () => {
    const pair = [line(2, home, 10_000), line(3, home, 1)]
    const lines = [line(1, books, 1), ...pair, line(4, electronics, 10_000), ...socks]
    const running = [
      promotion(1, bundle(50, 2, 4)),
      promotion(2, { type: "bundle", categories: [books, home], discount_pct: 10 }),
      promotion(3, { ...anyThree, product_ids: [1, 5, 6, 7].map(product) })
    ]
    assert.deepStrictEqual(savings(price(lines, facts(running), null)), [
      ["Promotion 1", 10_000],
      ["Promotion 3", 500]
    ])
  })

  it("claims no line for free units when none is free", () => {
    const lines = [line(1, books, 1), line(2, books, 10_000), line(3, books, 10_000), ...socks]
    const running = [
      promotion(1, bundle(50, 2, 3)),
      promotion(2, { ...anyThree, category: books }),
      promotion(3, { ...anyThree, product_ids: [1, 5, 6, 7].map(product) })
    ]
    assert.deepStrictEqual(savings(price(lines, facts(running), null)), [
      ["Promotion 1", 10_000],
      ["Promotion 3", 1]
    ])
  })

  it("tries the six group promotions that save most alone", () => {
    const pairs = Array.from({ length: 7 }, (_, n) => [line(2 * n, home, 1_000), line(2 * n + 1, home, 1_000)])
    const running = pairs.map((_, n) => promotion(n, bundle(10 + n, 2 * n, 2 * n + 1)))
    const priced = price(pairs.flat(), facts(running), null)
    assert.deepStrictEqual(
      priced.savings.map(({ label }) => label),
      [1, 2, 3, 4, 5, 6].map((n) => `Promotion ${n}`)
    )
  })
})

describe("coupon and loyalty on a cart", () => {
  const lines = [line(1, electronics, 10_000, 2), line(2, books, 3_000)]
  const priceWith = (change: Parameters<typeof coupon>[1], running: ReadonlyArray<RunningPromotion> = []) => {
    const found = coupon("CODE", change)
    return price(lines, facts(running, gold), { code: found.code, found })
  }

  it("takes the coupon off what promotions leave of its categories, then the loyalty discount off the rest", () => {
    const sale = promotion(1, { type: "flash_sale", categories: [electronics], discount_pct: 15 })
    const priced = priceWith({ applicableCategories: [electronics] }, [sale])
    assert.deepStrictEqual(
      [priced.subtotal, priced.promotionDiscount, priced.loyaltyDiscount, priced.total],
      [23_000, 3_000, 1_530 + 300, 16_470]
    )
    assert.deepStrictEqual(priced.coupon, {
      code: coupon("CODE", {}).code,
      valid: true,
      discount: Money.make(1_700),
      reason: null
    })
    assert.deepStrictEqual(
      priced.lines.map(({ couponShare, discountShare, loyaltyShare }) => [couponShare, loyaltyShare, discountShare]),
      [
        [1_700, 1_530, 6_230],
        [0, 300, 300]
      ]
    )
    assert.deepStrictEqual(
      priced.savings.map(({ explanation, label, type }) => [type, label, explanation]),
      [
        ["flash_sale", "Promotion 1", "Promotion 1: 15% off Electronics."],
        ["coupon", "CODE", "Coupon CODE: 10% off Electronics after promotions."],
        [
          "loyalty_discount",
          "gold member discount",
          "As a gold member you get 10% off what is left after promotions and coupon."
        ]
      ]
    )
  })

  it("compares the minimum with the gross of the eligible lines", () => {
    const sale = promotion(1, { type: "flash_sale", categories: [electronics], discount_pct: 50 })
    const only = { applicableCategories: [electronics] }
    assert.strictEqual(priceWith({ ...only, minSpend: Money.make(20_000) }, [sale]).coupon?.reason, null)
    const missed = priceWith({ ...only, minSpend: Money.make(20_001) }, [sale])
    assert.deepStrictEqual([missed.coupon?.valid, missed.coupon?.discount], [false, 0])
    assert.strictEqual(missed.coupon?.reason, "min_spend")
    assert.deepStrictEqual(
      missed.lines.map(({ couponShare }) => couponShare),
      [0, 0]
    )
    assert.strictEqual(priceWith({ applicableCategories: [home] }).coupon?.reason, "category")
  })

  it("takes a fixed coupon off as far as there is something left", () => {
    const priced = priceWith({ discountType: "fixed", discountValue: 5_000, applicableCategories: [books] })
    assert.strictEqual(priced.coupon?.discount, 3_000)
    assert.strictEqual(priced.savings[0]?.explanation, "Coupon CODE: $50.00 off Books after promotions.")
    const capped = priceWith({ maxDiscount: Money.make(123_456_700), applicableCategories: [books, electronics] })
    assert.strictEqual(
      capped.savings[0]?.explanation,
      "Coupon CODE: 10% off Books and Electronics after promotions, at most $1,234,567.00."
    )
  })

  it("does not know a code that nobody has, and prices the cart without it", () => {
    const code = coupon("NOSUCH", {}).code
    const priced = price(lines, facts([]), { code, found: null })
    assert.deepStrictEqual(priced.coupon, { code, valid: false, discount: Money.make(0), reason: "unknown" })
    assert.strictEqual(priced.total, 23_000)
  })

  it("prices nothing at nothing", () => {
    const { lines, subtotal, total } = price([], facts([promotion(1, bundle(10, 1, 2))], gold), null)
    assert.deepStrictEqual([lines.length, subtotal, total], [0, 0, 0])
  })
})

/** One unit at its price, told apart from all others. */
interface Unit {
  readonly line: CartLine
}

/** What a group promotion saves on lines and which of them it takes, unit by unit. */
const tryGroup = (rules: PromotionRules, lines: ReadonlyArray<CartLine>): { saving: number; taken: Set<CartLine> } => {
  const units = lines
    .flatMap((line) => Array.from({ length: line.quantity }, (): Unit => ({ line })))
    .toSorted((a, b) => b.line.unitPrice - a.line.unitPrice || a.line.productId.localeCompare(b.line.productId))
  if (rules.type === "buy_x_get_y") {
    const pool = units.filter(({ line }) =>
      "category" in rules ? line.category === rules.category : rules.product_ids.some((id) => id === line.productId)
    )
    let free = 0
    for (
      let n = rules.buy_quantity + rules.free_quantity;
      n <= pool.length;
      n += rules.buy_quantity + rules.free_quantity
    ) {
      free += rules.free_quantity
    }
    const given = free === 0 ? [] : pool.slice(-free)
    return {
      saving: sum(given.map(({ line }) => line.unitPrice)),
      taken: new Set(free === 0 ? [] : pool.map(({ line }) => line))
    }
  }
  if (rules.type === "flash_sale") {
    return { saving: 0, taken: new Set() }
  }
  const parts =
    "categories" in rules
      ? rules.categories.map((category) => units.filter(({ line }) => line.category === category))
      : rules.product_ids.map((id) => units.filter(({ line }) => line.productId === id))
  const chosen: Array<Unit> = []
  for (let set = 0; parts.every((part) => part.length > set); set++) {
    chosen.push(...parts.map((part) => part[set]!))
  }
  const cents = sum(chosen.map(({ line }) => line.unitPrice))
  // Three decimals at most, so thousandths are whole.
  return {
    saving: Math.floor((cents * Math.round(rules.discount_pct * 1_000) + 50_000) / 100_000),
    taken: new Set(chosen.map(({ line }) => line))
  }
}

const orderedSelections = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => [
  [],
  ...items.flatMap((first) =>
    orderedSelections(items.filter((item) => item !== first)).map((others) => [first, ...others])
  )
]

/** The best there is, by trying everything. */
const bruteForce = (lines: ReadonlyArray<CartLine>, running: ReadonlyArray<RunningPromotion>) => {
  const groups = running.filter(({ rules }) => rules.type !== "flash_sale" && tryGroup(rules, lines).saving > 0)
  const onSale = (line: CartLine) =>
    Math.max(
      0,
      ...running.map(({ rules }) =>
        rules.type === "flash_sale" && rules.categories.includes(line.category)
          ? Math.floor((line.unitPrice * line.quantity * Math.round(rules.discount_pct * 1_000) + 50_000) / 100_000)
          : 0
      )
    )
  const outcomes = orderedSelections(groups).map((selection) => {
    let left = lines
    const groupSavings: Array<readonly [string, number]> = []
    for (const { name, rules } of selection) {
      const { saving, taken } = tryGroup(rules, left)
      left = left.filter((line) => !taken.has(line))
      groupSavings.push([name, saving])
    }
    const saving = sum(groupSavings.map(([, amount]) => amount)) + sum(left.map(onSale))
    return { saving, groupSavings, ids: selection.map(({ id }) => id) }
  })
  return outcomes.toSorted(
    (a, b) => b.saving - a.saving || a.ids.length - b.ids.length || a.ids.join().localeCompare(b.ids.join())
  )[0]!
}

const asGroup = ({ savings }: CartPrice) =>
  savings.filter(({ type }) => type === "bundle" || type === "buy_x_get_y").map(({ amount, label }) => [label, amount])

describe("properties of prices", () => {
  propInEachCurrency(
    "the promotions are the best of all ordered selections",
    [anyCart(6), anyPromotions(5)],
    ([lines, running]) => {
      const best = bruteForce(lines, running)
      const priced = price(lines, facts(running), null)
      assert.strictEqual(priced.promotionDiscount, best.saving)
      assert.deepStrictEqual(
        asGroup(priced),
        best.groupSavings.filter(([, amount]) => amount > 0).map((saving) => [...saving])
      )
    },
    { fastCheck: { numRuns: 500 } }
  )

  const cart = anyCart(8)
  const running = anyPromotions(6)
  const given = FastCheck.option(anyCoupon)

  propInEachCurrency(
    "discounts add up, line by line and saving by saving, in whole cents",
    [cart, running, given, anyTier],
    ([lines, running, found, tier]) => {
      const priced = price(lines, facts(running, tier), found === null ? null : { code: found.code, found })
      const total = (of: (line: CartPrice["lines"][number]) => number) => sum(priced.lines.map(of))
      assert.strictEqual(
        total(({ gross }) => gross),
        priced.subtotal
      )
      assert.strictEqual(
        total(({ promotionShare }) => promotionShare),
        priced.promotionDiscount
      )
      assert.strictEqual(
        total(({ couponShare }) => couponShare),
        priced.coupon?.discount ?? 0
      )
      assert.strictEqual(
        total(({ loyaltyShare }) => loyaltyShare),
        priced.loyaltyDiscount
      )
      assert.strictEqual(
        total(({ discountShare }) => discountShare),
        priced.discount
      )
      assert.strictEqual(sum(priced.savings.map(({ amount }) => amount)), priced.discount)
      assert.strictEqual(priced.total, priced.subtotal - priced.discount)
      assert.isAtLeast(priced.total, 0)
      for (const { couponShare, discountShare, gross, loyaltyShare, promotionShare } of priced.lines) {
        for (const share of [promotionShare, couponShare, loyaltyShare]) {
          assert.isTrue(Number.isSafeInteger(share) && share >= 0)
        }
        assert.strictEqual(promotionShare + couponShare + loyaltyShare, discountShare)
        assert.isAtMost(discountShare, gross)
      }
      assert.isTrue(priced.savings.every(({ amount, productIds }) => amount > 0 && productIds.length > 0))
    }
  )

  propInEachCurrency(
    "a coupon takes no more than its scope and its cap, and nothing off other lines",
    [cart, running, given, anyTier],
    ([lines, running, found, tier]) => {
      FastCheck.pre(found !== null)
      const priced = price(lines, facts(running, tier), { code: found.code, found })
      const isEligible = ({ category }: CartLine) => found.applicableCategories?.includes(category) ?? true
      const scope = sum(priced.lines.filter(isEligible).map(({ gross, promotionShare }) => gross - promotionShare))
      const discount = priced.coupon!.discount
      assert.isAtMost(discount, scope)
      assert.isAtMost(discount, (found.discountType === "fixed" ? found.discountValue : found.maxDiscount) ?? Infinity)
      assert.strictEqual(sum(priced.lines.filter((line) => !isEligible(line)).map(({ couponShare }) => couponShare)), 0)
      assert.strictEqual(priced.coupon!.valid, priced.coupon!.reason === null)
    }
  )

  propInEachCurrency(
    "the order of lines and promotions does not matter",
    [cart, running, given, anyTier, FastCheck.infiniteStream(FastCheck.nat())],
    ([lines, running, found, tier, dice]) => {
      const shuffled = <A>(items: ReadonlyArray<A>) =>
        items
          .map((item) => [item, dice.next().value] as const)
          .toSorted(([, a], [, b]) => a - b)
          .map(([item]) => item)
      const given = found === null ? null : { code: found.code, found }
      const byId = ({ lines, ...priced }: CartPrice) => ({
        ...priced,
        lines: lines.toSorted((a, b) => a.productId.localeCompare(b.productId))
      })
      const one = price(lines, facts(running, tier), given)
      const other = price(shuffled(lines), facts(shuffled(running), tier), given)
      assert.deepStrictEqual(byId(one), byId(other))
      assert.deepStrictEqual(
        one.lines.map(({ productId }) => productId),
        lines.map(({ productId }) => productId)
      )
    }
  )
})
