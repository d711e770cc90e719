import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions } from "./instructions.ts"
import { toolkit } from "./toolkit.ts"

/** The agent for products, prices and the customer's preferences. The program starts only with one skill per tool. */
export const ProductDiscovery = Agent.make({
  name: "product-discovery",
  instructions,
  toolkit,
  context: { recentOrders: false, memories: true },
  skills: {
    search_products: {
      description: "Search the catalogue by words, category, brand, price, rating and stock.",
      tags: ["products", "search"],
      examples: ["Find trail shoes under 120", "What headphones have four stars or more?"]
    },
    compare_products: {
      description: "Put two or three products side by side: price, rating and specifications.",
      tags: ["products", "comparison"],
      examples: ["Compare the Hush 700 with the Pebble earbuds", "Compare the K87 keyboard with the Reserve power bank"]
    },
    semantic_search: {
      description: "Find products for an occasion, a need or a feeling.",
      tags: ["products", "search"],
      examples: ["A present for somebody who loves to cook", "Anything for people who are always cold?"]
    },
    get_product_details: {
      description: "Describe one product with its price, specifications and stock.",
      tags: ["products"],
      examples: ["Tell me more about the Hush 700", "How much is the Slow Pantry cookbook?"]
    },
    find_similar_products: {
      description: "Find alternatives to a product.",
      tags: ["products", "alternatives"],
      examples: ["Is there anything like the Ridge Runner trail shoes?", "Show me cheaper alternatives to the Hush 700"]
    },
    get_trending_products: {
      description: "Say what sells best.",
      tags: ["products", "trends"],
      examples: ["What are your best sellers this week?", "Which books sell best?"]
    },
    get_price_history: {
      description: "Show how a price has changed and whether now is a good time to buy.",
      tags: ["prices"],
      examples: ["Was the K87 ever cheaper?", "Is the winter jacket a good deal right now?"]
    },
    get_my_products: {
      description: "List what a seller offers, with stock. For sellers and administrators.",
      tags: ["sellers", "products"],
      examples: ["List my products", "List my products that run low on stock"]
    },
    remember_preference: {
      description: "Remember a size, a budget, a brand, a taste or something to avoid.",
      tags: ["preferences"],
      examples: ["Remember that I wear size M", "Please note that I never buy wool"]
    },
    recall_preferences: {
      description: "Say what is remembered about the customer.",
      tags: ["preferences"],
      examples: ["What do you remember about me?", "Which preferences have you saved?"]
    },
    forget_preference: {
      description: "Forget something that was remembered.",
      tags: ["preferences"],
      examples: ["Forget my size", "Please forget that I never buy wool"]
    },
    get_purchase_history: {
      description: "Say what the customer bought before.",
      tags: ["purchases"],
      examples: ["What have I bought from you so far?", "Did I ever buy headphones here?"]
    },
    check_stock: {
      description: "Say how many units of a product each warehouse has.",
      tags: ["stock"],
      examples: ["Are the Ridge Runner trail shoes in stock?", "How many K87 keyboards are left?"]
    },
    get_warehouse_availability: {
      description: "Show every warehouse with its stock, and the deliveries that are planned.",
      tags: ["stock", "warehouses"],
      examples: ["In which warehouses is the winter jacket?", "Where exactly do you store the Hush 700?"]
    },
    find_policy: {
      description: "Answer from the shop's own rules: returns, delivery, payment, warranty, gifts, privacy, contact.",
      tags: ["shop"],
      examples: ["Is there a warranty on what you sell?", "Do you have a warranty?"]
    },
    get_user_profile: {
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["Who am I to you?", "Since when am I a customer?"]
    }
  }
})
