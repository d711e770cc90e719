import { readNumber } from "@storefront/domain/OrderNumber"
import { type CaseKind } from "@storefront/domain/SupportCases"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Option } from "effect"
import { type Wish } from "../../Wish.ts"
import { contact } from "../Blocks.ts"
import { type AnswerPart, call, leftToShop } from "../Steps.ts"

/** Words for what can be wrong with an order; the first that fits counts. */
const problems: ReadonlyArray<readonly [kind: CaseKind, words: RegExp]> = [
  ["double_charge", /\b(?:charged|billed|paid|debited)\b.*\b(?:twice|double|two times)\b|\bdouble.?charged?\b/iu],
  ["damaged", /\b(?:broken|broke|damaged?|cracked|torn|ripped|smashed|defect(?:ive)?|leak(?:s|ed|ing))\b/iu],
  ["wrong_item", /\b(?:wrong|different)\b|\bnot what i (?:ordered|bought|wanted)\b/iu],
  [
    "missing_parcel",
    /\b(?:missing|lost|stolen|never|nothing)\b|\b(?:not|n't|hasn.?t|didn.?t)\b.*\b(?:come|arrived?|got|get|received?|here)\b/iu
  ]
]

const kindOf = (text: string): CaseKind => problems.find(([, words]) => words.test(text))?.[0] ?? "other"

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
    kindOf(wish.text),
    wish,
    turn,
    "I am sorry about that. I can also tell where an order is, cancel it before it is shipped, or send it back once it is delivered."
  )

/** A person is wanted. */
export const callPerson = (wish: Wish, turn: TurnView): AnswerPart => handOver("talk_to_person", wish, turn)
