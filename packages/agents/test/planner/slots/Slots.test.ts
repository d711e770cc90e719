import { assert, describe, it } from "@effect/vitest"
import { readCartQuantity } from "../../../src/planner/slots/CartQuantity.ts"
import { readForgotten, readRemembered } from "../../../src/planner/slots/Preferences.ts"
import { readReason } from "../../../src/planner/slots/Reason.ts"
import { readKeyword } from "../../../src/planner/slots/ReviewSearch.ts"
import {
  refundMethodPhrases,
  speedPhrases,
  lowStockPhrases,
  tonePhrases,
  unnegatedMeaningIn
} from "../../../src/planner/slots/EnumSlots.ts"
import { phrases } from "../../../src/planner/text/Phrases.ts"
import { firstMeaningIn } from "../../../src/planner/text/WordLists.ts"
import { listOf, priced } from "../support/Kept.ts"
import { read, readOne, tokensOf } from "../support/Reading.ts"
import { table } from "../support/Table.ts"

table(
  "the number of things",
  [
    ["make it 3", 3],
    ["two of the lamps", 2],
    ["3x socks", 3],
    ["three instead of two", 3],
    ["change the quantity to four", 4],
    ["from 2 to 5", 5],
    ["two in total, not three", 2],
    ["not three", null],
    ["one more please", 1],
    ["another one", 1],
    ["a couple of mugs", 2],
    ["a dozen mugs", 12],
    ["the lamp", null]
  ],
  (said) => readCartQuantity(tokensOf(said), () => false)
)

table(
  "the product that is named",
  [
    ["put the 3rd one in", []],
    ["a lamp for my wife", ["lamp"]]
  ],
  (said) => phrases(tokensOf(said)).map(({ text }) => text)
)

table(
  "the speed",
  [
    ["overnight please", "overnight"],
    ["the fastest way", "overnight"],
    ["with express shipping", "express"],
    ["standard is fine", "standard"],
    ["place the order", null],
    ["no express please", null],
    ["not express but overnight", null]
  ],
  (words) => unnegatedMeaningIn(words, speedPhrases)
)

table(
  "the way of a refund",
  [
    ["as store credit", "store_credit"],
    ["a gift card instead", "store_credit"],
    ["back to my card", "original_payment"],
    ["to the original payment", "original_payment"],
    ["return it", null],
    ["without store credit", null],
    ["no refund to my card store credit please", null]
  ],
  (words) => unnegatedMeaningIn(words, refundMethodPhrases)
)

table(
  "the reason",
  [
    ["return it because it doesn't fit", "it doesn't fit"],
    ["send it back, wrong size please", "wrong size"],
    ["reason: arrived damaged", "arrived damaged"],
    ["it's broken", "it's broken"],
    ["return my order", null]
  ],
  readReason
)

table(
  "what to remember",
  [
    ["remember that I wear a medium", { category: "size", content: "I wear a medium" }],
    ["please note that I never buy wool", { category: "avoid", content: "I never buy wool" }],
    ["my budget is 80, keep that in mind", { category: "budget", content: "my budget is 80" }],
    ["never show me leather", { category: "avoid", content: "never show me leather" }],
    [
      "keep in mind that my favourite brand is Fernmoor",
      { category: "brand", content: "my favourite brand is Fernmoor" }
    ],
    ["I love camping, remember that please", { category: "preference", content: "I love camping" }],
    ["remember that", { category: null, content: null }]
  ],
  readRemembered
)

table(
  "what to forget",
  [
    ["forget my shoe size", { category: "size", content: "my shoe size" }],
    ["please forget what I said about leather", { category: "other", content: "leather" }],
    ["forget that I like blue", { category: "preference", content: "I like blue" }],
    ["forget that", { category: null, content: null }]
  ],
  readForgotten
)

table(
  "the tone",
  [
    ["a friendly reply", "friendly"],
    ["answer formally", "formal"],
    ["write a reply", null]
  ],
  (words) => firstMeaningIn(words, tonePhrases)
)

table(
  "what runs low",
  [
    ["which of my products are running low", true],
    ["only low stock", true],
    ["what do I need to restock", true],
    ["show my inventory", false]
  ],
  (words) => firstMeaningIn(words, lowStockPhrases) !== null
)

table(
  "what reviews should mention",
  [
    ["do any reviews mention the battery?", "battery"],
    ["search the reviews for comfort", "comfort"],
    ["what do the reviews say about the battery life", "battery life"],
    ["anyone moaning about the noise in the reviews", "noise"],
    ["find reviews with the word cheap", "cheap"],
    ["show me the reviews", null]
  ],
  (said) => readKeyword({ main: undefined, tokens: tokensOf(said) })
)

describe("slots in a message", () => {
  it("tell a model from a quantity", () => {
    assert.deepStrictEqual(
      [readOne("add the hush 700 to my cart").product?.name, readOne("add the hush 700 to my cart").quantity],
      ["hush 700", null]
    )
    const wish = readOne("put 2 hush 700 in my cart")
    assert.deepStrictEqual([wish.product?.name, wish.quantity], ["hush 700", 2])
    assert.strictEqual(readOne("hush 700 reviews").limit, null)
    assert.strictEqual(readOne("change the quantity of the hush 700 to 2").quantity, 2)
  })

  it("make one wish of every product for the cart", () => {
    assert.deepStrictEqual(
      read("add two of the hush 700 and a keyboard to my cart").map(({ intent, product, quantity }) => [
        intent,
        product?.name,
        quantity
      ]),
      [
        ["add_to_cart", "hush 700", 2],
        ["add_to_cart", "keyboard", null]
      ]
    )
  })

  it("gather the products of a plan", () => {
    const { items, region } = readOne("plan the shipment of 3 tents, 2 lamps and a kettle to Texas")
    assert.deepStrictEqual(
      [items.map(({ product, quantity }) => [product.name, quantity]), region],
      [
        [
          ["tents", 3],
          ["lamps", 2],
          ["kettle", null]
        ],
        "central"
      ]
    )
  })

  it("tell using a code from judging it", () => {
    assert.strictEqual(readOne("use HELLO10 on my cart").intent, "apply_coupon")
    assert.strictEqual(readOne("does HELLO10 work on my cart?").intent, "validate_coupon")
    assert.deepStrictEqual(
      read("check out with HELLO10").map(({ intent }) => intent),
      ["apply_coupon", "checkout"]
    )
  })

  it("count the last orders", () => {
    assert.strictEqual(readOne("show me my last 3 orders").limit, 3)
  })

  it("keep what is said of a product besides its name and what is usually asked", () => {
    for (const [said, rest] of [
      ["Is the headlamp bright enough for running at night?", "running at night"],
      ["is the Nordvind jacket in stock in size 43?", "size 43"],
      ["do you have the Ridge Runner in blue", "blue"],
      ["tell me more about the Ridge Runner please", null],
      ["how much does the Ridge Runner cost?", null],
      ["show me tents for a family of four under $300", "family"],
      ["put two of the wool socks into my cart", null],
      ["put the wool socks into my cart in M", "M"]
    ] as const) {
      assert.deepStrictEqual([said, readOne(said).rest], [said, rest])
    }
  })

  it("read a range of dollars", () => {
    const { maxPrice, minPrice } = readOne("books between $10 and $30").filters
    assert.deepStrictEqual([minPrice, maxPrice], [10, 30])
  })

  it("put the cart in order before it is paid", () => {
    assert.deepStrictEqual(
      read("check out, and ship it to Ann Lee, 12 Rose Street, Boston, MA 02118").map(({ intent }) => intent),
      ["shipping_address", "checkout"]
    )
  })

  it("point at the newest order in a status", () => {
    assert.deepStrictEqual(readOne("return my last delivered order").order, {
      kind: "status",
      status: "delivered",
      index: 0
    })
  })
})

table(
  "a superlative picks from the list that was shown, but for another kind of thing",
  [
    ["Add the cheapest", "Voltarra Drift Wireless Mouse"],
    ["Add the cheapest mouse to my cart", "Voltarra Drift Wireless Mouse"],
    ["Add the cheapest tent to my cart", "tent"]
  ],
  (message) =>
    readOne(message, [
      "What's in my cart?",
      listOf(priced("Voltarra K87 Mechanical Keyboard", 89), priced("Voltarra Drift Wireless Mouse", 39.9))
    ]).product?.name
)

describe("what is to be forgotten", () => {
  const shown = ["Shoes 43", "200 for running shoes"]
  const forgotten = (message: string, memories: ReadonlyArray<string>) =>
    read(message, ["what do you remember?", listOf(...memories)])[0]?.memory?.content

  it("is the entry of the list that is pointed at", () => {
    assert.strictEqual(forgotten("forget the second one", shown), "200 for running shoes")
  })

  it("is open when nothing is pointed at, and what was said when something was", () => {
    assert.strictEqual(forgotten("forget it", shown), null)
    assert.strictEqual(forgotten("forget that I like wool", shown.slice(0, 1)), "I like wool")
  })
})
