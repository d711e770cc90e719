import { parseOrderNumber } from "@storefront/domain/OrderNumber"
import { CaseKind } from "@storefront/domain/SupportCases"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Option } from "effect"
import { meaningsOf, firstMeaningIn, wordsWithRole, latinWords } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { understand } from "../../dialogue/Understand.ts"
import { ofOrder } from "../../Intents.ts"
import { findRule } from "../SharedAnswers.ts"
import { caseHint, orWriteTo, paragraph } from "../Formatting.ts"
import { type AnswerPart, call, proposeOrDo } from "../Flows.ts"

/** Case kinds by the phrases of a problem. */
const problemKinds = meaningsOf("problem", CaseKind)

/** Returns an order that was given by number or id; a guess could attach the case to the wrong one. */
const orderIdOf = ({ order }: Wish): string | null => {
  const id = order?.kind === "id" ? order.id : null
  return id === null ? null : Option.getOrElse(parseOrderNumber(id), () => id)
}

const openCase = (kind: CaseKind, wish: Wish, turn: TurnView, lead = ""): AnswerPart => {
  const notFound = `I found no such order of yours. ${caseHint(turn)}`
  return proposeOrDo(
    call(openSupportCase, { kind, order_id: orderIdOf(wish), summary: cut(wish.text.trim(), 500) }),
    {
      no_conversation: `No case was opened: the shop's people answer it in the shop's own chat. Ask there${orWriteTo(turn)}.`,
      not_found: notFound,
      // The number belongs to several orders.
      invalid_argument: notFound
    },
    "hand that over",
    undefined,
    () => lead
  )
}

/** Opens a case about a problem with an order. */
export const orderProblem = (wish: Wish, turn: TurnView): AnswerPart =>
  openCase(
    firstMeaningIn(wish.text, problemKinds) ?? "other",
    wish,
    turn,
    "I am sorry about that. Ask me also where an order is, and what can still be done with it."
  )

/** Case kinds by the phrases that explicitly ask for a case. */
const requestedKinds = meaningsOf("case", CaseKind)

const howWords = wordsWithRole("how")

/** Opens a case about the previous message, with its order; or explains how to contact the shop. */
export function* requestPerson(wish: Wish, turn: TurnView): AnswerPart {
  const { text } = wish
  const kind = firstMeaningIn(text, requestedKinds)
  if (kind === null || latinWords(text).some((word) => howWords.has(word))) {
    return paragraph(yield* findRule("How can I contact you?"), caseHint(turn))
  }
  const last = turn.history.findLast(({ role }) => role === "user")
  const { orderId, wishes } = understand(turn).focus
  const isOfOrder = orderId !== null && ofOrder.has(wishes.at(-1)?.intent ?? "unknown")
  const order = wish.order ?? (isOfOrder ? { kind: "id", id: orderId } : null)
  return yield* openCase(kind, { ...wish, order, text: last === undefined ? text : `${last.text} – ${text}` }, turn)
}
