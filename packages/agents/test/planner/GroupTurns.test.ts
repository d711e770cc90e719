import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { black42, group } from "@storefront/server/testing/SmallGroup"
import { ada, shop } from "@storefront/server/testing/SmallShop"
import * as Shop from "@storefront/server/shop/Shop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { withReceipts } from "@storefront/server/testing/WithReceipts"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { settings } from "@storefront/server/testing/Settings"
import { Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { intentOwner } from "../../src/planner/Intents.ts"
import { understand } from "../../src/planner/dialogue/Understand.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import * as ProductHandlers from "../../src/product-discovery/handlers.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { newConversation, say, SurroundingsLayer } from "./support/Converse.ts"
import { turnOf } from "./support/Perform.ts"

const TestLayer = Layer.mergeAll(OrderHandlers.layer, InventoryHandlers.layer, ProductHandlers.layer).pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(settings({})),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(Layer.provideMerge(group, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

/** What is said one after the other, each to the specialist that serves it: what is shown, and the tools. */
const talk = Effect.fnUntraced(function* (...messages: ReadonlyArray<string>) {
  const conversation = newConversation()
  return yield* Effect.forEach(messages, (message) =>
    Effect.gen(function* () {
      const { wishes } = understand({ ...turnOf(message), history: conversation.history })
      const owner = wishes.map(({ intent }) => intentOwner[intent]).find((name) => name !== null)
      const { answer, steps } = yield* owner === "order-management"
        ? say(conversation, OrderManagement, ada, message)
        : owner === "inventory-fulfillment"
          ? say(conversation, InventoryFulfillment, ada, message)
          : say(conversation, ProductDiscovery, ada, message)
      return { shown: withReceipts(answer, steps), tools: steps.map(({ toolName }) => toolName), wishes }
    })
  )
})

layer(TestLayer, { excludeTestServices: true })("probe", (it) => {
  const probe = (...messages: ReadonlyArray<string>) =>
    it.effect(messages[0]!, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE warehouse_inventory SET quantity = 4 WHERE product_id = ${black42.id}`
        const all = yield* talk(...messages)
        all.forEach(({ shown, tools, wishes }, i) =>
          console.log(
            `> ${messages[i]}\n${shown}\n   [${tools.join(", ")}] ${wishes.map((w) => `${w.intent} p=${w.product?.name} v=${w.values} q=${w.quantity} rest=${w.rest} c=${w.certainty.toFixed(2)}`).join(" | ")}`
          )
        )
      })
    )
  probe(
    "do you have the Summit Boots in 42?",
    "which colours do they come in?",
    "what sizes are there?",
    "how much are they in 42?",
    "is the black one in stock?",
    "add it in black",
    "42",
    "also add the red one in 42",
    "make it two of the red ones",
    "remove the black one",
    "show my cart"
  )
  probe(
    "add the Summit Boots in 42 red to my cart",
    "remove it",
    "the red one",
    "black, 41",
    "add it",
    "make it two",
    "remove them",
    "do you have it in green?",
    "and in 41 red?",
    "what about the 41?",
    "add it in 43",
    "add it in 41 red",
    "add it",
    "the red one",
    "add the red one and remove the lamp"
  )
  probe(
    "do you have the Summit Boots in 43?",
    "do you have the Summit Boots in green?",
    "are the Summit Boots waterproof?",
    "tell me about the Summit Boots",
    "show me boots",
    "which is cheapest?"
  )
  probe("put 2 Summit Boots in 42 red into my cart", "show my cart", "remove the Summit Boots in red")
  probe("do you have 4006381333931?", "do you have SMT-42-BL?", "add SMT-42-RE to my cart")
  probe(
    "add the red Summit Boots to my cart",
    "black, 41",
    "no, the red one",
    "I'll take the red ones",
    "let me have two in 42 red"
  )
})
