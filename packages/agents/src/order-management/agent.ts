import * as Agent from "@storefront/server/agent/Agent"
import { instructions } from "./instructions.ts"
import { playbook } from "./playbook.ts"
import { toolkit } from "./toolkit.ts"

/** Looks after the orders of a customer. */
export const OrderManagement = Agent.make({
  name: "order-management",
  instructions,
  toolkit,
  playbook,
  context: { recentOrders: true, memories: false },
  skills: [
    {
      name: "get_user_orders",
      description: "List the customer's orders, newest first, all of them or those in one status.",
      tags: ["orders"],
      examples: ["Show my orders", "Which of my orders are still on their way?"]
    },
    {
      name: "get_order_details",
      description: "Show one order: items, amounts, address, history, return, and what can still be done with it.",
      tags: ["orders"],
      examples: ["What is in my latest order?", "Can I still cancel my last order?"]
    },
    {
      name: "get_order_tracking",
      description: "Tell where an order is: carrier, tracking number and every step so far.",
      tags: ["orders", "tracking"],
      examples: ["Where is my latest order?", "Has my parcel left yet?"]
    },
    {
      name: "cancel_order",
      description: "Cancel an order that has not been shipped.",
      tags: ["orders", "cancellation"],
      examples: ["Cancel my latest order, please", "Please cancel my last order, I ordered the wrong size"]
    },
    {
      name: "find_product",
      description: "Find the product a customer means, typing errors included.",
      tags: ["products"],
      examples: ["What was in the order with the cordless vacuum?"]
    },
    {
      name: "get_user_profile",
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?"]
    }
  ]
})
