import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"

/** All agents. */
export const agents = [
  Orchestrator,
  ProductDiscovery,
  OrderManagement,
  PricingPromotions,
  ReviewSentiment,
  InventoryFulfillment
]
