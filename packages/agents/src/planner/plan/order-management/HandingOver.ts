import { readNumber } from "@storefront/domain/OrderNumber"
import { CaseKind } from "@storefront/domain/SupportCases"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Option } from "effect"
import { meaningsOf, saidIn, wordsAs, latinWords } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { understand } from "../../dialogue/Understand.ts"
import { ofOrder } from "../../Intents.ts"
import { ruleOn } from "../About.ts"
import { byCase, orWrite, paragraph } from "../Blocks.ts"
import { type AnswerPart, call, proposeOrDo } from "../Steps.ts"

/** Phrases for problems with an order. */
const problems = meaningsOf("problem", CaseKind)

/** Returns an order given by its number or id, as any other could be the wrong one. */
const named = ({ order }: Wish): string | null => {
  const id = order?.kind === "id" ? order.id : null
  return id === null ? null : Option.getOrElse(readNumber(id), () => id)
}

const handOver = (kind: CaseKind, wish: Wish, turn: TurnView, lead = ""): AnswerPart => {
  const missing = `I found no such order of yours. ${byCase(turn)}`
  return proposeOrDo(
    call(openSupportCase, { kind, order_id: named(wish), summary: cut(wish.text.trim(), 500) }),
    {
      no_conversation: `No case was opened: the shop's people answer it in the shop's own chat. Ask there${orWrite(turn)}.`,
      not_found: missing,
      // The number belongs to several orders.
      invalid_argument: missing
    },
    "hand that over",
    undefined,
    () => lead
  )
}

/** Opens a case about a problem with an order, and tells what else can be asked here. */
export const orderProblem = (wish: Wish, turn: TurnView): AnswerPart =>
  handOver(
    saidIn(wish.text, problems) ?? "other",
    wish,
    turn,
    "I am sorry about that. Ask me also where an order is, and what can still be done with it."
  )

/** Phrases that explicitly ask for a case, by its kind. */
const matters = meaningsOf("case", CaseKind)

const asksHow = wordsAs("how")

/** Opens a case about the previous message, with its order, or tells how the shop is reached. */
export function* human(wish: Wish, turn: TurnView): AnswerPart {
  const { text } = wish
  const kind = saidIn(text, matters)
  if (kind === null || latinWords(text).some((word) => asksHow.has(word))) {
    return paragraph(yield* ruleOn("How can I contact you?"), byCase(turn))
  }
  const before = turn.history.findLast(({ role }) => role === "user")
  const { orderId, wishes } = understand(turn).focus
  const isOfOrder = orderId !== null && ofOrder.has(wishes.at(-1)?.intent ?? "unknown")
  const order = wish.order ?? (isOfOrder ? { kind: "id", id: orderId } : null)
  return yield* handOver(kind, { ...wish, order, text: before === undefined ? text : `${before.text} – ${text}` }, turn)
}
