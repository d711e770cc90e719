import { assert, describe, it } from "@effect/vitest"
import { writing } from "../../../src/planner/Intents.ts"
import { type Wish } from "../../../src/planner/Wish.ts"
import { read } from "../support/Reading.ts"

const added = ["add the Ember Lamp to my cart", "Put into your cart: 1 × Ember Lamp, now 1 article, $20.00."]
const priced = ["how much is the Ember Lamp?", "Ember Lamp: $20.00, rated 4.0 out of 5 in 3 reviews, in stock."]
const listed = [
  "show me lamps",
  'I found 1 product for "lamps":\n1. Ember Lamp, $20.00, rated 4.0 out of 5 in 3 reviews, in stock'
]

const brief = ({ intent, order, product, quantity }: Wish) => [
  intent,
  order?.kind === "id" ? order.id : (product?.name ?? null),
  quantity
]
const after = (earlier: ReadonlyArray<string>, message: string) => read(message, ...earlier).map(brief)

describe("second thoughts", () => {
  it("about the cart undo what was done to it", () => {
    for (const said of ["no wait, don't", "undo that", "scratch that", "I don't want it after all", "cancel that"]) {
      assert.deepStrictEqual(after(added, said), [["remove_from_cart", "Ember Lamp", 1]], said)
    }
  })

  it("about what was taken out put it back, however they begin", () => {
    const removed = ["take the Ember Lamp out of my cart", "Taken out of your cart: Ember Lamp, now empty."]
    assert.deepStrictEqual(
      after(removed, "oh no, I do need it after all").map(([intent, name]) => [intent, name]),
      [["add_to_cart", "Ember Lamp"]]
    )
    assert.deepStrictEqual(after(removed, "please put it back"), [["add_to_cart", "Ember Lamp", null]])
    const emptied = [
      "empty my cart",
      "Taken out of your cart: Ember Lamp, now 2 articles.\nTaken out of your cart: The Atlas, now 1 article.\nTaken out of your cart: Scarf, now empty."
    ]
    assert.deepStrictEqual(after(emptied, "oh no, that was a mistake"), [
      ["add_to_cart", "Ember Lamp", null],
      ["add_to_cart", "The Atlas", null],
      ["add_to_cart", "Scarf", null]
    ])
  })

  it("about an address change what was wrong of it", () => {
    const set = [
      "send my cart to Noor Takeda, 210 Birch Lane, Hartford, CT 06103",
      "Delivery address of your cart: Noor Takeda, 210 Birch Lane, Hartford, CT 06103, US."
    ]
    const streets = (said: string, ...earlier: ReadonlyArray<string>) =>
      read(said, ...earlier).map(({ address, intent }) => [intent, address?.street, address?.zip])
    assert.deepStrictEqual(streets("sorry typo, it's 201 Birch Lane not 210", ...set), [
      ["shipping_address", "201 Birch Lane", "06103"]
    ])
  })

  it("are none when only the order is to wait", () => {
    assert.deepStrictEqual(after(added, "no, don't order it yet"), [["decline", null, null]])
  })

  it("that only hesitate change nothing", () => {
    assert.deepStrictEqual(after(added, "hold on"), [["decline", null, null]])
  })

  it("are none when nothing was done", () => {
    assert.deepStrictEqual(after(priced, "no wait, don't"), [["decline", null, null]])
  })
})

describe("after a price", () => {
  it("who takes it buys one, or as many as they say", () => {
    assert.deepStrictEqual(after(priced, "ok, I'll take it"), [["add_to_cart", "Ember Lamp", null]])
    assert.deepStrictEqual(after(priced, "ok, one please"), [["add_to_cart", "Ember Lamp", 1]])
    assert.deepStrictEqual(after(priced, "I'll take two"), [["add_to_cart", "Ember Lamp", 2]])
  })

  it("who takes both of a list buys the two", () => {
    const two = ["show me lamps", "1. Ember Lamp, $20.00\n2. Arc Lamp, $30.00"]
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
    assert.deepStrictEqual([spared?.intent, spared?.order], ["cancel_order", null])
    const [either, ...others] = read("add either the kettle or the blender to my cart")
    assert.deepStrictEqual([either?.intent, either?.product, others], ["add_to_cart", null, []])
  })
})

describe("a change of the cart", () => {
  const told = (said: string) => read(said).flatMap(({ intent }) => (writing.has(intent) ? [intent] : []))
  const home = "9 Oak Road, Salem, OR 97301"

  it("is not made of a number that is only needed", () => {
    assert.deepStrictEqual(told("Is the Ember Lamp in stock? I need 5"), [])
  })

  it("is not made where it depends on something, or may mean something else than the cart", () => {
    for (const said of [
      "if the Ember Lamp is out of stock take it out of my cart",
      "reset everything",
      "remove all filters"
    ]) {
      assert.deepStrictEqual(told(said), [], said)
    }
    assert.deepStrictEqual(told("empty my cart"), ["remove_from_cart"])
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
      assert.deepStrictEqual(told(said), [], said)
    }
  })

  it("takes an address behind a word for the bill for that of the bill", () => {
    for (const said of ["use this as my billing address", "invoice address", "please bill me at this address"]) {
      assert.deepStrictEqual(told(`${said}: ${home}`), ["billing_address"], said)
    }
    assert.deepStrictEqual(
      read("ship to the same, please", `send the bill to ${home}`, `Billing address of your cart: ${home}, US.`).map(
        ({ intent }) => intent
      ),
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
    const [parcel, ...others] = read(
      "and delivery to Bo Raman, 5 Oak Road, Salem, OR 97301",
      `send the bill to ${home}`,
      `Billing address of your cart: ${home}, US.`
    )
    assert.deepStrictEqual([parcel?.intent, parcel?.address?.street, others], ["shipping_address", "5 Oak Road", []])
  })
})

describe("a present", () => {
  it("is searched for by what somebody likes, within what may be spent", () => {
    const [wish] = read("My dad is turning 50 and loves running, any ideas under 100 bucks?")
    assert.deepStrictEqual(
      [wish?.intent, wish?.filters.query, wish?.filters.maxPrice],
      ["find_products", "running", 100]
    )
  })
})
