import { Layer } from "effect"
import { OrderNumbers } from "../shop/orders/OrderNumbers.ts"
import { PromptFacts } from "./agent/PromptFacts.ts"
import { TurnContexts } from "./agent/TurnContexts.ts"
import { AllowedAddresses } from "./guard/Egress.ts"
import * as Guard from "./guard/Guard.ts"
import { AgentRuns } from "./usage/AgentRuns.ts"
import { UsageLog } from "./usage/UsageLog.ts"

/**
 * The assistant turns a message into an answer. `chat` runs a turn of the customer's conversation, `specialists` is the
 * client side of a hop, `a2a` its server side, and `agent` runs one agent in rounds of model and tools. The other
 * folders are `actions` (proposals and confirmations), `usage` (the audit and its reports), `turn` (the value that the
 * others pass on), `guard` and `model`. Agents' instructions and tools are in package `agents`; the only HTTP routes
 * here are those of the protocol between agents.
 *
 * The layer has the services that all agents of a process share. An agent itself is a `Chat.layer` or an
 * `AgentService.service`.
 */
export const layer = Layer.mergeAll(
  AllowedAddresses.layer,
  Guard.layer,
  PromptFacts.layer,
  TurnContexts.layer,
  OrderNumbers.layer,
  AgentRuns.sweep.pipe(Layer.provideMerge(AgentRuns.layer), Layer.provideMerge(UsageLog.layer))
)
