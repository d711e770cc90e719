import { readNumber } from "@storefront/domain/OrderNumber"
import { CaseKind } from "@storefront/domain/SupportCases"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Option } from "effect"
import { meaningsOf, saidIn } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { contact } from "../Blocks.ts"
import { type AnswerPart, call, leftToShop } from "../Steps.ts"

/** Troubles with an order. */
const problems = meaningsOf("problem", CaseKind)

/** An order that was named by its number or id: any other could be the wrong one. */
const named = ({ order }: Wish): string | null => {
  const id = order?.kind === "id" ? order.id : null
  return id === null ? null : Option.getOrElse(readNumber(id), () => id)
}

function* handOver(kind: CaseKind, wish: Wish, turn: TurnView, lead = ""): AnswerPart {
  return yield* leftToShop(
    call(openSupportCase, { kind, order_id: named(wish), summary: cut(wish.text.trim(), 500) }),
    {
      no_conversation: `A person can look into it: write to ${contact(turn)}.`,
      not_found: `You have no such order. A person can look into it: write to ${contact(turn)}.`
    },
    "hand that over",
    undefined,
    () => lead
  )
}

/** Something is wrong with an order: somebody at the shop looks into it, and what can be asked for here. */
export const orderProblem = (wish: Wish, turn: TurnView): AnswerPart =>
  handOver(
    saidIn(wish.text, problems) ?? "other",
    wish,
    turn,
    "I am sorry about that. I can also tell where an order is, cancel it before it is shipped, or send it back once it is delivered."
  )

/** A person is wanted. */
export const callPerson = (wish: Wish, turn: TurnView): AnswerPart => handOver("talk_to_person", wish, turn)
