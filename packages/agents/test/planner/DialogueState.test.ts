import { assert, describe, it } from "@effect/vitest"
import {
  decode,
  type DialogueState,
  encode,
  merge,
  emptyState,
  withListedProduct
} from "../../src/planner/DialogueState.ts"
import { about, did, listOf, order, priced } from "./support/Kept.ts"
import { read } from "./support/Reading.ts"

const state = (kept: Partial<DialogueState>): DialogueState => ({ ...emptyState, ...kept })

describe("what two parts of an answer keep", () => {
  it("is all that they are about, asked and did", () => {
    const [added, removed] = [did("add_to_cart", "Ember Lamp"), did("remove_from_cart", "Scarf")]
    const earlier = state({
      ...about("Ember Lamp"),
      orders: ["#1"],
      done: [added],
      asked: "address",
      isExplained: true
    })
    const later = state({ ...about("Scarf"), orders: ["#2"], done: [removed], code: "TEN" })
    assert.deepStrictEqual(
      merge(earlier, later),
      state({
        ...about("Ember Lamp", "Scarf"),
        orders: ["#1", "#2"],
        done: [added, removed],
        asked: "address",
        code: "TEN",
        isExplained: true
      })
    )
  })

  it("has the later list", () => {
    assert.deepStrictEqual(merge(state(listOf("Down Duvet")), state(listOf("Arc Lamp"))), state(listOf("Arc Lamp")))
  })

  it("has once what the message asks for, which each of them keeps", () => {
    const asking = state({ wishes: read("where is my latest order?") })
    assert.deepStrictEqual(merge(asking, asking), asking)
    assert.deepStrictEqual(merge(asking, emptyState), asking)
  })

  it("has the list that only one of them gives", () => {
    const list = state(listOf("Arc Lamp"))
    assert.deepStrictEqual(merge(list, emptyState), list)
    assert.deepStrictEqual(merge(emptyState, list), list)
  })
})

describe("a part of an answer", () => {
  const list = [priced("Ember Lamp", 20), priced("Dusk Lamp", 30)]

  it("is about the only product of its list, unless it is about another one", () => {
    assert.deepStrictEqual(withListedProduct(state({ list: list.slice(0, 1) })).products, list.slice(0, 1))
    assert.isEmpty(withListedProduct(state({ list })).products)
    assert.deepStrictEqual(
      withListedProduct(state({ list, ...about("Arc Lamp") })).products,
      about("Arc Lamp").products
    )
  })

  it("is about no product when it lists orders or memories", () => {
    for (const entries of [[order("#1", 20)], ["I wear a medium"]]) {
      assert.isEmpty(withListedProduct(state(listOf(...entries))).products)
    }
  })
})

describe("a state as JSON", () => {
  it("reads as it was, and holds nothing of what is open", () => {
    const kept = state({
      wishes: read("show me red lamps under $40, and where is my order #2B7D-8EAA?"),
      ...listOf(priced("Ember Lamp", 20)),
      done: [did("remember_preference", undefined, { memory: { category: "size", content: "I wear a medium" } })],
      asked: "order"
    })
    const json: unknown = JSON.parse(JSON.stringify(encode(kept)))
    assert.deepStrictEqual(decode([json]), [kept])
    assert.deepStrictEqual(encode(state(about(priced("Ember Lamp", 20)))), {
      products: [{ name: "Ember Lamp", price: 20 }],
      isExplained: false
    })
  })

  it("of another model, or of another form, is left out", () => {
    const known = state(about("Ember Lamp"))
    assert.deepStrictEqual(decode(["text", { list: "none" }, { asked: "weather" }, null, encode(known)]), [known])
  })
})
