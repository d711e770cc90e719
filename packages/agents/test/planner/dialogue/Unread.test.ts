import { assert, describe, it } from "@effect/vitest"
import { writing } from "../../../src/planner/Intents.ts"
import { about, priced } from "../support/Kept.ts"
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
    const wishes = read("take out the socks, i want fewer of the lamps, and place the order", jacket)
    assert.isEmpty(wishes.filter(({ intent }) => writing.has(intent)))
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
