import { assert, describe, it } from "@effect/vitest"
import { writing } from "../../../src/planner/Intents.ts"
import { type Wish } from "../../../src/planner/Wish.ts"
import { about, listOf, priced, put, tookOut } from "../support/Kept.ts"
import { type Exchange, read } from "../support/Reading.ts"

const lamp = priced("Ember Lamp", 20)
const added: Exchange = ["add the Ember Lamp to my cart", put("Ember Lamp")]
const told: Exchange = ["how much is the Ember Lamp?", about(lamp)]
const listed: Exchange = ["show me lamps", listOf(lamp)]

const brief = ({ intent, order, product, quantity }: Wish) => [
  intent,
  order?.kind === "id" ? order.id : (product?.name ?? null),
  quantity
]
const after = (earlier: Exchange, message: string) => read(message, earlier).map(brief)

describe("second thoughts", () => {
  it("about the cart undo what was done to it", () => {
    for (const said of ["no wait, don't", "undo that", "scratch that", "I don't want it after all", "cancel that"]) {
      assert.deepStrictEqual(after(added, said), [["remove_from_cart", "Ember Lamp", 1]], said)
    }
  })

  it("about what was taken out put it back, however they begin", () => {
    const removed: Exchange = ["take the Ember Lamp out of my cart", tookOut("Ember Lamp")]
    assert.deepStrictEqual(
      after(removed, "oh no, I do need it after all").map(([intent, name]) => [intent, name]),
      [["add_to_cart", "Ember Lamp"]]
    )
    assert.deepStrictEqual(after(removed, "please put it back"), [["add_to_cart", "Ember Lamp", 1]])
    const emptied: Exchange = ["empty my cart", tookOut("Ember Lamp", "The Atlas", "Scarf")]
    assert.deepStrictEqual(after(emptied, "oh no, that was a mistake"), [
      ["add_to_cart", "Ember Lamp", 1],
      ["add_to_cart", "The Atlas", 1],
      ["add_to_cart", "Scarf", 1]
    ])
  })

  it("about an address change what was wrong of it", () => {
    const set: Exchange = ["send my cart to Noor Takeda, 210 Birch Lane, Hartford, CT 06103"]
    assert.deepStrictEqual(
      read("sorry typo, it's 201 Birch Lane not 210", set).map(({ address, intent }) => [
        intent,
        address?.street,
        address?.zip
      ]),
      [["shipping_address", "201 Birch Lane", "06103"]]
    )
  })

  it("are none when only the order is to wait", () => {
    assert.deepStrictEqual(after(added, "no, don't order it yet"), [["decline", null, null]])
  })

  it("that only hesitate change nothing", () => {
    assert.deepStrictEqual(after(added, "hold on"), [["decline", null, null]])
  })

  it("are none when nothing was done", () => {
    assert.deepStrictEqual(after(told, "no wait, don't"), [["decline", null, null]])
  })
})

describe("after a price", () => {
  it("who takes it buys one, or as many as they say", () => {
    assert.deepStrictEqual(after(told, "ok, I'll take it"), [["add_to_cart", "Ember Lamp", null]])
    assert.deepStrictEqual(after(told, "ok, one please"), [["add_to_cart", "Ember Lamp", 1]])
    assert.deepStrictEqual(after(told, "I'll take two"), [["add_to_cart", "Ember Lamp", 2]])
  })

  it("who takes both of a list buys the two", () => {
    const two: Exchange = ["show me lamps", listOf(lamp, priced("Arc Lamp", 30))]
    assert.deepStrictEqual(after(two, "put both in my cart"), [
      ["add_to_cart", "Ember Lamp", null],
      ["add_to_cart", "Arc Lamp", null]
    ])
  })
})

describe("a place of a list", () => {
  it("behind its end is none", () => {
    assert.deepStrictEqual(after(listed, "the second one"), [["not_listed", null, null]])
    assert.deepStrictEqual(after(listed, "add the third one to my cart"), [["not_listed", null, null]])
    assert.deepStrictEqual(after(listed, "add the first one to my cart"), [["add_to_cart", "Ember Lamp", null]])
  })
})

describe("what is refused behind an order", () => {
  it("is not done", () => {
    const wishes = (said: string) => read(said).map(({ intent, product }) => [intent, product?.name ?? null])
    assert.deepStrictEqual(wishes("add the kettle but not the blender"), [["add_to_cart", "kettle"]])
    assert.deepStrictEqual(wishes("remove the mouse but leave the keyboard"), [["remove_from_cart", "mouse"]])
    assert.deepStrictEqual(wishes("take out the webcam, but keep the mouse and the keyboard"), [
      ["remove_from_cart", "webcam"]
    ])
  })
})

describe("what is left open", () => {
  it("is asked about", () => {
    const [spared] = read("cancel everything except the trail shoes order")
    assert.deepStrictEqual([spared?.intent, spared?.order], ["unknown", null])
    assert.isTrue(read("add either the kettle or the blender to my cart").every(({ intent }) => intent === "unknown"))
  })
})

describe("a change of the cart", () => {
  const changes = (said: string) => read(said).flatMap(({ intent }) => (writing.has(intent) ? [intent] : []))
  const home = "9 Oak Road, Salem, OR 97301"
  const billed: Exchange = [`send the bill to ${home}`]

  it("is not made of a number that is only needed", () => {
    assert.deepStrictEqual(changes("Is the Ember Lamp in stock? I need 5"), [])
  })

  it("is not made where it depends on something, or may mean something else than the cart", () => {
    for (const said of [
      "if the Ember Lamp is out of stock take it out of my cart",
      "reset everything",
      "remove all filters"
    ]) {
      assert.deepStrictEqual(changes(said), [], said)
    }
    assert.deepStrictEqual(changes("empty my cart"), ["remove_from_cart"])
  })

  it("is corrected by a number behind it", () => {
    assert.deepStrictEqual(after(added, "actually only one"), [["update_cart", "Ember Lamp", 1]])
    assert.deepStrictEqual(after(added, "no wait, two"), [["update_cart", "Ember Lamp", 2]])
  })

  it("is not made of an address that is told, supposed or asked about", () => {
    for (const said of [
      `last time you sent my cart to ${home}`,
      `we'd have it sent to my mum at ${home}`,
      `maybe ship it to ${home}`,
      `my bill comes to ${home}, is that right?`,
      "the billing address should be the same I think"
    ]) {
      assert.deepStrictEqual(changes(said), [], said)
    }
  })

  it("takes an address behind a word for the bill for that of the bill", () => {
    for (const said of ["use this as my billing address", "invoice address", "please bill me at this address"]) {
      assert.deepStrictEqual(changes(`${said}: ${home}`), ["billing_address"], said)
    }
    assert.deepStrictEqual(
      read("ship to the same, please", billed).map(({ intent }) => intent),
      ["shipping_address"]
    )
    const both = read(`billing address please to ${home} and ship to the same`)
    assert.deepStrictEqual(
      both.map(({ address, intent }) => [intent, address?.street]),
      [
        ["billing_address", "9 Oak Road"],
        ["shipping_address", "9 Oak Road"]
      ]
    )
    const [parcel, ...others] = read("and delivery to Bo Raman, 5 Oak Road, Salem, OR 97301", billed)
    assert.deepStrictEqual([parcel?.intent, parcel?.address?.street, others], ["shipping_address", "5 Oak Road", []])
  })
})
