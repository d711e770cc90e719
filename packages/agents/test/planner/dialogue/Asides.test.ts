import { assert, describe, it } from "@effect/vitest"
import { about, priced } from "../support/Kept.ts"
import { writing } from "../../../src/planner/Intents.ts"
import { namedBefore, wishOf } from "../../../src/planner/Wish.ts"
import { read } from "../support/Reading.ts"

const jacket = ["show me the Nordvind jacket", about(priced("Nordvind Winter Jacket", 189))] as const

const readings = (said: string) => read(said, jacket).map(({ intent, text }) => [intent, text])

describe("what is not taken up", () => {
  it("is said beside what is", () => {
    for (const [said, ignored] of [
      ["good. put it in the cart, size L", "size L"],
      ["what about a normal backpack then. not black", "not black"],
      ["three pairs of the wool socks into my cart, and he has a limp", "he has a limp"]
    ] as const) {
      const left = readings(said).filter(([intent]) => intent === "ignored" || intent === "unknown")
      assert.deepStrictEqual(
        left.map(([, text]) => text),
        [ignored],
        said
      )
    }
  })

  it("is a reason, a refusal or a number of what is asked", () => {
    for (const said of [
      "cancel my last order, I found it cheaper",
      "ok add the rope, skip the mat",
      "add the headphones, 3 of them",
      "thanks! where is my order?"
    ]) {
      assert.notInclude(readings(said).flat(), "ignored", said)
    }
  })
})

describe("several changes", () => {
  it("are not made before all of them are understood", () => {
    for (const said of [
      "take out the socks, i want fewer of the lamps, and place the order",
      "add the K87 and swap the cookbook for the Hush 700",
      "remove the lamp if it costs more than 40 and add the rug"
    ]) {
      const intents = readings(said).map(([intent]) => intent)
      assert.isNotEmpty(intents, said)
      assert.deepStrictEqual([...new Set(intents)], ["unknown"], said)
    }
  })

  it("are made together", () => {
    assert.deepStrictEqual(
      readings("take out the socks and the rain shell, then place the order").map(([intent]) => intent),
      ["remove_from_cart", "remove_from_cart", "checkout"]
    )
  })
})

describe("what words speak against", () => {
  for (const said of [
    "did it take my size?",
    "swap the jacket for something cheaper",
    "a power bank is not a laptop",
    "same address, just the slower delivery",
    "show me the order from september 30",
    "can I use HELLO10 and FIRST10 at the same time?",
    "never mind, just delete it",
    "put it in my cart with GADGET15"
  ]) {
    it(`is not taken for what is likeliest: ${said}`, () => {
      assert.include(
        readings(said).map(([intent]) => intent),
        "unknown"
      )
    })
  }
})

describe("a cart", () => {
  for (const said of [
    "remove everything over $50 from my cart",
    "clear my cart of books",
    "remove everything red",
    "change the cookbook in my cart for the K87 keyboard",
    "put it in my cart, wait no",
    "put it in my cart? no way",
    "add it to my cart but not yet",
    "add it to my cart tomorrow"
  ]) {
    it(`is not changed by: ${said}`, () => {
      const wishes = read(said, jacket)
      assert.isNotEmpty(wishes)
      assert.isEmpty(wishes.filter(({ intent }) => writing.has(intent)))
    })
  }

  it("asks for how many where half of something or one of two numbers is said", () => {
    for (const said of ["put half a lamp in my cart", "add 2 or 3 lamps to my cart"]) {
      assert.isTrue(
        read(said).every(({ intent, quantity }) => intent === "unknown" || Number.isNaN(quantity)),
        said
      )
    }
  })
})

describe("an offer", () => {
  const offers = [
    { ...wishOf("add_to_cart", ""), product: namedBefore("Nordvind Winter Jacket") },
    wishOf("cancel_order", "")
  ]
  const offered = ["do something with it", { offers }] as const

  it("is picked by its place alone", () => {
    for (const said of ["1", "ok 1", "the first one", "1, please do that", "1 of course"]) {
      assert.deepStrictEqual(
        read(said, offered).map(({ intent }) => intent),
        ["add_to_cart"],
        said
      )
    }
  })

  it("is not picked by what speaks of a place", () => {
    for (const said of [
      "not the first one",
      "is the first one waterproof?",
      "first tell me about the tent",
      "in one second"
    ]) {
      assert.notInclude(
        read(said, offered).map(({ intent, product }) => `${intent} ${product?.name}`),
        "add_to_cart Nordvind Winter Jacket",
        said
      )
    }
  })
})
