import { assert, describe, it } from "@effect/vitest"
import { type Intent, writing } from "../../../src/planner/Intents.ts"
import { about, listOf, priced, put, rated, tookOut } from "../support/Kept.ts"
import { type Exchange, read } from "../support/Reading.ts"

type Change = readonly [intent: Intent, product: string | null, quantity: number | null]

const changes = (message: string, ...earlier: ReadonlyArray<Exchange>): ReadonlyArray<Change> =>
  read(message, ...earlier).map(({ intent, product, quantity }) => [intent, product?.name ?? null, quantity])

const listed: Exchange = [
  "show me tablets",
  listOf(priced("Nimbrix Slate 11 Tablet", 459), priced("Nimbrix Folio 7 Reader", 129))
]

const both: ReadonlyArray<Exchange> = [
  listed,
  ["put both in my cart", put("Nimbrix Slate 11 Tablet", "Nimbrix Folio 7 Reader")]
]

const one: Exchange = ["add the mouse", put("Drift Mouse")]

const rivals: Exchange = [
  "which costs less, the knife set or the blender?",
  { ...listOf(priced("Edgewise Knife Set", 119), priced("Vortex Blender", 109)), ...about("Vortex Blender") }
]

const asked: Exchange = ["add three slates to my cart", { ...listed[1], asked: "other" }]

const equal: Exchange = [
  "kettle or coffee grinder, which one's rated better?",
  {
    ...listOf(rated("Whistler Kettle", 3.58), rated("Morning Mill Coffee Grinder", 3.62)),
    ...about("Morning Mill Coffee Grinder")
  }
]

const compared: Exchange = [
  "which is better rated, the tent or the sleeping bag?",
  {
    ...listOf(rated("Basecamp 2 Tent", 4.6), rated("Downdrift Sleeping Bag", 4.7)),
    ...about("Downdrift Sleeping Bag")
  }
]

const reckoned: Exchange = [
  "best price for 2 climbing harnesses and a rope?",
  about("Cragline Climbing Harness", "Cragline Rope")
]

describe("into the cart goes", () => {
  it.each<[string, ReadonlyArray<Exchange>, ReadonlyArray<Change>]>([
    [
      "put one Slate 11 and two Vista 27 into the cart",
      [],
      [
        ["add_to_cart", "Slate 11", 1],
        ["add_to_cart", "Vista 27", 2]
      ]
    ],
    [
      "put a Slate 11 and the mouse into the cart",
      [],
      [
        ["add_to_cart", "Slate 11", null],
        ["add_to_cart", "mouse", null]
      ]
    ],
    [
      "one Slate 11 and two Vista 27 into the cart pls",
      [],
      [
        ["add_to_cart", "Slate 11", 1],
        ["add_to_cart", "Vista 27", 2]
      ]
    ],
    [
      "the crime novel and the tent, both into my cart",
      [["where is my latest order?", { orders: ["01a203b9-222d-71ed-b8f4-5af76dbbb4fe"] }]],
      [
        ["add_to_cart", "crime novel", null],
        ["add_to_cart", "tent", null]
      ]
    ],
    ["add the dearer one then", [listed], [["add_to_cart", "Nimbrix Slate 11 Tablet", null]]],
    ["I'll take the cheaper ones", [listed], [["add_to_cart", "Nimbrix Folio 7 Reader", null]]],
    ["ill take the cheaper 1, add it", [listed], [["add_to_cart", "Nimbrix Folio 7 Reader", null]]],
    ["add the lamp and make it two", [], [["add_to_cart", "lamp", 2]]],
    ["put a kettle in my cart, no make that three", [], [["add_to_cart", "kettle", 3]]],
    [
      "add one of each please",
      [listed],
      [
        ["add_to_cart", "Nimbrix Slate 11 Tablet", 1],
        ["add_to_cart", "Nimbrix Folio 7 Reader", 1]
      ]
    ],
    [
      "the first two please into my cart",
      [listed],
      [
        ["add_to_cart", "Nimbrix Slate 11 Tablet", null],
        ["add_to_cart", "Nimbrix Folio 7 Reader", null]
      ]
    ],
    [
      "put the first and the second in my cart",
      [listed],
      [
        ["add_to_cart", "Nimbrix Slate 11 Tablet", null],
        ["add_to_cart", "Nimbrix Folio 7 Reader", null]
      ]
    ],
    ["no I wanted two", [one], [["update_cart", "Drift Mouse", 2]]],
    ["drop one of the mice", [one], [["remove_from_cart", "Drift Mouse", 1]]],
    ["not the first, the second", [listed], [["product_details", "Nimbrix Folio 7 Reader", null]]],
    [
      "That's fine by me, put a pair in my cart.",
      [["what's delivery on the Hush 700, the ordinary way?", about("Kestrelon Hush 700")]],
      [["add_to_cart", "Kestrelon Hush 700", 1]]
    ],
    ["nvm take it out again", [one], [["remove_from_cart", "Drift Mouse", 1]]],
    ["good, add that one", [rivals], [["add_to_cart", "Vortex Blender", null]]],
    ["2", [asked], [["add_to_cart", "Nimbrix Folio 7 Reader", 3]]],
    ["I want to add something first", [listed], [["add_to_cart", null, null]]],
    ["two of the Slate 11 into my cart please, one for me and one for my son", [], [["add_to_cart", "Slate 11", 2]]],
    ["ok add the rope, skip the mat", [], [["add_to_cart", "rope", null]]],
    ["ok the better rated one, put it in my cart", [equal], [["add_to_cart", "Morning Mill Coffee Grinder", null]]],
    ["put the webcam in alices cart", [], [["others_data", null, null]]],
    [
      "now show me shoes",
      [["what do you remember about me?", listOf("Wears shoe size 39")]],
      [["find_products", null, null]]
    ],
    ["half a dozen mugs to my cart", [], [["add_to_cart", "mugs", 6]]],
    ["I'll go for the cheaper", [listed], [["add_to_cart", "Nimbrix Folio 7 Reader", null]]],
    ["the better rated then, into my cart", [compared], [["add_to_cart", "Downdrift Sleeping Bag", null]]],
    ["put the one with the best reviews in my cart", [compared], [["add_to_cart", "Downdrift Sleeping Bag", null]]],
    ["remove the first", both, [["remove_from_cart", "Nimbrix Slate 11 Tablet", null]]],
    ["I meant two tablets", both, [["update_cart", "Nimbrix Slate 11 Tablet", 2]]],
    [
      "change the mouse to 1 and the webcam to 2",
      [],
      [
        ["update_cart", "mouse", 1],
        ["update_cart", "webcam", 2]
      ]
    ],
    ["I take the better one, in the cart please", [compared], [["add_to_cart", "Downdrift Sleeping Bag", null]]],
    ["can you put the two-person tent in my cart", [], [["add_to_cart", "tent", null]]],
    [
      "put them in my cart",
      [reckoned],
      [
        ["add_to_cart", "climbing harnesses", 2],
        ["add_to_cart", "rope", null]
      ]
    ],
    ["make it 3 slates", [["add 2 slates and a mouse", put("Drift Mouse")]], [["update_cart", "slates", 3]]],
    ["the second one is fine, in the basket please", [listed], [["add_to_cart", "Nimbrix Folio 7 Reader", null]]],
    ["no, just the second. remove the first", both, [["remove_from_cart", "Nimbrix Slate 11 Tablet", null]]],
    ["the mouse is nice, put the keyboard in my cart", [], [["add_to_cart", "keyboard", null]]],
    ["just the cheaper of the two then, in the cart please", [rivals], [["add_to_cart", "Vortex Blender", null]]],
    ["add the atlas of quiet places", [], [["add_to_cart", "atlas of quiet", null]]]
  ])("what is meant: %s", (message, earlier, wanted) => {
    assert.deepStrictEqual(changes(message, ...earlier), wanted)
  })

  it("nothing is taken out to put everything in", () => {
    assert.notInclude(
      read("put everything in my cart", listed).map(({ intent }) => intent),
      "remove_from_cart"
    )
  })

  it("nothing again of what is only to stay, or to be another colour", () => {
    assert.isFalse(read("sorry only the tablet", ...both).some(({ intent }) => writing.has(intent)))
    assert.isFalse(read("sorry the blue one", one).some(({ intent }) => writing.has(intent)))
  })

  it.each(["add 2 and 3", "2 and 3 in my cart please", "number 2 and 3, put both in"])(
    "the places of a list that are named: %s",
    (message) => {
      const mugs = listOf(priced("Blue Mug", 9), priced("Red Mug", 9), priced("Big Mug", 12))
      const added = read(message, ["show me mugs", mugs]).filter(({ intent }) => intent === "add_to_cart")
      assert.deepStrictEqual(
        added.map(({ product, quantity }) => [product?.name, quantity]),
        [
          ["Red Mug", null],
          ["Big Mug", null]
        ]
      )
    }
  )

  it("the coupon that was recommended", () => {
    const [wish] = read("then use that one", ["what is the best code for my cart?", { code: "THREADS30" }])
    assert.deepStrictEqual([wish?.intent, wish?.code], ["apply_coupon", "THREADS30"])
  })

  it("nothing that is only said to be there", () => {
    const said = "I've got three of the Fjell socks in the cart and I'd need seven, could that be changed?"
    assert.isFalse(read(said).some(({ intent }) => writing.has(intent)))
  })

  it("no other number for what is said of something else", () => {
    const told: Exchange = ["can I return my last order?", { orders: ["0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"] }]
    for (const said of ["only one of the items actually", "2"]) {
      assert.isFalse(
        read(said, told).some(({ intent }) => writing.has(intent)),
        said
      )
    }
  })

  it("nothing less for a coupon that is only refused", () => {
    assert.isFalse(read("ok. no coupon, no extras").some(({ intent }) => writing.has(intent)))
  })
})

describe("an order goes to the address behind it", () => {
  it.each([
    "please send the order with the monitor to my office: 77 Harbor Road, Boston, MA 02110",
    "I need the order with the monitor sent to my office: 77 Harbor Road, Boston, MA 02110"
  ])("%s", (message) => {
    assert.deepStrictEqual(
      read(message).map(({ address, intent, order }) => [intent, order, address?.zip]),
      [["change_address", { kind: "product", name: "monitor" }, "02110"]]
    )
  })

  it("and the cart where only the cart is spoken of", () => {
    const intents = read("send my cart to my office: 77 Harbor Road, Boston, MA 02110").map(({ intent }) => intent)
    assert.include(intents, "shipping_address")
    assert.notInclude(intents, "change_address")
  })
})

/** What is told to be done to a cart; what is only asked about is none of it. */
const told = (message: string, ...earlier: ReadonlyArray<Exchange>) =>
  read(message, ...earlier)
    .filter(({ intent }) => writing.has(intent))
    .map(({ code, intent, product, quantity }) => [intent, product?.name ?? code, quantity])

const three: Exchange = [
  "show me books",
  listOf(priced("The Quiet Atlas", 44), priced("The Slow Cookbook", 27.5), priced("Slow Trains Guide", 19.9))
]

const validated: Exchange = ["does hello10 work?"]

const keyboard: Exchange = ["how are the reviews of the K87?", about("Voltarra K87 Mechanical Keyboard")]

it("what is only thought of stays out beside what is told", () => {
  assert.deepStrictEqual(told("put the speaker in my cart. maybe the earbuds too but dont add those yet"), [
    ["add_to_cart", "speaker", null]
  ])
})

describe("nothing is done to a cart", () => {
  it.each<[string, ReadonlyArray<Exchange>]>([
    ["put the tablet in, if it's under 400", []],
    ["add the backpack, but only if it is waterproof", []],
    ["and if I keep the mouse but drop the keyboard?", []],
    ["if you apply TAKE25, what's my total?", []],
    ["use TAKE25 if it's better than HELLO10", []],
    ["hypothetically, put the rug in. what's the total?", []],
    ["I'm going to order the webcam tomorrow", []],
    ["save the webcam for later", []],
    ["put the keyboard in again, no wait it's already there isn't it", []],
    ["I'd love to buy the webcam but can it wait until next month?", []],
    ["I need three pairs of socks, are they sold in pairs or singles?", []],
    ["I put the duvet in my cart, do I get free shipping?", []],
    ["I have it in my cart, should I take it out?", [keyboard]],
    ["then I'll keep it", [keyboard]],
    ["what about the scarf?", [one]],
    ["what about the scarf?", [["one more", { asked: "other" }]]],
    ["is my billing address the same as the shipping one?", []],
    ["add up the tent and the sleeping bag for me please", []],
    ["remove the coupon effects, what's the plain price?", []],
    ["my size is XL, does that exist", []],
    ["maybe the lamp too but dont add that yet", [one]]
  ])("when it is said: %s", (message, earlier) => {
    assert.deepStrictEqual(told(message, ...earlier), [])
  })
})

describe("what is said behind a product is no second wish", () => {
  it.each<[string, ReadonlyArray<Exchange>, ReadonlyArray<unknown>]>([
    ["add the headphones, 3 of them", [], [["add_to_cart", "headphones", 3]]],
    ["make it two, one for me and one for my mum", [one], [["update_cart", "Drift Mouse", 2]]],
    ["put some water bottles in, four of them", [], [["add_to_cart", "water bottles", 4]]],
    ["add the picture book for my 3 kids", [], [["add_to_cart", "picture book", null]]],
    ["add the tablet. it's for my grandson, he is turning two... ten! sorry", [], [["add_to_cart", "tablet", null]]]
  ])("but how many, which or for whom: %s", (message, earlier, expected) => {
    assert.deepStrictEqual(told(message, ...earlier), expected)
  })
})

describe("what was done or spoken of says what is meant", () => {
  it.each<[string, ReadonlyArray<Exchange>, ReadonlyArray<unknown>]>([
    ["one more", [one], [["add_to_cart", "Drift Mouse", 1]]],
    ["and another one for my husband", [one], [["add_to_cart", "Drift Mouse", 1]]],
    ["that was wrong, I wanted 2", [one], [["update_cart", "Drift Mouse", 2]]],
    ["then just the mouse, put one in the cart", [reckoned], [["add_to_cart", "mouse", 1]]],
    [
      "put the code on it",
      [validated, ["and how much is my cart?", listOf(priced("Drift Mouse", 39.9))]],
      [["apply_coupon", "HELLO10", null]]
    ],
    ["and lose the mouse", both, [["remove_from_cart", "mouse", null]]],
    ["great, add it", [validated], [["apply_coupon", "HELLO10", null]]],
    [
      "put one each of the first and the last in",
      [three],
      [
        ["add_to_cart", "The Quiet Atlas", 1],
        ["add_to_cart", "Slow Trains Guide", 1]
      ]
    ],
    [
      "I want the two cheapest ones in my cart",
      [three],
      [
        ["add_to_cart", "Slow Trains Guide", null],
        ["add_to_cart", "The Slow Cookbook", null]
      ]
    ],
    [
      "please put everything back",
      [["empty my cart", tookOut("Ember Lamp", "The Quiet Atlas")]],
      [
        ["add_to_cart", "Ember Lamp", 1],
        ["add_to_cart", "The Quiet Atlas", 1]
      ]
    ]
  ])("in: %s", (message, earlier, expected) => {
    assert.deepStrictEqual(told(message, ...earlier), expected)
  })
})

describe("nothing goes into the cart", () => {
  const known: Exchange = ["how much is the Slate 11?", about(priced("Nimbrix Slate 11 Tablet", 459))]
  it.each<[string]>([
    ["give me five minutes, I'll ask my wife"],
    ["let me get this straight, it has usb-c?"],
    ["put it in euros"],
    ["add tax for me?"],
    ["I put the tablet in my cart, do I get free shipping?"],
    ["hypothetically, put it in. what's the total?"],
    ["I want to get the kettle, but is it quiet?"],
    ["if it's under 500 add it"],
    ["would you buy it?"]
  ])("by what asks for something else, or supposes it: %s", (message) => {
    const told = read(message, known).filter(({ intent }) => writing.has(intent))
    assert.deepStrictEqual(told, [])
  })
})
