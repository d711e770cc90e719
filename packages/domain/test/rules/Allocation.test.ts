import { assert, describe, it } from "@effect/vitest"
import { ProductId } from "../../src/Ids.ts"
import { type Region } from "../../src/Inventory.ts"
import { Money } from "../../src/Money.ts"
import { allocate, type Allocation, type StockedWarehouse, type RequestedLine } from "../../src/rules/Allocation.ts"
import { type ShippingRate } from "../../src/rules/Shipping.ts"
import { Array, FastCheck, Option } from "effect"
import { east, regions, west } from "../support/names.ts"

const product = (index: number) => ProductId.make(`00000000-0000-4000-8000-${String(index).padStart(12, "0")}`)
const [apples, pears] = [product(1), product(2)]

const rate = (carrier: string, cents: number, daysMax: number): ShippingRate => ({
  carrier,
  speed_tier: "standard",
  price: Money.make(cents),
  estimated_days_min: 1,
  estimated_days_max: daysMax
})

const warehouse = (
  name: string,
  region: Region,
  stock: ReadonlyArray<readonly [ProductId, number]>,
  ...rates: ReadonlyArray<ShippingRate>
): StockedWarehouse => ({ id: name, name, region, stock: new Map(stock), rates })

const line = (productId: ProductId, quantity: number): RequestedLine => ({ productId, quantity })

/** `"A by Slow: 2, B by Fast: 1 3"`, the quantities line by line. */
const told = (allocation: Option.Option<Allocation>) =>
  Option.match(allocation, {
    onNone: () => "nothing",
    onSome: ({ shipments }) =>
      shipments
        .map(
          ({ lines, rate, warehouse }) =>
            `${warehouse.name} by ${rate.carrier}: ${lines.map(({ quantity }) => quantity).join(" ")}`
        )
        .join(", ")
  })

const slow = rate("Slow", 500, 5)
const fast = rate("Fast", 900, 1)

describe("an allocation", () => {
  it("takes one dear shipment rather than two cheap ones", () => {
    const warehouses = [
      warehouse("A", east, [[apples, 2]], slow),
      warehouse("B", east, [[apples, 1]], slow),
      warehouse("C", west, [[apples, 3]], rate("Dear", 9000, 9))
    ]
    assert.strictEqual(told(allocate([line(apples, 3)], warehouses, east, "any")), "C by Dear: 3")
  })

  it("is the cheapest of the smallest, then the fastest, then the first by name", () => {
    const cheap = warehouse("Z", west, [[apples, 1]], rate("Cheap", 400, 9))
    const quick = warehouse("Y", west, [[apples, 1]], rate("Quick", 500, 4))
    const [a, b] = [warehouse("A", west, [[apples, 1]], slow), warehouse("B", west, [[apples, 1]], slow)]
    assert.strictEqual(told(allocate([line(apples, 1)], [a, b, quick, cheap], east, "any")), "Z by Cheap: 1")
    assert.strictEqual(told(allocate([line(apples, 1)], [b, a, quick], east, "any")), "Y by Quick: 1")
    assert.strictEqual(told(allocate([line(apples, 1)], [b, a], east, "any")), "A by Slow: 1")
  })

  it("fills from the destination region, then the largest stock, then the name", () => {
    const near = warehouse("Near", east, [[apples, 2]], slow)
    const [a, b] = [warehouse("A", west, [[apples, 5]], slow), warehouse("B", west, [[apples, 5]], slow)]
    assert.strictEqual(
      told(allocate([line(apples, 11)], [b, a, near], east, "any")),
      "A by Slow: 5, B by Slow: 4, Near by Slow: 2"
    )
    const larger = warehouse("Larger", west, [[apples, 6]], slow)
    assert.strictEqual(told(allocate([line(apples, 10)], [a, larger], east, "any")), "A by Slow: 4, Larger by Slow: 6")
  })

  it("sends each line from where it is", () => {
    const warehouses = [warehouse("A", east, [[apples, 9]], slow), warehouse("B", east, [[pears, 9]], fast, slow)]
    const allocation = allocate([line(apples, 1), line(pears, 2)], warehouses, east, "any")
    assert.strictEqual(told(allocation), "A by Slow: 1, B by Slow: 2")
    assert.deepStrictEqual(
      Option.getOrThrow(allocation).shipments.map(({ lines }) => lines.map(({ productId }) => productId)),
      [[apples], [pears]]
    )
    assert.strictEqual(Option.getOrThrow(allocation).cost, 1000)
  })

  it("takes one carrier for all shipments when there can be only one", () => {
    const a = warehouse("A", east, [[apples, 1]], rate("P", 100, 5), rate("Q", 300, 5))
    const b = warehouse("B", west, [[apples, 1]], rate("P", 900, 5), rate("Q", 300, 5))
    assert.strictEqual(told(allocate([line(apples, 2)], [a, b], east, "any")), "A by P: 1, B by Q: 1")
    assert.strictEqual(told(allocate([line(apples, 2)], [a, b], east, "one")), "A by Q: 1, B by Q: 1")
  })

  it("passes over warehouses that no one carrier serves together", () => {
    const a = warehouse("A", east, [[apples, 1]], rate("P", 100, 5))
    const b = warehouse("B", west, [[apples, 1]], rate("Q", 100, 5))
    const c = warehouse("C", west, [[apples, 1]], rate("Q", 900, 5))
    assert.strictEqual(told(allocate([line(apples, 2)], [a, b, c], east, "one")), "B by Q: 1, C by Q: 1")
    assert.strictEqual(told(allocate([line(apples, 2)], [a, b], east, "one")), "nothing")
  })

  it("looks only at the ten warehouses that can serve most", () => {
    const small = Array.makeBy(10, (index) => warehouse(`S${index}`, east, [[apples, 2]], slow))
    const least = warehouse("A", east, [[apples, 1]], rate("Cheap", 1, 1))
    assert.strictEqual(told(allocate([line(apples, 1)], [...small, least], east, "any")), "A by Cheap: 1")
    assert.strictEqual(told(allocate([line(apples, 2)], [...small, least], east, "any")), "S0 by Slow: 2")
    assert.strictEqual(told(allocate([line(apples, 21)], [...small, least], east, "any")), "nothing")
  })
})

const products = [product(1), product(2), product(3)]

const rates = FastCheck.uniqueArray(
  FastCheck.record({
    carrier: FastCheck.constantFrom("P", "Q", "R"),
    price: FastCheck.integer({ min: 1, max: 4 }),
    days: FastCheck.integer({ min: 1, max: 3 })
  }),
  { maxLength: 3, selector: ({ carrier }) => carrier }
).map((all) => all.map(({ carrier, days, price }) => rate(carrier, price * 100, days)))

const warehouses = FastCheck.array(
  FastCheck.record({
    region: FastCheck.constantFrom(...regions),
    stock: FastCheck.tuple(...products.map(() => FastCheck.integer({ min: 0, max: 6 }))),
    rates
  }),
  { maxLength: 5 }
).map((all) =>
  all.map(({ rates, region, stock }, index) =>
    warehouse(
      `W${index}`,
      region,
      stock.map((quantity, at) => [products[at]!, quantity] as const),
      ...rates
    )
  )
)

const wanted = FastCheck.uniqueArray(
  FastCheck.record({
    productId: FastCheck.constantFrom(...products),
    quantity: FastCheck.integer({ min: 1, max: 12 })
  }),
  { minLength: 1, maxLength: 3, selector: ({ productId }) => productId }
).filter(Array.isNonEmptyArray)

const carriers = FastCheck.constantFrom<"any" | "one">("any", "one")

const heldBy = (all: ReadonlyArray<StockedWarehouse>, productId: ProductId) =>
  all.reduce((total, { stock }) => total + stock.get(productId)!, 0)

/** Every choice of one rate for each warehouse. */
const assignments = (all: ReadonlyArray<StockedWarehouse>): ReadonlyArray<ReadonlyArray<ShippingRate>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<ShippingRate>>>(
    (chosen, { rates }) => chosen.flatMap((earlier) => rates.map((rate) => [...earlier, rate])),
    [[]]
  )

/** Tries every set of warehouses with every assignment of carriers: count, cost, days and names of the best one. */
const bruteForce = (
  lines: ReadonlyArray<RequestedLine>,
  all: ReadonlyArray<StockedWarehouse>,
  carriers: "any" | "one"
): readonly [number, number, number, string] | null => {
  let best: readonly [number, number, number, string] | null = null
  for (let bits = 1; bits < 2 ** all.length; bits++) {
    const subset = all.filter((_, index) => (bits >> index) % 2 === 1)
    if (lines.some(({ productId, quantity }) => heldBy(subset, productId) < quantity)) {
      continue
    }
    for (const taken of assignments(subset)) {
      if (carriers === "one" && new Set(taken.map(({ carrier }) => carrier)).size > 1) {
        continue
      }
      const found = [
        subset.length,
        taken.reduce((cost, { price }) => cost + price, 0),
        Math.max(...taken.map(({ estimated_days_max }) => estimated_days_max)),
        subset.map(({ name }) => name).join(" ")
      ] as const
      const at = best === null ? -1 : found.findIndex((value, index) => value !== best![index])
      if (best === null || (at >= 0 && found[at]! < best[at]!)) {
        best = found
      }
    }
  }
  return best
}

const anything = FastCheck.tuple(wanted, warehouses, FastCheck.constantFrom(...regions), carriers)

describe("every allocation", () => {
  it.prop(
    "is what trying everything finds",
    [anything],
    ([[lines, all, destination, carriers]]) => {
      const found = Option.map(
        allocate(lines, all, destination, carriers),
        ({ cost, shipments }) =>
          [
            shipments.length,
            cost,
            Math.max(...shipments.map(({ rate }) => rate.estimated_days_max)),
            shipments.map(({ warehouse }) => warehouse.name).join(" ")
          ] as const
      )
      assert.deepStrictEqual(Option.getOrNull(found), bruteForce(lines, all, carriers))
    },
    { fastCheck: { numRuns: 2_000 } }
  )

  it.prop(
    "brings exactly what is wanted, of what is there, at the rates that there are",
    [anything],
    ([[lines, all, destination, carriers]]) => {
      const shipments = Option.match(allocate(lines, all, destination, carriers), {
        onNone: () => [],
        onSome: ({ shipments }) => [...shipments]
      })
      for (const { lines: sent, rate, warehouse } of shipments) {
        assert.isTrue(warehouse.rates.includes(rate))
        assert.isTrue(sent.length > 0)
        assert.isTrue(
          sent.every(({ productId, quantity }) => quantity > 0 && quantity <= warehouse.stock.get(productId)!)
        )
      }
      if (shipments.length > 0) {
        assert.deepStrictEqual(
          lines.map(({ productId }) =>
            shipments
              .flatMap(({ lines }) => lines)
              .filter((sent) => sent.productId === productId)
              .reduce((total, { quantity }) => total + quantity, 0)
          ),
          lines.map(({ quantity }) => quantity)
        )
      }
    }
  )

  it.prop(
    "does not depend on the order of the warehouses",
    [anything, FastCheck.infiniteStream(FastCheck.nat())],
    ([[lines, all, destination, carriers], numbers]) => {
      const shuffled = all
        .map((warehouse) => ({ warehouse, key: numbers.next().value }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ warehouse }) => warehouse)
      assert.deepStrictEqual(
        allocate(lines, shuffled, destination, carriers),
        allocate(lines, all, destination, carriers)
      )
    }
  )
})
