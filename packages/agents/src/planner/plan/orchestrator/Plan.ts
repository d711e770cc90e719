import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { numberedList, list, roundMoney } from "@storefront/domain/EnglishWording"
import { services, SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { excerpt } from "@storefront/server/platform/text/Text"
import { Array, Schema } from "effect"
import { offerText } from "../../dialogue/Offers.ts"
import { wishesToStore, readablePart, understand, type Interpretation } from "../../dialogue/Understand.ts"
import { type Intent, intentOwner } from "../../Intents.ts"
import { foreignLanguage } from "../../text/Language.ts"
import { onlyEnglish } from "../../text/WordLists.ts"
import { caseHint, paragraph } from "../Formatting.ts"
import { type Playbook } from "../../Playbook.ts"
import { type AnswerPart, call, joinParts, say, resultOf, runPart } from "../Flows.ts"

const abilities =
  "I can find and compare products, check stock and delivery, say what other customers think, fill your cart and order it, look after your orders and returns, look up coupons, deals and your loyalty tier, and remember what you like."

const maxQuotation = 120

const examples = () =>
  `For example: "Show me trail shoes under ${roundMoney(120)}", "Add the Ridge Runner to my cart" or "Can I return my last order?"`

/** Answers an intent that no specialist serves. */
const reply = (intent: Intent, understood: Interpretation, turn: TurnView): AnswerPart | string => {
  const firstName = turn.context.customer.first_name
  const texts = understood.wishes.filter((wish) => wish.intent === intent).map(({ text }) => text)
  const quotation = list(texts.map((text) => `“${excerpt(text, maxQuotation)}”`))
  const replies: { readonly [I in Intent]?: string } = {
    other_language:
      `${onlyEnglish.get(foreignLanguage(texts.join(" ")) ?? "") ?? ""} I only understand English here, and did nothing. Please ask me again in English. ${caseHint(turn)}`.trim(),
    others_data:
      "I can only see and change what belongs to your own account: your orders, your cart, your preferences. I cannot show or change anything that belongs to somebody else.",
    not_listed: "The list I gave you is not that long. Which entry do you mean?",
    greeting: `Hello ${firstName}! What can I do for you?`,
    thanks: `You are welcome, ${firstName}. Is there anything else?`,
    goodbye: `Goodbye ${firstName}, and thank you for stopping by.`,
    identity: `I am the assistant of this shop, a program and not a person. ${abilities}`,
    capabilities: `${abilities} ${examples()}`,
    smalltalk: `I am here for your shopping, ${firstName}. Tell me what you are looking for, or ask about an order.`,
    decline: "All right, I will leave it at that. Tell me when you need something else.",
    shop_info: `About ${quotation} I know nothing, and can do nothing about it here. ${caseHint(turn)}`,
    ignored: `I took no account of ${quotation}.`,
    out_of_scope: `I cannot help with ${quotation}.`
  }
  return replies[intent] ?? notUnderstood(quotation, understood)
}

/** Appended once per conversation. */
const demonstration =
  "This is the shop's built-in demonstration, a program that understands little. With OPENAI_API_KEY and LLM_MODEL set, a language model answers in its place."

/** Reports words that were not understood, and offers likely readings. */
const notUnderstood = (quotation: string, { focus, offers }: Interpretation): AnswerPart => {
  const what =
    offers.length > 0
      ? `Is it ${offers.length > 1 ? "one of these" : "this"}? I can:\n${numberedList(offers, (offer) => offerText(offer) ?? "")}`
      : `Please put it in other words. ${abilities}`
  return say(
    paragraph(`I am not sure what you mean by ${quotation}. ${what}`, focus.isExplained ? null : demonstration),
    { asked: "other", offers, isExplained: true }
  )
}

const isSpecialist = Schema.is(SpecialistName)

function* askSpecialist(turn: TurnView, agent_name: SpecialistName, isOnlyPart: boolean): AnswerPart {
  const { displayName } = services[agent_name]
  const { response } = yield* resultOf(
    call(callSpecialistAgent, {
      agent_name,
      message: readablePart(turn.message).trim(),
      answer_directly: isOnlyPart ? true : null
    }),
    {
      not_granted: `You do not have access to ${displayName} yet. It can be requested with POST /api/marketplace/request.`,
      forbidden: `${displayName} does not answer this message.`
    },
    `ask ${displayName}`
  )
  return response
}

/**
 * Passes the customer's own words to every specialist that serves a wish, and joins the answers. A specialist that
 * serves all of them answers directly.
 */
export const playbook: Playbook = function* (turn) {
  const understood = understand(turn)
  // One part per specialist, and one per intent that the orchestrator answers itself.
  const parts = Array.dedupe(understood.wishes.map(({ intent }) => intentOwner[intent] ?? intent))
  const { state, text } = yield* joinParts(parts, (part) =>
    runPart(isSpecialist(part) ? askSpecialist(turn, part, parts.length === 1) : reply(part, understood, turn))
  )
  return { text, state: { ...state, wishes: wishesToStore(turn) } }
}
