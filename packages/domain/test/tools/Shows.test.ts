import { assert, describe, it } from "@effect/vitest"
import { mergeShown, maxIds, selectShownIds, shownObjectsIn } from "../../src/tools/Shows.ts"

const listed = [{ kind: "product_list", at: "products" }] as const

const products = (...names: ReadonlyArray<string>) => ({
  products: names.map((name) => ({ product_id: `id of ${name}`, name }))
})

const idsOf = (answer: string, ...results: ReadonlyArray<unknown>) =>
  selectShownIds(
    results.flatMap((result) => shownObjectsIn(listed, result)),
    answer
  )

describe("an answer shows", () => {
  it("the objects that it names, in its order, whichever result they are of", () => {
    assert.deepStrictEqual(
      idsOf("1. EMBER Lamp\n2. Glow Lamp", products("Glow Lamp", "Dusk Lamp"), products("Ember Lamp")),
      [{ kind: "product_list", ids: ["id of Ember Lamp", "id of Glow Lamp"] }]
    )
  })

  it("an object by its own name, not by that of another within which it stands", () => {
    const lamps = products("Ember Lamp", "Ember Lamp XL", "Ember Lamp XL Pro")
    assert.deepStrictEqual(idsOf("Take the Ember Lamp XL.", lamps), [
      { kind: "product_list", ids: ["id of Ember Lamp XL"] }
    ])
    assert.deepStrictEqual(idsOf("The Ember Lamp XL is larger than the Ember Lamp.", lamps), [
      { kind: "product_list", ids: ["id of Ember Lamp XL", "id of Ember Lamp"] }
    ])
  })

  it("a variant only with its values", () => {
    const boots = products("Summit Boots", "Summit Boots, 41, Black", "Summit Boots, 42, Black")
    assert.deepStrictEqual(idsOf("The Summit Boots come in black.", boots), [
      { kind: "product_list", ids: ["id of Summit Boots"] }
    ])
    assert.deepStrictEqual(idsOf("1 × Summit Boots, 42, Black is in your cart.", boots), [
      { kind: "product_list", ids: ["id of Summit Boots, 42, Black"] }
    ])
  })

  it("the first five of the last result, when it names none", () => {
    assert.deepStrictEqual(
      idsOf("Here they are.", products("A1", "B1"), products("C1", "D1", "E1", "F1", "G1", "H1")),
      [{ kind: "product_list", ids: ["C1", "D1", "E1", "F1", "G1"].map((name) => `id of ${name}`) }]
    )
  })

  it("an order by its number, a proposal or its order, and a cart without products", () => {
    const orders = {
      orders: [
        { number: "#0000-0001", order_id: "one" },
        { number: "#0000-0002", order_id: "two" }
      ]
    }
    assert.deepStrictEqual(
      selectShownIds(
        [
          ...shownObjectsIn([{ kind: "order", at: "orders" }], orders),
          ...shownObjectsIn([{ kind: "pending_action" }, { kind: "order" }], { action_id: "act" }),
          ...shownObjectsIn([{ kind: "cart" }], { message: "The address is set." })
        ],
        "Order #0000-0002 is on its way."
      ),
      [
        { kind: "order", ids: ["two"] },
        { kind: "pending_action", ids: ["act"] },
        { kind: "cart", ids: [] }
      ]
    )
  })

  it("at most ten of a kind, each once, also with others together", () => {
    const ids = Array.from({ length: 15 }, (_, index) => `id ${index}`)
    assert.deepStrictEqual(
      mergeShown([
        { kind: "order", ids: ids.slice(0, 8) },
        { kind: "cart", ids: [] },
        { kind: "order", ids: ids.slice(5) }
      ]),
      [
        { kind: "order", ids: ids.slice(0, maxIds) },
        { kind: "cart", ids: [] }
      ]
    )
  })
})
