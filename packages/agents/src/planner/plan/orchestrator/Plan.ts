import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { services, type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { Array } from "effect"
import { readable, understand } from "../../dialogue/Understand.ts"
import { type Intent, intentOwner } from "../../Intents.ts"
import { foreignLanguage } from "../../text/Language.ts"
import { onlyEnglish } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { contact } from "../Blocks.ts"
import { type Playbook } from "../../Playbook.ts"
import { type AnswerPart, call, inParts, told, whole } from "../Steps.ts"

const abilities =
  "I can find and compare products, check stock and delivery, say what other customers think, fill your cart and order it, look after your orders and returns, look up coupons, deals and your loyalty tier, and remember what you like."

const examples = `For example: "Show me trail shoes under $120", "Add the Ridge Runner to my cart" or "Can I return my last order?"`

/** What the front door says itself, without asking anybody; of what it does not know, that it did not understand. */
const reply = (wish: Wish, turn: TurnView): string => {
  const firstName = turn.context.customer.first_name
  const replies: { readonly [I in Intent]?: string } = {
    other_language:
      `${onlyEnglish.get(foreignLanguage(wish.text) ?? "") ?? ""} I only understand English here, and did nothing. Please ask me again in English, or write to ${contact(turn)}.`.trim(),
    others_data:
      "I can only see and change what belongs to your own account: your orders, your cart, your preferences. What belongs to somebody else I cannot tell you or change.",
    human: `I am a program and cannot put you through to a person. A person answers at ${contact(turn)}.`,
    not_listed: "There are not that many in the list I gave you. Which one of it do you mean?",
    greeting: `Hello ${firstName}! What can I do for you?`,
    thanks: `You are welcome, ${firstName}. Is there anything else?`,
    goodbye: `Goodbye ${firstName}, and thank you for stopping by.`,
    identity: `I am the assistant of this shop, a program and not a person. ${abilities}`,
    capabilities: `${abilities} ${examples}`,
    smalltalk: `I am here for your shopping, ${firstName}. Tell me what you are looking for, or ask about an order.`,
    decline: "All right, I do nothing more. Tell me when you need something else.",
    shop_info: `I have no information about that here; please ask ${contact(turn)}. ${abilities}`,
    out_of_scope: `That is not something I can help with. ${abilities}`
  }
  return replies[wish.intent] ?? `I did not quite understand what you would like. ${abilities} ${examples}`
}

const ask = (turn: TurnView, agent_name: SpecialistName): AnswerPart => {
  const { displayName } = services[agent_name]
  return told(
    call(callSpecialistAgent, { agent_name, message: readable(turn.message).trim() }),
    ({ response }) => response,
    {
      not_granted: `You do not have access to ${displayName} yet. It can be requested with POST /api/marketplace/request.`,
      forbidden: `${displayName} does not answer this message.`
    },
    `ask ${displayName}`
  )
}

/** Hands the customer's own words to everybody who serves a part of them, and puts the answers together. */
export const playbook: Playbook = function* (turn) {
  // Each specialist once, and what the front door says itself.
  const parts = Array.dedupe(understand(turn).map((wish) => intentOwner[wish.intent] ?? wish))
  return yield* inParts(parts, (part) => whole(typeof part === "string" ? ask(turn, part) : reply(part, turn)))
}
