import { InventoryFulfillment } from "./inventory-fulfillment/agent.ts"
import { OrderManagement } from "./order-management/agent.ts"
import { Orchestrator } from "./orchestrator/agent.ts"
import { PricingPromotions } from "./pricing-promotions/agent.ts"
import { ProductDiscovery } from "./product-discovery/agent.ts"
import { ReviewSentiment } from "./review-sentiment/agent.ts"

/** All agents. */
export const agents = [
  Orchestrator,
  ProductDiscovery,
  OrderManagement,
  PricingPromotions,
  ReviewSentiment,
  InventoryFulfillment
] as const
