import { assert, describe, it } from "@effect/vitest"
import { type Intent, writing } from "../../../src/planner/Intents.ts"
import { read } from "../support/Reading.ts"

type Change = readonly [intent: Intent, product: string | null, quantity: number | null]

/** What a message tells us to change. */
const changes = (message: string, ...earlier: ReadonlyArray<string>): ReadonlyArray<Change> =>
  read(message, ...earlier)
    .filter(({ intent }) => writing.has(intent))
    .map(({ intent, product, quantity }) => [intent, product?.name ?? null, quantity])

const whichOne = [
  "take one thing out of my cart",
  "Which product in your cart do you mean?\n1. K87 Keyboard, $89.00\n2. Drift Mouse, $39.90"
]
const added = [
  "add another mouse",
  "That makes 2 × Drift Mouse.\n\nPut into your cart: 1 × Drift Mouse, now 1 article, $79.80."
]
const cart = ["show my cart", "Your cart holds 2 products:\n1. Cloudrest Duvet, $139.00\n2. Windrow Scarf, $38.00"]

const lists = [
  "I'd like a duvet and a lamp",
  'This is what I found for "duvet":\n1. Cloudrest Duvet, $139.00\n\nThis is what I found for "lamp":\n1. Lumen Arc Lamp, $74.90'
]
const whereTo = [
  "alright checkout",
  "Nothing was ordered. To order it I need to know the delivery address: the recipient."
]

describe("nothing is changed", () => {
  it.each<[message: string, earlier: ReadonlyArray<string>]>([
    ["what about the mouse, is it any good?", whichOne],
    ["ok and the mouse, is it good", whichOne],
    ["no i mean the order i made this morning", whichOne],
    ["only the zip code, its 87505", ["change my address", "Where shall your cart be delivered?"]],
    [
      "swap the mouse for the ClearDesk webcam",
      [
        "Is there some kind of set price for the K87 with the Drift mouse?",
        "At best together they cost $93.68 instead of $128.90."
      ]
    ],
    ["hedphones noize canceling", []],
    ["actually I've lost weight, its L now", []],
    ["anything else? like my sizes or brands i like", ["what do you know about me?", "You are Alice Moreno."]],
    [
      "in my size?? i need XL",
      ["have you got the oat hoodie in xl", "We have the Hearthside Hoodie: 85 units in stock."]
    ],
    ["so can you or not", ["put the lamp in my cart", "Put into your cart: 1 × Arc Lamp, now 1 article, $74.90."]],
    [
      "i mean number 2 and number 4 of your list, put them in my basket",
      ["2 and 4 please", "I found nothing, up to $4.00. Prices start at $13.90:\n1. Picture Book, $13.90"]
    ],
    ["so 2 in there?", ["put one in the cart", "Put into your cart: 1 × Slate 11 Tablet, now 1 article, $459.00."]]
  ])("by %s", (message, earlier) => {
    assert.deepStrictEqual(changes(message, ...earlier), [])
  })
})

describe("what is meant is changed", () => {
  it.each<[message: string, earlier: ReadonlyArray<string>, expected: ReadonlyArray<Change>]>([
    ["and one for my sister too", added, [["add_to_cart", "Drift Mouse", 1]]],
    ["put in a pair of socks for me and one for my dad", [], [["add_to_cart", "socks", 2]]],
    ["put the rug, no the duvet, in my cart", [], [["add_to_cart", "duvet", null]]],
    [
      "the rope and the mat, put them in",
      [],
      [
        ["add_to_cart", "rope", null],
        ["add_to_cart", "mat", null]
      ]
    ],
    [
      "ok add both to cart",
      [...lists, "how much is the lamp?", "Lumen Arc Lamp: $74.90."],
      [
        ["add_to_cart", "Lumen Arc Lamp", null],
        ["add_to_cart", "Cloudrest Duvet", null]
      ]
    ],
    ["add both", ["got any kettles?", "Whistler Kettle: $59.00."], [["add_to_cart", null, null]]],
    [
      "add the cheaper one",
      ["your cheapest headphones or earbuds", "1. Hush 700 Headphones, $249.00\n\nPebble 3 Earbuds: $79.90."],
      [["add_to_cart", "Pebble 3 Earbuds", null]]
    ],
    ["add the cheaper one", ["got any kettles?", "Whistler Kettle: $59.00."], [["add_to_cart", null, null]]],
    ["Bill Harper, 2210 W Addison St, Chicago, IL 60618", whereTo, [["shipping_address", null, null]]],
    [
      "put it in",
      ["is the keyboard in my cart?", `Your cart does not hold the keyboard.\n${cart[1]}`],
      [["add_to_cart", "keyboard", null]]
    ]
  ])("by %s", (message, earlier, expected) => {
    assert.deepStrictEqual(changes(message, ...earlier), expected)
  })

  it("with the coupon that is named behind the order", () => {
    const wishes = read("check out w/ overnight and coupon ALICE15")
    assert.deepStrictEqual(
      wishes.map(({ code, intent, speed }) => [intent, code, speed]),
      [
        ["apply_coupon", "ALICE15", null],
        ["checkout", null, "overnight"]
      ]
    )
  })

  it("for an order, where the things are said to be ordered", () => {
    const wishes = read("the new address is 12 Harbor Rd, Portland, OR 97201. please change it for the shoes i ordered")
    assert.include(
      wishes.map(({ intent }) => intent),
      "change_address"
    )
    assert.notInclude(
      wishes.map(({ intent }) => intent),
      "shipping_address"
    )
  })
})

it("a list of orders names no product", () => {
  const listed =
    "Of your newest delivered orders:\n1. Order bbbbbbbb-0000-4000-8000-000000000005 can be sent back. You would get $1,149.00 back."
  const [wish] = read(
    "how many times does it charge a phone",
    "tell me about the power bank",
    "Reserve 20K Power Bank: $45.00.",
    "can i take it on a plane?",
    listed
  )
  assert.notInclude(JSON.stringify(wish?.product), "Order")
})

it("what a product has is asked of the product", () => {
  const [wish] = read(
    "whats the battery like on those",
    "got any headphones?",
    "I found:\n1. Hush 700 Headphones, $249.00"
  )
  assert.strictEqual(wish?.product?.name, "Hush 700 Headphones")
})
