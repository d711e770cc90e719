import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions } from "./instructions.ts"
import { toolkit, toolkitRemote } from "./toolkit.ts"

/** The agent for stock, warehouses and delivery. The program starts only with one skill per tool. */
export const InventoryFulfillment = Agent.make({
  name: "inventory-fulfillment",
  instructions,
  toolkit,
  context: { recentOrders: true, memories: false },
  skills: {
    check_stock: {
      description: "Say how many units of a product each warehouse has.",
      tags: ["stock", "warehouses"],
      examples: ["Is the Nordvind winter jacket in stock?", "How many K87 keyboards are left?"]
    },
    get_warehouse_availability: {
      description:
        "Show every warehouse that has a product, with its stock and reorder threshold, and the upcoming deliveries.",
      tags: ["stock", "warehouses"],
      examples: ["Which warehouses have the trail shoes?", "Show the warehouse availability of the K87 keyboard"]
    },
    get_restock_schedule: {
      description: "Say when new units of a product are expected.",
      tags: ["stock", "restock"],
      examples: ["When is the cordless vacuum back?", "Any restock planned for the Hush 700?"]
    },
    estimate_shipping: {
      description: "Estimate what delivery to a region costs and how long it takes.",
      tags: ["delivery", "shipping"],
      examples: ["How long does the K87 take to California?", "What would it cost to ship two yoga mats to Boston?"]
    },
    compare_carriers: {
      description: "Compare the prices and speeds of the carriers from one region to another.",
      tags: ["delivery", "carriers"],
      examples: ["Compare the carriers to California", "Which carrier is the fastest from Texas to New York?"]
    },
    get_order_tracking: {
      description: "Show what the carrier recorded about the parcel of an order, and when it is expected.",
      tags: ["delivery", "tracking"],
      examples: [
        "What does the carrier say about order 018f0000-0000-7000-8000-000000000001?",
        "Delivery status of order 018f0000-0000-7000-8000-000000000001"
      ]
    },
    calculate_fulfillment_plan: {
      description:
        "Plan from which warehouses several products would be sent together. For sellers and administrators.",
      tags: ["delivery", "planning", "sellers"],
      examples: [
        "Plan the delivery of 3 kettles and 2 trail shoes to California",
        "Calculate a fulfillment plan for 5 yoga mats and 10 wool socks to Boston"
      ]
    },
    place_backorder: {
      description: "Order units that are not in stock. For sellers and administrators.",
      tags: ["stock", "backorders", "sellers"],
      examples: ["Place a backorder for 20 cordless vacuums", "Backorder 5 of the Brindlecote vacuum, please"]
    },
    get_seller_inventory: {
      description: "List a seller's stock, lowest first. For sellers and administrators.",
      tags: ["stock", "sellers"],
      examples: ["Show my inventory", "Which of my products are low in stock?"]
    },
    find_policy: {
      description: "Answer from the shop's own rules: returns, delivery, payment, warranty, gifts, privacy, contact.",
      tags: ["shop"],
      examples: ["Do you ship to Canada?", "How long does delivery take?"]
    },
    find_product: {
      description: "Find the product a customer means, even if it is misspelt.",
      tags: ["products"],
      examples: ["Do you have the Kestrelon headphones in stock?", "When are there more glide vaccums?"]
    },
    get_user_profile: {
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["Who am I to you?", "Show my profile"]
    }
  }
})

/** The agent with mcp-inventory, which adds `get_warehouses`. */
export const InventoryFulfillmentRemote = Agent.make({
  ...InventoryFulfillment,
  toolkit: toolkitRemote,
  skills: {
    ...InventoryFulfillment.skills,
    get_warehouses: {
      description: "List the warehouses of the shop with their places.",
      tags: ["warehouses"],
      examples: ["Which warehouses do you have?", "Where are your warehouses?"]
    }
  }
})
