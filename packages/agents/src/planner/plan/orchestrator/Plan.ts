import { Array } from "effect"
import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type SpecialistName } from "@storefront/domain/Topology"
import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { readable, understand } from "../../dialogue/Understand.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart, inParts, spoken } from "../AnswerParts.ts"
import { reply } from "./Replies.ts"
import { intentOwner } from "../../Intents.ts"

/** Who answers the wishes, in the order of the message: each specialist once, and what the front door says itself. */
const partsOf = (wishes: ReadonlyArray<Wish>): ReadonlyArray<SpecialistName | Wish> =>
  Array.dedupe(wishes.map((wish) => intentOwner[wish.intent] ?? wish))

/** What a specialist is for, as the customer would say it. */
const topics: { readonly [S in SpecialistName]: string } = {
  "product-discovery": "our products and your preferences",
  "order-management": "your cart and your orders",
  "pricing-promotions": "prices, deals and your loyalty tier",
  "review-sentiment": "what customers say",
  "inventory-fulfillment": "stock and delivery"
}

const notAnswered = (specialist: SpecialistName, { error, reason }: ToolFailure): string =>
  error === "forbidden" && reason === "not_granted"
    ? `You do not have access to help with ${topics[specialist]} yet. It can be requested with POST /api/marketplace/request.`
    : error === "forbidden"
      ? `I am not allowed to help you with ${topics[specialist]} here.`
      : `I could not find out about ${topics[specialist]} just now. Please ask me again in a moment.`

function* ask(turn: TurnView, specialist: SpecialistName): AnswerPart {
  const answer = yield* call(callSpecialistAgent, { agent_name: specialist, message: readable(turn.message).trim() })
  return answer instanceof ToolFailure ? notAnswered(specialist, answer) : answer.response
}

/** Hands the customer's own words to everybody who serves a part of them, and puts the answers together. */
export const playbook: Playbook = function* (turn) {
  return yield* inParts(partsOf(understand(turn)), (part) =>
    typeof part === "string" ? ask(turn, part) : spoken(reply(part, turn))
  )
}
