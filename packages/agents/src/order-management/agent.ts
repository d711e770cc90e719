import { agentTools } from "@storefront/domain/tools/AgentTools"
import * as Agent from "@storefront/server/agent/Agent"
import { cartSkills } from "./cartSkills.ts"
import { instructions } from "./instructions.ts"
import { toolkit } from "./toolkit.ts"

/** Looks after the orders of a customer, and tells sellers what they sold. */
export const OrderManagement = Agent.make({
  name: "order-management",
  instructions,
  toolkit,
  requiredTools: agentTools["order-management"],
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
      name: "modify_order",
      description: "Send an order that has not been shipped to another address.",
      tags: ["orders", "address"],
      examples: [
        "Please send my latest order to 12 Oak Avenue, Portland, OR 97201 instead",
        "Change the delivery address of my last order to 5 Pine Road, Austin, TX 78701"
      ]
    },
    {
      name: "cancel_order",
      description: "Cancel an order that has not been shipped.",
      tags: ["orders", "cancellation"],
      examples: ["Cancel my latest order, please", "Please cancel my last order, I ordered the wrong size"]
    },
    {
      name: "check_return_eligibility",
      description: "Tell whether an order can be sent back, until when, and how much would be refunded.",
      tags: ["returns"],
      examples: ["Can I still return my last delivered order?", "How long do I have to send my latest order back?"]
    },
    {
      name: "initiate_return",
      description: "Return a delivered order.",
      tags: ["returns"],
      examples: ["Return my last delivered order, it does not fit", "Send back my last delivered order, please"]
    },
    {
      name: "process_refund",
      description: "Pay back an approved return.",
      tags: ["returns", "refunds"],
      examples: ["Please refund my latest return now", "Pay out the refund for my latest return"]
    },
    {
      name: "get_return_status",
      description: "Tell what became of a return.",
      tags: ["returns"],
      examples: ["What is the status of my return?", "Has my return been approved?"]
    },
    {
      name: "get_seller_revenue",
      description: "Report what a seller's products earned.",
      tags: ["sellers", "sales"],
      examples: ["How much did I sell in the last 30 days?", "What is my revenue this month?"]
    },
    {
      name: "get_seller_orders",
      description: "List the orders that hold a seller's products.",
      tags: ["sellers", "orders"],
      examples: ["Which orders contain my products?", "Show the orders for my products that have not been shipped"]
    },
    ...cartSkills,
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
