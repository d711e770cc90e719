import { Toolkit } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { type Hint } from "@storefront/domain/confirmation/Hint"
import { type CancelTerms } from "@storefront/domain/confirmation/Terms"
import { OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { ProposalResult } from "@storefront/domain/tools/ProposalResult"
import { tool } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect, Layer, Schema } from "effect"
import { eraseTypes } from "../../src/assistant/actions/BindingActs.ts"
import { ChatTurn } from "../../src/assistant/chat/ChatTurn.ts"
import { StreamedTurns } from "../../src/assistant/chat/StreamedTurns.ts"
import { PendingActions } from "../../src/assistant/actions/PendingActions.ts"
import { Proposals } from "../../src/assistant/actions/Proposals.ts"
import * as Agent from "../../src/assistant/agent/Agent.ts"
import { type ActOf } from "../../src/platform/effects/BindingAct.ts"
import { SpecialistCredentials } from "../../src/assistant/specialists/SpecialistCredentials.ts"
import { SpecialistClient } from "../../src/assistant/specialists/SpecialistClient.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { settings } from "../../src/testing/Settings.ts"
import { secret, serveAgent } from "../../src/testing/TestSpecialist.ts"
import { ada } from "../../src/testing/SmallShop.ts"
import { consult, type Options, startProcess } from "./orchestrator.ts"

/** Whole exchanges about a cancellation: front door, hop, specialist and database are real, models and act are not. */

export const orders = ["1", "2"].map((n) => OrderId.make(`aaaaaaaa-0000-4000-8000-00000000000${n}`))

const cancelOrder = tool("cancel_order", {
  description: "Proposes to cancel an order.",
  parameters: { order_id: OrderId },
  success: ProposalResult
})
const Orders = Toolkit.make(cancelOrder)

const agent = Agent.make({
  name: "order-management",
  instructions: () => "Call cancel_order.",
  toolkit: Orders,
  context: { recentOrders: false, memories: false },
  skills: { cancel_order: { description: "Cancels", tags: ["orders"], examples: ["Cancel it"] } }
})

const Args = Schema.Struct({ orderId: OrderId })
const Result = Schema.Struct({ order_id: OrderId, status: Schema.Literal("cancelled") })

/** The model of the specialist proposes to cancel these orders, and says so. */
export const proposing = (...ids: ReadonlyArray<OrderId>) => [
  ScriptedModel.call(...ids.map((order_id) => ["cancel_order", { order_id }] as const)),
  ScriptedModel.say("It is prepared.")
]

/** The customer wants the orders cancelled. */
export const wish = `Cancel ${orders.join(" and ")}`

/** A specialist of a shop in which orders can be cancelled: what would be paid back, and what was cancelled. */
export const serve = Effect.fnUntraced(function* (script: ReadonlyArray<ScriptedModel.Line>) {
  const shop: { refund: number; hint: Hint | null; readonly done: Array<string> } = {
    refund: 1_000,
    hint: null,
    done: []
  }
  const act: ActOf<typeof Args, CancelTerms, typeof Result, OrderNotFound> = {
    name: "cancel_order",
    args: Args,
    result: Result,
    prepare: (_, { orderId }) =>
      Effect.sync(() => ({
        terms: {
          act: "cancel_order" as const,
          orderId,
          lines: [],
          refundAmount: Money.make(shop.refund),
          couponReleased: null,
          reason: UserText.make("Changed my mind")
        },
        hint: Effect.sync(() => shop.hint),
        perform: Effect.sync(() => {
          shop.done.push(orderId)
          return { order_id: orderId, status: "cancelled" as const }
        })
      }))
  }
  const handlers = Orders.toLayer(
    Effect.map(Proposals, (proposals) => ({
      cancel_order: ({ order_id }) => Effect.orDie(proposals.propose(act, { orderId: order_id }))
    }))
  ).pipe(Layer.provide(Proposals.layer), Layer.provide(PendingActions.layer), Layer.provide(settings({})))
  const served = yield* serveAgent(agent, handlers, ScriptedModel.layer(script), {}, undefined, [
    eraseTypes(act, cancelOrder)
  ])
  return { ...served, shop }
})

/** The front door of such a shop. */
export const begin = Effect.fnUntraced(function* (
  front: ReadonlyArray<ScriptedModel.Line>,
  back: ReadonlyArray<ScriptedModel.Line>,
  options: Options & { readonly wrap?: (client: SpecialistClient["Type"]) => Partial<SpecialistClient["Type"]> } = {}
) {
  const { shop, url } = yield* serve(back)
  const registry = JSON.stringify(Object.fromEntries(SpecialistName.literals.map((name) => [name, url])))
  const client = yield* SpecialistClient.layer.pipe(
    Layer.provide([SpecialistCredentials.layerSharedSecret, NodeHttpClient.layerUndici]),
    Layer.provide(settings({ AGENT_SHARED_SECRET: secret, AGENT_REGISTRY: registry })),
    Layer.build,
    Effect.map(Context.get(SpecialistClient))
  )
  const door = Effect.map(startProcess(front, { ...options, ...client, ...options.wrap?.(client) }), (context) => {
    const chat = Context.get(context, ChatTurn)
    return {
      /** Begins a conversation, or goes on with one. */
      say: (
        message: string,
        conversationId: Parameters<typeof chat.answer>[1]["conversationId"],
        named?: ReadonlyArray<string>
      ) =>
        chat.answer(ada, { message, conversationId, ...(named === undefined ? {} : { namedActions: named as never }) }),
      chat,
      turns: Context.get(context, StreamedTurns)
    }
  })
  /** `door` is the same in another process. */
  return { ...(yield* door), shop, door }
})

export const asks = consult("order-management", `${wish}.`)

/** The proposals of a conversation, in their order. */
export const actions = (conversation: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ id: string; state: string }>`
      SELECT id, state FROM pending_actions WHERE conversation_id = ${conversation} ORDER BY created_at, position`
  )
