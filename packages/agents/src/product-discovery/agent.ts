import * as Agent from "@storefront/server/agent/Agent"
import { instructions } from "./instructions.ts"
import { playbook } from "./playbook.ts"
import { toolkit } from "./toolkit.ts"

/** Finds products and knows what they cost. */
export const ProductDiscovery = Agent.make({
  name: "product-discovery",
  instructions,
  toolkit,
  playbook,
  context: { recentOrders: false, memories: true },
  skills: [
    {
      name: "search_products",
      description: "Search the catalogue by words, category, brand, price, rating and stock.",
      tags: ["products", "search"],
      examples: ["Find trail shoes under $120", "What Sports products have four stars or more?"]
    },
    {
      name: "semantic_search",
      description: "Find products by what is meant: an occasion, a need, a feeling.",
      tags: ["products", "search"],
      examples: ["A present for somebody who loves to cook", "Anything for people who are always cold?"]
    },
    {
      name: "get_product_details",
      description: "Describe one product with its price, specifications and stock.",
      tags: ["products"],
      examples: ["Tell me more about the Hush 700", "How much is the Slow Pantry cookbook?"]
    },
    {
      name: "get_trending_products",
      description: "Say what sells best.",
      tags: ["products", "trends"],
      examples: ["What are your best sellers this week?", "Which books sell best?"]
    },
    {
      name: "get_price_history",
      description: "Show how a price developed and whether now is a good moment to buy.",
      tags: ["prices"],
      examples: ["Was the K87 ever cheaper?", "Is the winter jacket a good deal right now?"]
    },
    {
      name: "check_stock",
      description: "Say how many units of a product each warehouse has.",
      tags: ["stock"],
      examples: ["Is it in stock?"]
    },
    {
      name: "get_user_profile",
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["Who am I to you?"]
    }
  ]
})
