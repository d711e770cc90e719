import { Layer } from "effect"
import { OrderNumbers } from "../shop/orders/OrderNumbers.ts"
import { PromptFacts } from "./agent/PromptFacts.ts"
import { TurnContexts } from "./agent/TurnContexts.ts"
import { AllowedAddresses } from "./guard/Egress.ts"
import * as Guard from "./guard/Guard.ts"
import { AgentRuns } from "./usage/AgentRuns.ts"
import { UsageLog } from "./usage/UsageLog.ts"

/**
 * The assistant: how a message becomes an answer. `chat` is the life of a turn at the front door, `specialists` the client's side of a hop,
 * `a2a` its serving side, and `agent` the run of one agent, in rounds of model and tools. Beside them stand `actions` (what is proposed and
 * confirmed), `usage` (the record of runs, and what is read of it), `turn` (the value that all of them pass on), `guard` and `model`. What an agent says and which tools it has is
 * in the package `agents`; nothing here knows of HTTP routes but the protocol between agents.
 *
 * The layer is what every agent of a process uses, over a database. An agent itself is `ChatTurn.layer` or `AgentService.service`, on its model.
 */
export const layer = Layer.mergeAll(
  AllowedAddresses.layer,
  Guard.layer,
  PromptFacts.layer,
  TurnContexts.layer,
  OrderNumbers.layer,
  AgentRuns.sweep.pipe(Layer.provideMerge(AgentRuns.layer), Layer.provideMerge(UsageLog.layer))
)
