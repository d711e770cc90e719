import { UserText } from "@storefront/domain/tools/UserText"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { TurnContext } from "@storefront/server/assistant/agent/TurnContext"
import { type DialogueState, encode, emptyState } from "../../../src/planner/DialogueState.ts"
import { tag, type TaggedToken, withAddresses } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"
import { wishesToStore, understand } from "../../../src/planner/dialogue/Understand.ts"
import { type Wish } from "../../../src/planner/Wish.ts"
import { demoNames } from "@storefront/server/testing/DemoNames"

const context = new TurnContext({
  today: "2026-03-01",
  weekday: "Sunday",
  customer: { first_name: UserText.make("Alice"), role: "customer", loyalty_tier: "gold" },
  recent_orders: [],
  memories: []
})

/** What a customer said, and what the parts of the answer kept besides what was asked for. */
export type Exchange = readonly [said: string, ...kept: ReadonlyArray<Partial<DialogueState>>]

const withNext = (history: ReadonlyArray<HistoryEntry>, [said, ...kept]: Exchange): ReadonlyArray<HistoryEntry> => {
  const wishes = wishesToStore({ message: said, history, context, shop: demoNames })
  const states = [...kept, { wishes }].map((part) => encode({ ...emptyState, ...part }))
  return [...history, { role: "user", text: said }, { role: "assistant", text: "", modelStates: states }]
}

/** Exchanges as a later turn has them; answers have no text, for it is not read. */
export const historyOf = (...earlier: ReadonlyArray<Exchange>): ReadonlyArray<HistoryEntry> =>
  earlier.reduce(withNext, [])

export const read = (message: string, ...earlier: ReadonlyArray<Exchange>): ReadonlyArray<Wish> =>
  understand({ message, history: historyOf(...earlier), context, shop: demoNames }).wishes

/** The only wish of a message. */
export const readOne = (message: string, ...earlier: ReadonlyArray<Exchange>): Wish => {
  const wishes = read(message, ...earlier)
  if (wishes.length !== 1) {
    throw new Error(`${wishes.length} wishes: ${wishes.map(({ intent }) => intent).join(", ")}`)
  }
  return wishes[0]!
}

export const tokensOf = (text: string): ReadonlyArray<TaggedToken> => withAddresses(text, tag(tokenize(text)))
