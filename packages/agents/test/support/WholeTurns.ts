import { type LanguageModel } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { BindingActs } from "@storefront/server/assistant/actions/BindingActs"
import { PendingActions } from "@storefront/server/assistant/actions/PendingActions"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import { AbandonedTurns } from "@storefront/server/assistant/chat/AbandonedTurns"
import { Cards } from "@storefront/server/assistant/chat/Cards"
import { LiveTurns } from "@storefront/server/assistant/chat/LiveTurns"
import { ChatTurn } from "@storefront/server/assistant/chat/ChatTurn"
import { Receipts } from "@storefront/server/assistant/chat/Receipts"
import { TurnOpening } from "@storefront/server/assistant/chat/TurnOpening"
import { TurnRecord } from "@storefront/server/assistant/chat/TurnRecord"
import { TurnStates } from "@storefront/server/assistant/chat/TurnStates"
import { check } from "@storefront/server/platform/database/Invariant"
import { AllowedAddresses } from "@storefront/server/assistant/guard/Egress"
import { Neutraliser } from "@storefront/server/assistant/guard/Neutraliser"
import { Scanner } from "@storefront/server/platform/scanner/Scanner"
import { SpecialistCredentials } from "@storefront/server/assistant/specialists/SpecialistCredentials"
import { SpecialistAccess } from "@storefront/server/assistant/specialists/SpecialistAccess"
import { SpecialistUnavailable } from "@storefront/server/assistant/specialists/SpecialistAnswer"
import { SpecialistClient } from "@storefront/server/assistant/specialists/SpecialistClient"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { settings } from "@storefront/server/testing/Settings"
import { cartOf, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { rule, secret, serveAgent } from "@storefront/server/testing/TestSpecialist"
import { auditChecks } from "@storefront/server/assistant/usage/AuditChecks"
import { AgentRuns } from "@storefront/server/assistant/usage/AgentRuns"
import { UsageLog } from "@storefront/server/assistant/usage/UsageLog"
import { Context, Effect, Layer, Ref } from "effect"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import * as OrchestratorHandlers from "../../src/orchestrator/handlers.ts"
import { OrderManagement, OrderManagementAtTill } from "../../src/order-management/agent.ts"
import * as OrderActs from "../../src/order-management/acts.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

/** Whole turns with models that follow scripts: front door, A2A, tools and database are the real ones. */

const { call } = ScriptedModel

export type Script = ReadonlyArray<ScriptedModel.Line>

/** The model of the front door asks the specialist. */
export const ask = (message: string) => call(["call_specialist_agent", { agent_name: "order-management", message }])

/** Loses the answers of the first `count` questions on their way back. */
const losing = (count: number) =>
  Layer.effect(
    SpecialistClient,
    Effect.gen(function* () {
      const { confirm, send } = yield* SpecialistClient
      const lost = yield* Ref.make(0)
      return {
        confirm,
        send: (request) =>
          Effect.tap(send(request), ({ usage }) =>
            Effect.flatMap(
              Ref.updateAndGet(lost, (n) => n + 1),
              (n) =>
                n > count
                  ? Effect.void
                  : Effect.fail(new SpecialistUnavailable({ reason: "unreachable", usage, writes: [] }))
            )
          )
      }
    })
  )

type Model = Layer.Layer<LanguageModel.LanguageModel>

const GuardLayer = Neutraliser.layer.pipe(Layer.provideMerge(Scanner.layerRules([rule])))

/** Serves order-management with its real tools, in a shop with these settings; returns its address. */
export const serveOrders = Effect.fnUntraced(function* (model: Model, ofShop: Readonly<Record<string, string>> = {}) {
  const shopLayer = Layer.provide(Layer.merge(Shop.layer, Proposals.layer), settings(ofShop))
  const acts = yield* Layer.build(Layer.provide(OrderActs.layer, shopLayer))
  const bindingActs = [...Context.get(acts, BindingActs).values()]
  const { url } = yield* "CHECKOUT_URL" in ofShop
    ? serveAgent(
        OrderManagementAtTill,
        OrderHandlers.layerAtTill.pipe(Layer.provide(shopLayer), Layer.provide(settings(ofShop))),
        model,
        {},
        UsageLog.layer,
        bindingActs
      )
    : serveAgent(
        OrderManagement,
        OrderHandlers.layer.pipe(Layer.provide(shopLayer)),
        model,
        {},
        UsageLog.layer,
        bindingActs
      )
  return url
})

/** The chat of a process, before specialists at these addresses, in a shop with these settings. */
export const openBefore = Effect.fnUntraced(function* (
  orchestrator: Model,
  urlOf: (name: SpecialistName) => string,
  lostAnswers = 0,
  ofShop: Readonly<Record<string, string>> = {}
) {
  const registry = JSON.stringify(Object.fromEntries(SpecialistName.literals.map((name) => [name, urlOf(name)])))
  return yield* ChatTurn.layerNoDeps(Orchestrator).pipe(
    Layer.provide([
      OrchestratorHandlers.layer,
      orchestrator,
      losing(lostAnswers).pipe(Layer.provide(SpecialistClient.layer)),
      Receipts.layer,
      Cards.layer,
      SpecialistAccess.layerOpen,
      GuardLayer,
      TurnContexts.layer,
      OrderNumbers.layer,
      PromptFacts.layer,
      AllowedAddresses.layer,
      PendingActions.layer,
      Layer.provide(TurnOpening.layer, GuardLayer),
      TurnRecord.layer,
      TurnStates.layer,
      LiveTurns.layer,
      AbandonedTurns.layer
    ]),
    Layer.provide(AgentRuns.layer),
    Layer.provide([UsageLog.layer, SpecialistCredentials.layerSharedSecret, NodeHttpClient.layerUndici]),
    Layer.provide(settings({ AGENT_SHARED_SECRET: secret, AGENT_REGISTRY: registry, ...ofShop })),
    Layer.build,
    Effect.map(Context.get(ChatTurn))
  )
})

/** The chat of a process, before a specialist that has the real tools, in a shop with these settings. */
export const openWith = Effect.fnUntraced(function* (
  orchestrator: Model,
  specialist: Model,
  lostAnswers = 0,
  ofShop: Readonly<Record<string, string>> = {}
) {
  const url = yield* serveOrders(specialist, ofShop)
  return yield* openBefore(orchestrator, () => url, lostAnswers, ofShop)
})

/** The same with models that follow scripts. */
export const open = (orchestrator: Script, specialist: Script, lostAnswers = 0) =>
  openWith(ScriptedModel.layer(orchestrator), ScriptedModel.layer(specialist), lostAnswers)

/** A customer with a wish, and calls of the tool that a model makes for it. */
export const scene = Effect.gen(function* () {
  const product = yield* newProduct()
  const user = yield* newcomer
  const add = (quantity = 1) => ["add_to_cart", { product_id: product.id, quantity }] as const
  const message = `Put one ${product.id} into my cart`
  return { user, product, message, add, units: Effect.map(cartOf(user), ([line]) => line?.[1] ?? 0) }
})

/** The audit of everything so far is whole and agrees with itself. */
export const auditAgrees = Effect.map(check(Object.values(auditChecks), 5), (verdicts) =>
  assert.deepStrictEqual(
    verdicts.filter(({ ok }) => !ok),
    []
  )
)
