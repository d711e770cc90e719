import * as Agent from "@storefront/server/agent/Agent"
import { instructions } from "./instructions.ts"
import { playbook } from "./playbook.ts"
import { toolkit } from "./toolkit.ts"

/** Tells what customers say about products. */
export const ReviewSentiment = Agent.make({
  name: "review-sentiment",
  instructions,
  toolkit,
  playbook,
  context: { recentOrders: false, memories: false },
  skills: [
    {
      name: "get_product_reviews",
      description: "Read the reviews of a product: newest, most helpful, best or worst first.",
      tags: ["reviews"],
      examples: ["Show me the worst reviews of the Hush 700", "Read me the newest reviews of the cookbook"]
    },
    {
      name: "analyze_sentiment",
      description: "Sum up what customers think of a product, what they praise and what they criticise.",
      tags: ["reviews", "sentiment"],
      examples: ["Do people like the Ridge Runner shoes?", "What do buyers complain about with the vacuum?"]
    },
    {
      name: "find_product",
      description: "Find the product a customer means, typing errors included.",
      tags: ["products"],
      examples: ["What do people say about the Kestrelon headphones?"]
    },
    {
      name: "get_user_profile",
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?"]
    }
  ]
})
