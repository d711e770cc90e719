import { type OrderStatus } from "@storefront/domain/Orders"
import { assert, describe, it } from "@effect/vitest"
import { writing } from "../../../src/planner/Intents.ts"
import { type Wish } from "../../../src/planner/Wish.ts"
import { about, did, listOf, priced } from "../support/Kept.ts"
import { type Exchange, read, readOne } from "../support/Reading.ts"
import { type Intent } from "../../../src/planner/Intents.ts"

const productsOf = ({ items, otherProducts, product }: Wish): ReadonlyArray<string> =>
  [...(product === null ? [] : [product]), ...otherProducts, ...items.map((item) => item.product)].map(
    ({ name }) => name
  )

describe("what is asked of several products", () => {
  const cases: ReadonlyArray<readonly [said: string, intent: Intent, products: ReadonlyArray<string>]> = [
    [
      "Put the Ridge Runner shoes and the Nordvind jacket side by side.",
      "compare_products",
      ["Ridge Runner shoes", "Nordvind jacket"]
    ],
    [
      "glide vacuum vs slow pantry cookbook, which is better value",
      "compare_products",
      ["glide vacuum", "slow pantry cookbook"]
    ],
    [
      "What is cheaper, the Hearthside hoodie or the Skerry sweater?",
      "compare_products",
      ["Hearthside hoodie", "Skerry sweater"]
    ],
    ["which is lighter, the aerie or the slate?", "compare_products", ["aerie", "slate"]],
    ["Hush 700 or Pebble 3, going by the ratings?", "compare_reviews", ["Hush 700", "Pebble 3"]],
    ["Compare what customers say about the Glide and the Hush 700.", "compare_reviews", ["Glide", "Hush 700"]],
    ["What is the best price for two K87 and one Cookbook?", "optimize_cart", ["K87", "Cookbook"]],
    [
      "Suppose I went for two K87s plus one Vortex blender, what would I end up paying?",
      "optimize_cart",
      ["K87s", "Vortex blender"]
    ]
  ]
  for (const [said, intent, products] of cases) {
    it(`is one wish about all of them: ${said}`, () => {
      const wish = readOne(said)
      assert.deepStrictEqual([wish.intent, productsOf(wish)], [intent, products])
    })
  }
})

describe("a question whether a product is something", () => {
  const cases: ReadonlyArray<readonly [said: string, intent: Intent, product: string, rest: string | null]> = [
    ["are the Ridge Runners waterproof?", "product_details", "Ridge Runners", "waterproof"],
    ["is the Nordvind jacket warm?", "product_details", "Nordvind jacket", "warm"],
    ["is the Nordvind jacket comfortable?", "sentiment", "Nordvind jacket", null],
    ["is the lamp any good?", "sentiment", "lamp", null]
  ]
  for (const [said, intent, product, rest] of cases) {
    it(`asks for the details of a trait, and for opinions of a judgement: ${said}`, () => {
      const wish = readOne(said)
      assert.deepStrictEqual([wish.intent, wish.product?.name, wish.rest], [intent, product, rest])
    })
  }
})

describe("what a shop may not have", () => {
  it("is searched, also where the words are no goods that are known", () => {
    for (const word of ["hammers", "unicorns"]) {
      const { filters, intent } = readOne(`Do you have ${word}?`)
      assert.deepStrictEqual([intent, filters.query], ["find_products", word])
    }
    assert.strictEqual(readOne("Do you have a store in Berlin?").intent, "shop_info")
  })
})

describe("what is asked of a number of something", () => {
  it("is no sum for a coupon", () => {
    const { amount, product } = readOne("What would two Edgewise Knife Sets cost me with the code COZY15?")
    assert.deepStrictEqual([amount, product?.name], [null, "Edgewise Knife Sets"])
  })

  it("places no backorder when it is asked how that works", () => {
    const said = "I'd need forty of the Glide vacuums and you've none left, so how would a backorder work?"
    assert.isFalse(read(said).some(({ intent }) => writing.has(intent)))
  })
})

describe("what points back", () => {
  const aerie: Exchange = ["How heavy is the Aerie?", about("Kestrelon Aerie 14 Laptop")]
  const spoken: ReadonlyArray<Exchange> = [aerie, ["and the Slate?", about("Nimbrix Slate 11 Tablet")]]

  it("means both products that were spoken of by 'the two'", () => {
    const wish = readOne("compare the two properly", ...spoken)
    assert.strictEqual(wish.intent, "compare_products")
    assert.sameMembers([...productsOf(wish)], ["Kestrelon Aerie 14 Laptop", "Nimbrix Slate 11 Tablet"])
  })

  it("means the only product of the last list by 'it', and none of several", () => {
    const [duvet, quilt] = [priced("Cloudrest Duvet", 139), priced("Quilt", 99)]
    const after = (...list: ReadonlyArray<typeof duvet>) => {
      const told = { ...listOf(...list), products: list.length > 1 ? [] : list }
      const chinos = ["tell me about the chinos", about("Meadow Chinos")] as const
      const wish = readOne("Is it in stock?", chinos, ["do you have a duvet?", told])
      return [wish.intent, wish.product?.name]
    }
    assert.deepStrictEqual(after(duvet), ["stock", "Cloudrest Duvet"])
    assert.deepStrictEqual(after(duvet, quilt), ["stock", undefined])
  })

  it("means the one before by 'the other one'", () => {
    const wish = readOne("what does shipping the other one to Maine cost?", ...spoken)
    assert.deepStrictEqual([wish.intent, wish.product?.name], ["shipping_estimate", "Kestrelon Aerie 14 Laptop"])
  })

  it("keeps the product that is known when a word could be no product", () => {
    const wish = readOne("And the crowd, what does it say?", [
      "How big is the Breeze 40?",
      about("Puravelle Breeze 40 Air Purifier")
    ])
    assert.strictEqual(wish.product?.name, "Puravelle Breeze 40 Air Purifier")
  })

  it("does not take a product that was not found for what is spoken of", () => {
    const wish = readOne("how is it rated?", aerie, ["and the Wobbleton?"])
    assert.strictEqual(wish.product?.name, "Kestrelon Aerie 14 Laptop")
  })
})

describe("the order that is meant", () => {
  const order = "01a20716-be3f-766b-9a15-8a7a035ac115"

  it.each<[string, OrderStatus]>([
    ["can I send back my last delivered order", "delivered"],
    ["return my last received order", "delivered"],
    ["send back the last package I received", "delivered"],
    ["what was in my latest canceled order", "cancelled"]
  ])("is one in the status that is said of it, whatever else is said: %s", (said, status) => {
    assert.deepStrictEqual(readOne(said).order, { kind: "status", status, index: 0 })
  })

  it("is the one whose return was spoken of", () => {
    const { intent, order: meant } = readOne("and where is it?", ["refund my last return", { orders: [order] }])
    assert.deepStrictEqual([intent, meant], ["track_order", { kind: "id", id: order }])
  })
})

describe("what stands before a wish", () => {
  it.each<[string, Intent, ReadonlyArray<string>]>([
    [
      "I can't decide between the knife set and the blender. Which of the two costs less?",
      "compare_products",
      ["knife set", "blender"]
    ],
    ["And the air purifier, has it left your warehouse yet?", "track_order", []]
  ])("names what it is about: %s", (said, intent, products) => {
    const wish = readOne(said)
    assert.deepStrictEqual([wish.intent, productsOf(wish)], [intent, products])
  })

  it("tells what to forget", () => {
    const { intent, memory } = readOne("The budget for running shoes isn't right any more, you can forget that one.")
    assert.strictEqual(intent, "forget_preference")
    assert.include(memory?.content, "budget for running shoes")
  })
})

describe("what was done", () => {
  it("is not done to what is only spoken of next", () => {
    const wishes = read("n my jacket size, do u have that", [
      "save this: my son has a nut allergy",
      { done: [did("remember_preference")] }
    ])
    assert.notInclude(
      wishes.map(({ intent }) => intent),
      "remember_preference"
    )
  })
})

describe("what is said besides the products", () => {
  it("is where a plan goes, behind its list", () => {
    const { intent, items, region } = readOne(
      "Work out a fulfillment plan: 10 Slow Pantry Cookbooks, 2 Ridge Runners, going to the central region."
    )
    assert.deepStrictEqual(
      [intent, items.map(({ quantity }) => quantity), region],
      ["fulfillment_plan", [10, 2], "central"]
    )
  })

  it("is how many reviews are wanted", () => {
    assert.strictEqual(readOne("the two worst reviews of the Glide").limit, 2)
  })
})

describe("a question", () => {
  it("about something without a product removes nothing", () => {
    const wishes = read("what would the mouse and the keyboard come to, without the webcam?")
    assert.isFalse(wishes.some(({ intent }) => intent === "remove_from_cart"))
  })

  it("has the code and the sum of a supposition", () => {
    const { amount, code, intent } = readOne("Let's pretend POWER50 goes onto an order of 230: does it bite?")
    assert.deepStrictEqual([intent, code, amount], ["validate_coupon", "POWER50", 230])
  })

  it("remembers nothing that is told on the way", () => {
    const wishes = read("My cat is called Admiral and hates the cold. Which blankets do you have?")
    assert.isFalse(wishes.some(({ intent }) => intent === "remember_preference"))
  })
})

describe("slots of what is asked of products", () => {
  it("keep the number of each product of a list that begins with the question", () => {
    const [wish] = read("What would two Slow Pantry Cookbooks and the Nordvind jacket cost with the best discounts?")
    assert.deepStrictEqual(
      wish?.items.map(({ product, quantity }) => [product.name, quantity]),
      [
        ["Slow Pantry Cookbooks", 2],
        ["Nordvind jacket", null]
      ]
    )
  })

  it("take no article for what reviews shall mention", () => {
    const [wish] = read("what do customers say about the K87?")
    assert.strictEqual(wish?.product?.name, "K87")
    assert.isNull(wish?.reviews.keyword)
  })
})

describe("a search", () => {
  const filters = (message: string) =>
    read(message).map(({ filters: { category, maxPrice, query } }) => [query, category, maxPrice])

  it("is one with the limit that is said behind it", () => {
    assert.deepStrictEqual(filters("show me headphones. budget 150"), [["headphones", null, 150]])
  })

  it("is in no department that is refused", () => {
    assert.isTrue(read("something between 40 and 60? no books").every(({ filters }) => filters.category !== "Books"))
  })

  it("is in the department that somebody likes", () => {
    assert.deepStrictEqual(filters("a gift for my colleague, he is into sport, 20 bucks at most"), [
      [null, "Sports", 20]
    ])
  })
})

describe("what is not certain", () => {
  const unsure = [
    "swap the mouse in my cart for the ClearDesk webcam",
    "I have it already, bought it in september",
    "if you refund me, do I lose gold?",
    "I want to get the kettle, but is it quiet?"
  ]
  for (const said of unsure) {
    it(`is not done, but said to be unclear: ${said}`, () => {
      const wishes = read(said)
      assert.isFalse(wishes.some(({ intent }) => writing.has(intent)))
      assert.include(
        wishes.map(({ intent }) => intent),
        "unknown"
      )
    })
  }

  it("is what an answer has told already, in other words", () => {
    const told: Exchange = ["how much is the Ember Lamp?", about(priced("Ember Lamp", 20))]
    assert.strictEqual(readOne("and what does it cost?", told).intent, "unknown")
    assert.strictEqual(readOne("what does the Ridge Runner cost?", told).intent, "product_details")
  })
})
