import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions } from "./instructions.ts"
import { toolkit } from "./toolkit.ts"

/** The agent for product reviews. The program starts only with one skill per tool. */
export const ReviewSentiment = Agent.make({
  name: "review-sentiment",
  instructions,
  toolkit,
  context: { recentOrders: false, memories: false },
  skills: {
    get_product_reviews: {
      description: "Read the reviews of a product: newest, most helpful, best or worst first.",
      tags: ["reviews"],
      examples: ["Show me the worst reviews of the Hush 700", "Read me the newest reviews of the cookbook"]
    },
    analyze_sentiment: {
      description: "Sum up what customers think of a product, what they praise and what they criticise.",
      tags: ["reviews", "sentiment"],
      examples: ["Do people like the Ridge Runner shoes?", "What do buyers complain about with the vacuum?"]
    },
    get_sentiment_by_topic: {
      description: "Say what customers think of the quality, value, shipping, design and durability of a product.",
      tags: ["reviews", "sentiment"],
      examples: [
        "What do customers say about the quality of the cordless vacuum?",
        "What do buyers think of the value of the Ridge Runner shoes?"
      ]
    },
    get_review_trends: {
      description: "Show how the ratings of a product have changed from month to month.",
      tags: ["reviews", "trends"],
      examples: [
        "Are the reviews of the cordless vacuum getting better or worse?",
        "How did the ratings of the Hush 700 change over the last year?"
      ]
    },
    detect_fake_reviews: {
      description: "Find reviews of a product that may not be genuine, and say what points to it.",
      tags: ["reviews", "trust"],
      examples: ["Are there fake reviews of the K87 keyboard?", "Can I trust the reviews of the cookbook?"]
    },
    search_reviews: {
      description: "Find the reviews of a product that mention something.",
      tags: ["reviews", "search"],
      examples: ["Find reviews of the vacuum that mention noise", "Which reviews of the Hush 700 mention the battery?"]
    },
    get_my_reviews: {
      description: "List the reviews of a seller's own products. For sellers and administrators.",
      tags: ["reviews", "sellers"],
      examples: ["Show me my worst reviews", "What are the newest reviews of my products?"]
    },
    draft_seller_response: {
      description: "Draft a seller's answer to a review. For sellers and administrators.",
      tags: ["reviews", "sellers"],
      examples: [
        "Draft a reply to the worst review of the Hush 700",
        "Write a formal response to the latest review of the cookbook"
      ]
    },
    compare_reviews: {
      description: "Compare two or three products by what customers say about them.",
      tags: ["reviews", "comparison"],
      examples: [
        "Compare the reviews of the Hush 700 and the K87 keyboard",
        "Which has better reviews, the cordless vacuum or the Nordvind jacket?"
      ]
    },
    find_policy: {
      description: "Answer from the shop's own rules: returns, delivery, payment, warranty, gifts, privacy, contact.",
      tags: ["shop"],
      examples: ["What do you do with my data?", "What is your privacy policy?"]
    },
    find_product: {
      description: "Find the product a customer means, even if it is misspelt.",
      tags: ["products"],
      examples: ["What do people say about the Kestrelon headphones?", "How good are the trail shoes?"]
    },
    get_user_profile: {
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?", "Show my profile"]
    },
    get_purchase_history: {
      description: "List what the customer bought before.",
      tags: ["account", "orders"],
      examples: ["What have I bought before?", "Show my purchase history"]
    }
  }
})
