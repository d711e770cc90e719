import { UserText } from "@storefront/domain/tools/UserText"
import { type HistoryEntry } from "@storefront/server/agent/History"
import { TurnContext } from "@storefront/server/agent/TurnContext"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { tag, type TaggedToken, withAddresses } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"
import { understand } from "../../../src/planner/dialogue/Understand.ts"
import { type Wish } from "../../../src/planner/Wish.ts"

export const context = new TurnContext({
  today: "2026-03-01",
  customer: { first_name: UserText.make("Alice"), role: "customer", loyalty_tier: "gold" },
  recent_orders: [],
  memories: []
})

/** A message after earlier ones, the customer's and ours in turn. */
export const turnOf = (message: string, ...earlier: ReadonlyArray<string>): TurnView => ({
  message,
  history: earlier.map((text, index): HistoryEntry => ({ role: index % 2 === 0 ? "user" : "assistant", text })),
  context
})

export const read = (message: string, ...earlier: ReadonlyArray<string>): ReadonlyArray<Wish> =>
  understand(turnOf(message, ...earlier))

/** The only wish of a message. */
export const readOne = (message: string, ...earlier: ReadonlyArray<string>): Wish => {
  const wishes = read(message, ...earlier)
  if (wishes.length !== 1) {
    throw new Error(`${wishes.length} wishes: ${wishes.map(({ intent }) => intent).join(", ")}`)
  }
  return wishes[0]!
}

export const tokensOf = (text: string): ReadonlyArray<TaggedToken> => withAddresses(text, tag(tokenize(text)))
