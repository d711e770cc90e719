import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type SpecialistName } from "@storefront/domain/Topology"
import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { restate } from "../../dialogue/Restate.ts"
import { understand } from "../../dialogue/Understand.ts"
import { type Wish } from "../../Wish.ts"
import { inParts, type AnswerPart } from "../AnswerParts.ts"
import { reply } from "./Replies.ts"
import { intentOwner } from "../../Intents.ts"

/** What is asked of one specialist at once. */
interface Errand {
  readonly specialist: SpecialistName
  readonly wishes: ReadonlyArray<Wish>
}

/** The wishes in order; neighbours for the same specialist go together. */
const errandsOf = (wishes: ReadonlyArray<Wish>): ReadonlyArray<Errand> => {
  const errands: Array<Errand> = []
  for (const wish of wishes) {
    const specialist = intentOwner[wish.intent]
    const last = errands.at(-1)
    if (specialist !== null && last?.specialist === specialist) {
      errands[errands.length - 1] = { specialist, wishes: [...last.wishes, wish] }
    } else if (specialist !== null) {
      errands.push({ specialist, wishes: [wish] })
    }
  }
  return errands
}

/** What a specialist is for, as the customer would say it. */
const topics: { readonly [S in SpecialistName]: string } = {
  "product-discovery": "our products and your preferences",
  "order-management": "your cart and your orders",
  "pricing-promotions": "prices, deals and your loyalty tier",
  "review-sentiment": "what customers say",
  "inventory-fulfillment": "stock and delivery"
}

const notAnswered = ({ specialist }: Errand, { error, reason }: ToolFailure): string =>
  error === "forbidden" && reason === "not_granted"
    ? `You do not have access to help with ${topics[specialist]} yet. It can be requested with POST /api/marketplace/request.`
    : error === "forbidden"
      ? `I am not allowed to help you with ${topics[specialist]} here.`
      : `I could not find out about ${topics[specialist]} just now. Please ask me again in a moment.`

function* run(turn: TurnView, errand: Errand): AnswerPart {
  const message = restate(turn, errand.wishes)
  const answer = yield* call(callSpecialistAgent, { agent_name: errand.specialist, message })
  return answer instanceof ToolFailure ? notAnswered(errand, answer) : answer.response
}

/** Asks the specialists for what the message wants, in its order, and puts their answers together. */
export const playbook: Playbook = function* (turn) {
  const wishes = understand(turn)
  const errands = errandsOf(wishes)
  return errands.length === 0
    ? reply(wishes[0]?.intent ?? "unknown", turn.context.customer.first_name)
    : yield* inParts(errands, (errand) => run(turn, errand))
}
