import * as Agent from "@storefront/server/agent/Agent"
import { instructions } from "./instructions.ts"
import { playbook } from "./playbook.ts"
import { toolkit } from "./toolkit.ts"

/** Knows where products are and how they get to the customer. */
export const InventoryFulfillment = Agent.make({
  name: "inventory-fulfillment",
  instructions,
  toolkit,
  playbook,
  context: { recentOrders: false, memories: false },
  skills: [
    {
      name: "check_stock",
      description: "Say how many units of a product each warehouse has.",
      tags: ["stock", "warehouses"],
      examples: ["Is the Nordvind winter jacket in stock?", "How many K87 keyboards are left in the west?"]
    },
    {
      name: "get_restock_schedule",
      description: "Say when new units of a product are expected.",
      tags: ["stock", "restock"],
      examples: ["When is the cordless vacuum back?", "Any restock planned for the Hush 700?"]
    },
    {
      name: "estimate_shipping",
      description: "Estimate the cost and the days of delivery to a region.",
      tags: ["delivery", "shipping"],
      examples: ["How long does the K87 take to California?", "What would it cost to ship two yoga mats to Boston?"]
    },
    {
      name: "find_product",
      description: "Find the product a customer means, typing errors included.",
      tags: ["products"],
      examples: ["The Kestrelon headphones"]
    },
    {
      name: "get_user_profile",
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["Who am I to you?"]
    }
  ]
})
