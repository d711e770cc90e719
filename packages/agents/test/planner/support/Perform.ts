import { assert } from "@effect/vitest"
import { type LoyaltyTier, type Role } from "@storefront/domain/Identity"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { TurnContext } from "@storefront/server/assistant/agent/TurnContext"
import { type Calls, type Answer, type ToolCall, type ToolOutcome } from "../../../src/planner/Playbook.ts"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { Effect } from "effect"
import { demoNames } from "@storefront/server/testing/DemoNames"

/** What an agent knows in a test. */
export const turnOf = (
  message: string,
  known: {
    readonly history?: ReadonlyArray<HistoryEntry>
    readonly role?: Role
    readonly tier?: LoyaltyTier
    readonly recentOrders?: TurnContext["recent_orders"]
  } = {}
): TurnView => ({
  message,
  shop: demoNames,
  history: known.history ?? [],
  context: new TurnContext({
    today: "2026-03-01",
    weekday: "Sunday",
    customer: {
      first_name: UserText.make("Ada"),
      role: known.role ?? "customer",
      loyalty_tier: known.tier ?? "bronze"
    },
    recent_orders: known.recentOrders ?? [],
    memories: []
  })
})

/** Ids and amounts of money in a text. */
const facts = (text: string): ReadonlyArray<string> => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\$[\d,]+\.\d\d/gu) ?? []

const amounts = (results: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  (JSON.stringify(results).match(/-?\d+(?:\.\d+)?/gu) ?? []).map((number) =>
    Number(number).toLocaleString("en-US", { style: "currency", currency: "USD" })
  )

/** Plays a part of a playbook to its end. Ids and amounts that no tool and nobody named fail the test. */
export const perform = Effect.fnUntraced(function* <E, R>(
  part: Calls<Answer>,
  execute: (call: ToolCall) => Effect.Effect<Pick<ToolOutcome, "isFailure" | "result">, E, R>,
  named: ReadonlyArray<unknown> = []
) {
  const calls: Array<readonly [string, unknown]> = []
  const results: Array<unknown> = [...named]
  let step = part.next()
  while (step.done !== true) {
    const outcomes: Array<ToolOutcome> = []
    for (const call of step.value) {
      const outcome = yield* execute(call)
      calls.push([call.name, call.params])
      results.push(call.params, outcome.result)
      outcomes.push({ call, ...outcome })
    }
    step = part.next(outcomes)
  }
  const { state, text: answer } = step.value
  const known = JSON.stringify(results)
  for (const fact of facts(answer)) {
    assert.isTrue(known.includes(fact) || amounts(results).includes(fact), `${fact} is invented in: ${answer}`)
  }
  return { answer, calls, state }
})

/** Answers every call with the same failure. */
export const failing = (failure: typeof ToolFailure.Encoded) => () =>
  Effect.succeed({ isFailure: true, result: failure as unknown })
