import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import * as Shop from "@storefront/server/shop/Shop"
import { black42, group } from "@storefront/server/testing/SmallGroup"
import { market, newcomer } from "@storefront/server/testing/SmallMarket"
import { seller } from "@storefront/server/testing/SmallShop"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { withReceipts } from "@storefront/server/testing/WithReceipts"
import { Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { understand } from "../../src/planner/dialogue/Understand.ts"
import { intentOwner } from "../../src/planner/Intents.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import * as ProductHandlers from "../../src/product-discovery/handlers.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { newConversation, say, SurroundingsLayer } from "./support/Converse.ts"
import { turnOf } from "./support/Perform.ts"

/** Both sizes in black are in stock; and a group whose options have other names. */
const goods = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE warehouse_inventory SET quantity = 4 WHERE product_id = ${black42.id}`
    const [shirt] = yield* sql<{ readonly id: string }>`
      INSERT INTO products (name, brand, category, description, price, original_price, image_url, kind)
      VALUES ('Gullmere Deck Shirt', 'Gullmere', 'Clothing', '', 30, 30, '/images/products/x.svg', 'group') RETURNING id`
    yield* Effect.forEach(
      [
        ["M", "Bleu", 30],
        ["M", "Bleu clair", 31],
        ["L", "Bleu clair", 32]
      ] as const,
      ([size, colour, price]) => sql`
        WITH variant AS (
          INSERT INTO products (name, brand, category, description, price, original_price, image_url, kind, group_id, options)
          VALUES (${`Gullmere Deck Shirt, ${size}, ${colour}`}, 'Gullmere', 'Clothing', '', ${price}, ${price},
            '/images/products/x.svg', 'variant', ${shirt!.id}, ${JSON.stringify([
              ["Taille", size],
              ["Couleur", colour]
            ])}::jsonb) RETURNING id
        )
        INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
        SELECT w.id, variant.id, 5 FROM variant, warehouses w`
    )
  })
)

const TestLayer = Layer.mergeAll(
  OrderHandlers.layer,
  InventoryHandlers.layer,
  PricingHandlers.layer,
  ProductHandlers.layer
).pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(settings({})),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(Layer.provideMerge(goods, Layer.provideMerge(group, market))),
  Layer.provideMerge(TestDatabase.layer)
)

/** Says one message after the other to the specialist that serves it; returns what is shown, and the tools called. */
const talkAs = Effect.fnUntraced(function* (caller: User, ...messages: ReadonlyArray<string>) {
  const conversation = newConversation()
  return yield* Effect.forEach(messages, (message) =>
    Effect.gen(function* () {
      const { wishes } = understand({ ...turnOf(message), history: conversation.history })
      const owner = wishes.map(({ intent }) => intentOwner[intent]).find((name) => name !== null)
      const { answer, steps } = yield* owner === "order-management"
        ? say(conversation, OrderManagement, caller, message)
        : owner === "inventory-fulfillment"
          ? say(conversation, InventoryFulfillment, caller, message)
          : owner === "pricing-promotions"
            ? say(conversation, PricingPromotions, caller, message)
            : say(conversation, ProductDiscovery, caller, message)
      return { message, shown: withReceipts(answer, steps), tools: steps.map(({ toolName }) => toolName), wishes }
    })
  )
})

const talk = (...messages: ReadonlyArray<string>) => Effect.flatMap(newcomer, (user) => talkAs(user, ...messages))

type Turn = readonly [said: string, shown: string]

/** Says one message after the other, and checks what is shown. */
const dialogue = (turns: ReadonlyArray<Turn>, caller = newcomer) =>
  Effect.gen(function* () {
    const said = yield* talkAs(yield* caller, ...turns.map(([message]) => message))
    assert.deepStrictEqual<ReadonlyArray<Turn>>(
      said.map(({ message, shown }) => [message, shown]),
      turns
    )
    return said.map(({ tools }) => tools)
  })

const black41 = "Tarnfell Summit Boots, 41, Black"
const black = "Tarnfell Summit Boots, 42, Black"
const red = "Tarnfell Summit Boots, 42, Red"
const choices = "Choices of the Tarnfell Summit Boots: Size 41 or 42; Colour Black or Red."
const allLines = `- ${black41}, $109.95, 3 units in stock\n- ${black}, $119.95, 4 units in stock\n- ${red}, $119.95, 5 units in stock`
const size42 = `- ${black}, $119.95, 4 units in stock\n- ${red}, $119.95, 5 units in stock`
const whichVariant = "Which size: 41 or 42? Which colour: Black or Red?"

layer(TestLayer, { excludeTestServices: true })("the planner on a group of variants", (it) => {
  it.effect("answers by the values that are named, and keeps the group in focus", () =>
    dialogue([
      ["do you have the Summit Boots in 42?", size42],
      ["which colours do they come in?", "Choices of the Tarnfell Summit Boots: Colour Black or Red."],
      ["what sizes are there?", "Choices of the Tarnfell Summit Boots: Size 41 or 42."],
      ["how much are they in 42?", size42],
      ["is the black one in stock?", `- ${black41}, $109.95, 3 units in stock\n- ${black}, $119.95, 4 units in stock`],
      ["the red one", `${red}, $119.95, 5 units in stock.`],
      ["black, 41", `${black41}, $109.95, 3 units in stock.`],
      ["which colors are in stock?", allLines]
    ])
  )

  it.effect("asks for what the tool leaves to choose, and adds what is chosen", () =>
    Effect.gen(function* () {
      const tools = yield* dialogue([
        [
          "is the black one of the Summit Boots in stock?",
          `- ${black41}, $109.95, 3 units in stock\n- ${black}, $119.95, 4 units in stock`
        ],
        ["add it in black", "Which size: 41 or 42?"],
        ["42", `Put into your cart: 1 × ${black}, now 1 article, $119.95 before discounts.`],
        ["also add the red one in 42", `Put into your cart: 1 × ${red}, now 2 articles, $239.90 before discounts.`],
        ["make it two of the red ones", `Changed in your cart: now 2 × ${red}, $359.85 in all before discounts.`],
        ["remove the black one", `Taken out of your cart: ${black}, now 1 article.`],
        ["remove them", `Taken out of your cart: ${red}, now empty.`]
      ])
      assert.deepStrictEqual(tools.slice(1, 5), [
        ["find_product", "add_to_cart"],
        ["find_product", "add_to_cart"],
        ["find_product", "add_to_cart"],
        ["get_cart", "update_cart_quantity"]
      ])
    })
  )

  it.effect("takes a size for no quantity, and a quantity for no size", () =>
    dialogue([
      [
        "add the Summit Boots in 42 red to my cart",
        `Put into your cart: 1 × ${red}, now 1 article, $119.95 before discounts.`
      ],
      [
        "put 2 Summit Boots in 41 black into my cart",
        `Put into your cart: 2 × ${black41}, now 2 articles, $339.85 before discounts.`
      ],
      ["remove the Summit Boots in red", `Taken out of your cart: ${red}, now 1 article.`]
    ])
  )

  it.effect("adds the variant that was chosen on a card of the chat", () =>
    dialogue([
      [
        "Add Tarnfell Summit Boots in 42 Red to my cart",
        `Put into your cart: 1 × ${red}, now 1 article, $119.95 before discounts.`
      ],
      [
        "Add Tarnfell Summit Boots in 41 Black to my cart",
        `Put into your cart: 1 × ${black41}, now 2 articles, $229.90 before discounts.`
      ]
    ])
  )

  it.effect("carries over what was said of the variant: the other option, and it", () =>
    dialogue([
      ["add the Summit Boots to my cart", whichVariant],
      ["the red one", `Put into your cart: 1 × ${red}, now 1 article, $119.95 before discounts.`],
      ["do you have them in 41?", `${black41}, $109.95, 3 units in stock.`],
      ["add it", `Put into your cart: 1 × ${black41}, now 2 articles, $229.90 before discounts.`]
    ])
  )

  it.effect("adds nothing that is refused, half understood, or called otherwise", () =>
    Effect.gen(function* () {
      const said = yield* talk(
        "add the winter boots in 42 red to my cart",
        "add the Summit Boots to my cart",
        "not the red one",
        "add one in black 42 and one in red 42",
        "show my cart"
      )
      for (const { message, shown } of said) {
        assert.notMatch(shown, /Put into your cart/, message)
      }
      assert.match(said.at(-1)?.shown ?? "", /^Your cart is empty/)
    })
  )

  it.effect("says which values no variant has, and what there is", () =>
    dialogue([
      ["do you have the Summit Boots in 43?", `The shop has no Tarnfell Summit Boots, 43. ${choices}`],
      ["do you have them in green?", `The shop has no Tarnfell Summit Boots, green. ${choices}`],
      ["do you have the Summit Boots in red, size 41?", `The shop has no Tarnfell Summit Boots, 41, Red. ${choices}`],
      ["and in 41 red?", `The shop has no Tarnfell Summit Boots, 41, Red. ${choices}`],
      ["add it in 43", `The shop has no Tarnfell Summit Boots, 43. ${choices}`],
      ["show my cart", "Your cart is empty. Tell me what you would like to put into it."]
    ])
  )

  it.effect("takes the names and values of options from the shop, whatever they are", () =>
    dialogue([
      ["which tailles does the Deck Shirt come in?", "Choices of the Gullmere Deck Shirt: Taille L or M."],
      [
        "is it there in bleu clair?",
        "- Gullmere Deck Shirt, L, Bleu clair, $32.00, 10 units in stock\n- Gullmere Deck Shirt, M, Bleu clair, $31.00, 10 units in stock"
      ],
      ["add it in bleu clair", "Which taille: M or L?"],
      ["L", "Put into your cart: 1 × Gullmere Deck Shirt, L, Bleu clair, now 1 article, $32.00 before discounts."],
      ["do you have the Deck Shirt in bleu?", "Gullmere Deck Shirt, M, Bleu, $30.00, 10 units in stock."]
    ])
  )

  it.effect("knows which variant has a SKU or barcode", () =>
    dialogue([
      ["do you have 4006381333931?", `${black}, $119.95, 4 units in stock.`],
      ["and in red?", `${red}, $119.95, 5 units in stock.`],
      ["add SMT-42-RE to my cart", `Put into your cart: 1 × ${red}, now 1 article, $119.95 before discounts.`]
    ])
  )

  it.effect("puts another variant into the cart after one was added", () =>
    dialogue([
      [
        "add the Summit Boots in 42 red to my cart",
        `Put into your cart: 1 × ${red}, now 1 article, $119.95 before discounts.`
      ],
      ["add two in 42 black", `Put into your cart: 2 × ${black}, now 2 articles, $359.85 before discounts.`],
      ["add another one in 41 black", `Put into your cart: 1 × ${black41}, now 3 articles, $469.80 before discounts.`]
    ])
  )

  it.effect("answers from the details of a group, and says what they do not mention", () =>
    Effect.gen(function* () {
      const [, known, unknown] = yield* talk(
        "do you have the Summit Boots?",
        "are they grippy?",
        "are they waterproof?"
      )
      assert.match(known!.shown, /^Tarnfell Summit Boots: from \$109\.95.*\nBoots for wet rock, with a grippy sole\.\n/)
      assert.match(unknown!.shown, /^The product data does not mention “waterproof”\.\nTarnfell Summit Boots: from/)
    })
  )

  it.effect("asks which variant to price, and lists the group with its lowest price", () =>
    Effect.gen(function* () {
      const [, priced] = yield* talk("What is the best price for 2 Summit Boots?", "black, 41")
      assert.match(
        priced?.shown ?? "",
        /^At best this costs \$197\.91 .*\n- 2 × Tarnfell Summit Boots, 41, Black, \$219\.90\n/
      )
      yield* dialogue([
        ["Are there bundles with the Summit Boots?", whichVariant],
        ["the red one", `Bundles and offers with free units for the ${red}: none.`]
      ])
      yield* dialogue([
        [
          "show me boots",
          'This is what I found for "boots":\n1. Tarnfell Summit Boots, from $109.95, not reviewed yet, in stock'
        ]
      ])
    })
  )

  it.effect("asks which variant a seller wants to backorder or to plan for", () =>
    Effect.gen(function* () {
      const [asked, placed, again, , left, planned] = yield* talkAs(
        seller,
        "put 20 Summit Boots on backorder",
        "42 red",
        "please backorder 300 of the Summit Boots in black 42",
        "Plan a delivery of 2 Summit Boots to Boston",
        "in 42",
        "red"
      )
      assert.strictEqual(asked?.shown, whichVariant)
      for (const { shown, tools } of [placed!, again!]) {
        assert.deepStrictEqual([shown, tools], ["", ["find_product", "place_backorder"]])
      }
      assert.strictEqual(left?.shown, "Which colour: Black or Red?")
      assert.match(planned?.shown ?? "", new RegExp(`^To the East in 1 shipment.*\\n- .*: 2 × ${red}, with`))
    })
  )
})
