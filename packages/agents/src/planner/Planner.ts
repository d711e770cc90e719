import { type LanguageModel } from "@effect/ai"
import { type AgentName } from "@storefront/domain/Topology"
import { list } from "@storefront/domain/EnglishWording"
import { type AgentOutline } from "@storefront/server/assistant/model/LanguageModels"
import { Layer } from "effect"
import * as Classifier from "./classify/Classifier.ts"
import { emptyState } from "./DialogueState.ts"
import * as EmbeddedModel from "./EmbeddedModel.ts"
import { playbook as inventoryFulfillment } from "./plan/inventory-fulfillment/Plan.ts"
import { playbook as orchestrator } from "./plan/orchestrator/Plan.ts"
import { playbook as orderManagement } from "./plan/order-management/Plan.ts"
import { playbook as pricingPromotions } from "./plan/pricing-promotions/Plan.ts"
import { playbook as productDiscovery } from "./plan/product-discovery/Plan.ts"
import { playbook as reviewSentiment } from "./plan/review-sentiment/Plan.ts"
import { type Playbook } from "./Playbook.ts"

/** The playbook of each agent; agents without one get `unplannable`. */
const playbooks: { readonly [Name in AgentName]?: Playbook } = {
  orchestrator,
  "product-discovery": productDiscovery,
  "order-management": orderManagement,
  "pricing-promotions": pricingPromotions,
  "review-sentiment": reviewSentiment,
  "inventory-fulfillment": inventoryFulfillment
}

/** Makes a playbook that lists the agent's tools and says that only a language model could use them. */
const unplannable = ({ skills }: AgentOutline): Playbook =>
  // oxlint-disable-next-line require-yield -- a playbook without calls
  function* () {
    const text = `I have tools for this (${list(Object.keys(skills))}), but I cannot plan their use without a language model.`
    return { text, state: emptyState }
  }

/** Embedded model of an agent, driven by its playbook; the only entry point of this folder. */
export const layer = (agent: AgentOutline): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.provide(EmbeddedModel.layer(playbooks[agent.name] ?? unplannable(agent)), Layer.effectDiscard(Classifier.load))
