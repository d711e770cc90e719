import { type Tool } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import { type IdOrigins } from "@storefront/server/assistant/guard/Provenance"
import * as Planner from "../../../src/planner/Planner.ts"
import { english } from "@storefront/domain/words/Locale"
import { Effect, Layer, Option } from "effect"
import { withReceipts } from "@storefront/server/testing/ToldWrites"
import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"

/** Everything around an agent but its tools and its model. */
export const SurroundingsLayer = Layer.mergeAll(Guard.layer, TurnContexts.layer, OrderNumbers.layer, PromptFacts.layer)

/** One turn after the other of one conversation with an agent and the embedded model: their reports. */
export const converse = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  caller: User,
  ...messages: ReadonlyArray<string>
) {
  const toolkit = yield* agent.toolkit
  const history: Array<HistoryEntry> = []
  const earlierIds: Array<IdOrigins> = []
  return yield* Effect.forEach(messages, (message, index) =>
    Effect.gen(function* () {
      const report = yield* AgentRuntime.run(agent, toolkit, {
        turnId: `${message} ${index}`,
        message,
        customerMessage: message,
        earlierIds: Effect.succeed([...earlierIds]),
        locale: english,
        proposing: Option.none(),
        history: [...history],
        caller,
        conversationId: null,
        deadline: yield* SteadyClock.deadlineIn("30 seconds"),
        historyTokens: 6_000,
        onProgress: () => Effect.void,
        begin: () => Effect.succeedNone,
        record: Effect.succeed
      })
      earlierIds.push(report.ids)
      history.push(
        { role: "user", text: message },
        {
          role: "assistant",
          text: withReceipts(report.answer, report.steps),
          modelStates: Option.toArray(report.modelState)
        }
      )
      return report
    })
  ).pipe(Effect.provide(Planner.layer(agent)))
})
