import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { ChatTurn } from "@storefront/server/assistant/chat/ChatTurn"
import { StreamedTurns } from "@storefront/server/assistant/chat/StreamedTurns"
import { UsageLog } from "@storefront/server/assistant/usage/UsageLog"
import * as Doors from "@storefront/server/doors/Doors"
import * as Shop from "@storefront/server/shop/Shop"
import { settings } from "@storefront/server/testing/Settings"
import { serveAgent } from "@storefront/server/testing/TestSpecialist"
import { Context, Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../../src/inventory-fulfillment/handlers.ts"
import { Orchestrator } from "../../../src/orchestrator/agent.ts"
import { OrderManagement } from "../../../src/order-management/agent.ts"
import * as Planner from "../../../src/planner/Planner.ts"
import { openBefore, serveOrders } from "../../support/WholeTurns.ts"

/**
 * A new customer in a conversation at POST /api/chat, answered by the planner. Of the specialists there are those for
 * orders and for stock.
 */
export const begin = Effect.gen(function* () {
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
  return Effect.fnUntraced(function* (message: string) {
    const sent = conversation === undefined ? { message } : { message, conversation_id: conversation }
    const answer = yield* post("/api/chat", sent, token)
    conversation = answer.conversation_id
    return String(answer.response)
  })
})
