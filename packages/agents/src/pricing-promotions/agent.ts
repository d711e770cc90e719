import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions } from "./instructions.ts"
import { toolkit } from "./toolkit.ts"

/** The agent for coupons, promotions and loyalty. The program starts only with one skill per tool. */
export const PricingPromotions = Agent.make({
  name: "pricing-promotions",
  instructions,
  toolkit,
  context: { recentOrders: false, memories: false },
  skills: {
    validate_coupon: {
      description: "Check whether a coupon works for the customer and what it saves.",
      tags: ["coupons"],
      examples: ["Does HELLO10 work on a cart of 90?", "Is TAKE25 still valid?"]
    },
    optimize_cart: {
      description:
        "Find the lowest price of a cart or of named products: the best promotions, the best coupon and the loyalty discount together.",
      tags: ["cart", "coupons", "promotions"],
      examples: [
        "What is the best price I can get for my cart?",
        "Optimize 2 Ridge Runner trail shoes and a Nordvind jacket"
      ]
    },
    get_active_deals: {
      description: "List the current coupons and promotions, all of them or those for one category.",
      tags: ["coupons", "promotions"],
      examples: ["Any sales on right now?", "Are there discounts on clothing?"]
    },
    check_bundle_eligibility: {
      description: "Check which bundles some products make up, how much they save, and what is missing for others.",
      tags: ["bundles", "promotions"],
      examples: [
        "Do the K87 keyboard and the Voltarra mouse make up a bundle?",
        "Which bundle could I complete with the Slow Pantry cookbook?"
      ]
    },
    get_loyalty_tier: {
      description: "Show the customer's loyalty tier, its benefits, and how far it is to the next one.",
      tags: ["loyalty"],
      examples: ["What is my tier?", "How far am I from gold?"]
    },
    calculate_loyalty_discount: {
      description: "Work out what the customer's loyalty tier takes off an amount, and whether it ships free.",
      tags: ["loyalty"],
      examples: ["How much do I save on 250 with my tier?", "What is my member discount on 80?"]
    },
    get_loyalty_benefits: {
      description: "Compare what every tier of the loyalty programme requires and gives.",
      tags: ["loyalty"],
      examples: ["What are the benefits of each loyalty tier?", "What does gold get me?"]
    },
    find_policy: {
      description: "Answer from the shop's own rules: returns, delivery, payment, warranty, gifts, privacy, contact.",
      tags: ["shop"],
      examples: ["Which payment methods do you accept?", "How can I pay?"]
    },
    find_product: {
      description: "Find the product a customer means, even if it is misspelt.",
      tags: ["products"],
      examples: ["Does COZY15 work for the cordless vacuum?", "Is there a bundle with the K87 keyboard?"]
    },
    get_price_history: {
      description: "Show how the price of a product has changed.",
      tags: ["prices"],
      examples: ["Was the K87 keyboard ever cheaper?", "Is the Hush 700 a good deal right now?"]
    },
    get_user_profile: {
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?", "Show me my profile"]
    },
    get_purchase_history: {
      description: "List what the customer bought before.",
      tags: ["account", "orders"],
      examples: ["What have I bought so far?", "Show me my purchase history"]
    }
  }
})
