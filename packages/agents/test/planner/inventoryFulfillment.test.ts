import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { Effect, Layer, Schema } from "effect"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as Handlers from "../../src/inventory-fulfillment/handlers.ts"
import { toolkit } from "../../src/inventory-fulfillment/toolkit.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { ServicesLayer } from "../inventory-fulfillment/ServicesLayer.ts"

const TestLayer = Handlers.layer.pipe(
  Layer.provide(ServicesLayer),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(TestDatabase.seeded)
)

const seller = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, email, name, role FROM users WHERE email = 'seller@example.com'`
  return yield* Schema.decodeUnknown(User)(rows[0])
})

/** The tools that one message after the other of a conversation leads to, and the answers. */
const talk = Effect.fnUntraced(function* (...messages: ReadonlyArray<string>) {
  const reports = yield* converse(InventoryFulfillment, yield* seller, ...messages)
  return reports.map(({ answer, steps }) => ({ answer, tools: steps.map(({ toolName }) => toolName) }))
})

layer(TestLayer, { excludeTestServices: true })("inventory-fulfillment", (it) => {
  it.effect("shows every tool on its card, with examples", () =>
    Effect.sync(() => {
      assert.sameMembers(
        InventoryFulfillment.skills.map(({ name }) => name),
        Object.keys(toolkit.tools)
      )
      assert.isTrue(InventoryFulfillment.skills.every(({ examples }) => examples.length >= 2))
    })
  )

  it.effect("calls the tool that an example on its card stands for, without a language model", () =>
    Effect.gen(function* () {
      const examples = InventoryFulfillment.skills.flatMap(({ examples, name }) =>
        examples.map((example) => ({ example, name }))
      )
      const missed = yield* Effect.filter(examples, ({ example, name }) =>
        Effect.map(talk(example), ([turn]) => turn?.tools.includes(name) !== true)
      )
      assert.deepStrictEqual(missed, [])
    })
  )

  it.effect("places a backorder once its question is answered with a yes", () =>
    Effect.gen(function* () {
      const [asked, placed] = yield* talk("Can I put 7 Nordvind jackets on backorder?", "yes please")
      assert.notInclude(asked?.tools ?? [], "place_backorder")
      assert.notInclude(placed?.tools ?? [], "place_backorder")
      assert.match(asked?.answer ?? "", /^No backorder is needed for the Oskaberg Nordvind Winter Jacket/)

      const [question, yes] = yield* talk("Can I put 900 Nordvind jackets on backorder?", "yes please")
      assert.match(question?.answer ?? "", /Shall I place a backorder for 900 × Oskaberg Nordvind Winter Jacket\?$/)
      assert.notInclude(question?.tools ?? [], "place_backorder")
      assert.include(yes?.tools ?? [], "place_backorder")
      assert.match(yes?.answer ?? "", /^Backorder [0-9a-f-]{36} for 900 × Oskaberg Nordvind Winter Jacket is placed/)
    })
  )

  it.effect("takes the number that it asked for", () =>
    Effect.gen(function* () {
      const [, placed] = yield* talk("Please backorder the Ridge Runner trail shoes", "950")
      assert.match(
        placed?.answer ?? "",
        /^Backorder [0-9a-f-]{36} for 950 × Strydevale Ridge Runner Trail Shoes is placed/
      )
    })
  )
})
