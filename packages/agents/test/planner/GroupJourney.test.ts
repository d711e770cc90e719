import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ChatTurn } from "@storefront/server/assistant/chat/ChatTurn"
import { StreamedTurns } from "@storefront/server/assistant/chat/StreamedTurns"
import { UsageLog } from "@storefront/server/assistant/usage/UsageLog"
import * as Doors from "@storefront/server/doors/Doors"
import * as Shop from "@storefront/server/shop/Shop"
import { black42, group, red42 } from "@storefront/server/testing/SmallGroup"
import { market } from "@storefront/server/testing/SmallMarket"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { serveAgent } from "@storefront/server/testing/TestSpecialist"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { Context, Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as Planner from "../../src/planner/Planner.ts"
import { auditAgrees, openBefore, serveOrders } from "../support/WholeTurns.ts"

const TestLayer = Layer.provideMerge(group, market).pipe(Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("a customer at POST /api/chat", (it) => {
  it.scoped("goes from the question for a size to the confirmed order of two variants", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE warehouse_inventory SET quantity = 4 WHERE product_id = ${black42.id}`
      const orders = yield* serveOrders(Planner.layer(OrderManagement))
      const { url: inventory } = yield* serveAgent(
        InventoryFulfillment,
        InventoryHandlers.layer.pipe(Layer.provide([Shop.layer, Proposals.layer])),
        Planner.layer(InventoryFulfillment),
        {},
        UsageLog.layer
      )
      const chat = yield* openBefore(Planner.layer(Orchestrator), (name) =>
        name === "inventory-fulfillment" ? inventory : orders
      )
      const doors = yield* Doors.layer.pipe(
        Layer.provide([Layer.succeed(ChatTurn, chat), Layer.mock(StreamedTurns, {})]),
        Layer.provideMerge(NodeHttpServer.layerTest),
        Layer.provide(settings({ JWT_SECRET: "3f9a1c07d2e84b56a0c9f7e1d4b82635", BCRYPT_COST: "4" })),
        Layer.build
      )
      const client = Context.get(doors, HttpClient.HttpClient)
      const post = Effect.fnUntraced(function* (path: string, json: object, token?: string) {
        const request = HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(path), json)
        const response = yield* client.execute(
          token === undefined ? request : HttpClientRequest.bearerToken(request, token)
        )
        // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
        const body: any = yield* response.json
        return body
      })
      const account = { email: "nora@example.com", password: "a-long-password-1", name: "Nora Quist" }
      const { access_token: token } = yield* post("/api/auth/signup", account)
      let conversation: string | undefined
      const say = Effect.fnUntraced(function* (message: string) {
        const sent = conversation === undefined ? { message } : { message, conversation_id: conversation }
        const answer = yield* post("/api/chat", sent, token)
        conversation = answer.conversation_id
        return String(answer.response)
      })
      const answers = yield* Effect.forEach(
        [
          "do you have the Summit Boots in 42?",
          "add it in black",
          "also add the red one",
          "make it two of the red ones",
          "My shipping address is Nora Quist, 1 Elm Street, Boston, MA 02101",
          "check out",
          "yes"
        ],
        say
      )
      const [stock, added, red, two, , proposed, ordered] = answers
      assert.include(stock, "Tarnfell Summit Boots, 42, Black, $119.95, 4 units in stock")
      assert.include(added, "Put into your cart: 1 × Tarnfell Summit Boots, 42, Black")
      assert.include(red, "Put into your cart: 1 × Tarnfell Summit Boots, 42, Red")
      assert.include(two, "now 2 × Tarnfell Summit Boots, 42, Red")
      for (const line of ["Tarnfell Summit Boots, 42, Black", "2 × Tarnfell Summit Boots, 42, Red"]) {
        assert.include(proposed, line)
      }
      assert.match(ordered!, /order/i)
      const lines = yield* sql`SELECT product_id, quantity FROM order_items ORDER BY quantity`
      assert.deepStrictEqual(lines, [
        { product_id: black42.id, quantity: 1 },
        { product_id: red42.id, quantity: 2 }
      ])
      yield* auditAgrees
    })
  )
})
