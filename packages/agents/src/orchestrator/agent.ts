import { OrchestratorTools } from "@storefront/domain/tools/OrchestratorTools"
import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions } from "./instructions.ts"

/** The agent that customers talk to: interprets a message and delegates to specialists. */
export const Orchestrator = Agent.make({
  name: "orchestrator",
  instructions,
  toolkit: OrchestratorTools,
  context: { recentOrders: true, memories: true },
  skills: {
    call_specialist_agent: {
      description:
        "Answer anything about products, orders, prices, reviews, stock and delivery by asking the specialist who knows.",
      tags: ["routing", "shopping"],
      examples: [
        "Where is my latest order and is the K87 keyboard in stock?",
        "Find trail shoes under 120 and tell me what people think of them"
      ]
    }
  }
})
