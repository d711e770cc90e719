import * as Agent from "@storefront/server/agent/Agent"
import { instructions } from "./instructions.ts"
import { playbook } from "./playbook.ts"
import { toolkit } from "./toolkit.ts"

/** Explains what can be saved. */
export const PricingPromotions = Agent.make({
  name: "pricing-promotions",
  instructions,
  toolkit,
  playbook,
  context: { recentOrders: false, memories: false },
  skills: [
    {
      name: "validate_coupon",
      description: "Check whether a coupon works for the customer and what it saves.",
      tags: ["coupons"],
      examples: ["Does HELLO10 work on a cart of $90?", "Is TAKE25 still valid?"]
    },
    {
      name: "get_active_deals",
      description: "List the coupons and promotions of the moment, all of them or those of a category.",
      tags: ["coupons", "promotions"],
      examples: ["Any sales on right now?", "Are there discounts on clothing?"]
    },
    {
      name: "get_loyalty_tier",
      description: "Show the customer's loyalty tier, its benefits, and the way to the next one.",
      tags: ["loyalty"],
      examples: ["What is my tier?", "How far am I from gold?"]
    },
    {
      name: "find_product",
      description: "Find the product a customer means, typing errors included.",
      tags: ["products"],
      examples: ["Does COZY15 work for the cordless vacuum?"]
    },
    {
      name: "get_price_history",
      description: "Show how the price of a product developed.",
      tags: ["prices"],
      examples: ["Was the K87 keyboard ever cheaper?"]
    },
    {
      name: "get_user_profile",
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?"]
    }
  ]
})
