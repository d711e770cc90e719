import { assert, describe, it } from "@effect/vitest"
import { type Intent, writing } from "../../../src/planner/Intents.ts"
import { about, listOf, order, priced, put } from "../support/Kept.ts"
import { type Exchange, read } from "../support/Reading.ts"

type Change = readonly [intent: Intent, product: string | null, quantity: number | null]

/** What a message tells us to change. */
const changes = (message: string, ...earlier: ReadonlyArray<Exchange>): ReadonlyArray<Change> =>
  read(message, ...earlier)
    .filter(({ intent }) => writing.has(intent))
    .map(({ intent, product, quantity }) => [intent, product?.name ?? null, quantity])

const whichOne: Exchange = [
  "take one thing out of my cart",
  { ...listOf(priced("K87 Keyboard", 89), priced("Drift Mouse", 39.9)), asked: "other" }
]
const lamp = priced("Lumen Arc Lamp", 74.9)
const kettle: Exchange = ["got any kettles?", about(priced("Whistler Kettle", 59))]

describe("nothing is changed", () => {
  it.each<[message: string, earlier: ReadonlyArray<Exchange>]>([
    ["what about the mouse, is it any good?", [whichOne]],
    ["ok and the mouse, is it good", [whichOne]],
    ["no i mean the order i made this morning", [whichOne]],
    ["only the zip code, its 87505", [["change my address", { asked: "address" }]]],
    [
      "swap the mouse for the ClearDesk webcam",
      [
        [
          "Is there some kind of set price for the K87 with the Drift mouse?",
          about("Voltarra K87 Mechanical Keyboard", "Voltarra Drift Wireless Mouse")
        ]
      ]
    ],
    ["hedphones noize canceling", []],
    ["actually I've lost weight, its L now", []],
    ["anything else? like my sizes or brands i like", [["what do you know about me?"]]],
    ["in my size?? i need XL", [["have you got the oat hoodie in xl", about("Hearthside Hoodie")]]],
    ["so can you or not", [["put the lamp in my cart", put("Arc Lamp")]]],
    [
      "i mean number 2 and number 4 of your list, put them in my basket",
      [["2 and 4 please", listOf(priced("Picture Book", 13.9))]]
    ],
    ["so 2 in there?", [["put one in the cart", put("Slate 11 Tablet")]]]
  ])("by %s", (message, earlier) => {
    assert.deepStrictEqual(changes(message, ...earlier), [])
  })
})

describe("what is meant is changed", () => {
  it.each<[message: string, earlier: ReadonlyArray<Exchange>, expected: ReadonlyArray<Change>]>([
    ["and one for my sister too", [["add another mouse", put("Drift Mouse")]], [["add_to_cart", "Drift Mouse", 1]]],
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
      [
        ["I'd like a duvet and a lamp", listOf(priced("Cloudrest Duvet", 139)), listOf(lamp)],
        ["how much is the lamp?", about(lamp)]
      ],
      [
        ["add_to_cart", "Lumen Arc Lamp", null],
        ["add_to_cart", "Cloudrest Duvet", null]
      ]
    ],
    ["add both", [kettle], [["add_to_cart", null, null]]],
    [
      "add the cheaper one",
      [
        [
          "your cheapest headphones or earbuds",
          listOf(priced("Hush 700 Headphones", 249)),
          about(priced("Pebble 3 Earbuds", 79.9))
        ]
      ],
      [["add_to_cart", "Pebble 3 Earbuds", null]]
    ],
    ["Bill Harper, 2210 W Addison St, Chicago, IL 60618", [["alright checkout"]], [["shipping_address", null, null]]],
    [
      "put it in",
      [
        [
          "is the keyboard in my cart?",
          { ...listOf(priced("Cloudrest Duvet", 139), priced("Windrow Scarf", 38)), ...about("keyboard") }
        ]
      ],
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
  const [wish] = read(
    "how many times does it charge a phone",
    ["tell me about the power bank", about(priced("Reserve 20K Power Bank", 45))],
    ["can i take it on a plane?", listOf({ ...order("bbbbbbbb-0000-4000-8000-000000000005", 1149), name: "Aerie 14" })]
  )
  assert.notInclude(JSON.stringify(wish?.product), "Aerie 14")
})

it("what a product has is asked of the product", () => {
  const [wish] = read("whats the battery like on those", [
    "got any headphones?",
    listOf(priced("Hush 700 Headphones", 249))
  ])
  assert.strictEqual(wish?.product?.name, "Hush 700 Headphones")
})
