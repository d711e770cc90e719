import { type BindingAct } from "../../tools/Binding.ts"
import { inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { benign, foreignNo } from "./Refusals.ts"
import * as Words from "./Words.ts"

/** What somebody says who names an act so that it is not to be done now, and as it is. */

/** A condition out of politeness only. */
export const politeIf = new RegExp(word(Words.politeIf), "gu")

const later = inAnyLanguage(Words.later, Words.foreignLater)
const times = new RegExp(word(Words.times), "u")
const timeAlone = new RegExp(
  `^(?:(?:but|and|only|not|please|maybe|just|rather|better) )*(?:${Words.times})(?![\\p{L}\\p{N}])`,
  "u"
)
const past = new RegExp(word(Words.past), "u")
const butBehind = new RegExp(
  `^(?:${word(`but(?! (?:please )?(?:not|keep|leave) )|except|${Words.foreignBut.separated}`)}|${Words.foreignBut.unspaced})`,
  "u"
)
/** The customer thinks better of what they said before. */
const revoked = together(
  "(?:actually |oh |no |please |haha? |lol )?(?:no|not|nope|wait|stop|hold on|don't|do not|never ?mind|forget (?:it|that)|(?:leave|keep) (?:it|them)|scratch that)",
  ({ no }) => no,
  (alternatives) => `^(?:${alternatives})[.!…]*$`
)
/** In front of an instruction it stops what was going on before. */
const interjected =
  /^(?:(?:oh|no|ok|ah|sorry|but|please) )*(?:wait|stop|hold on|hang on|not yet)(?: a (?:second|sec|minute|moment))?[.!?…]*$/u
const withdrawn = new RegExp(spaced(Words.withdrawn), "u")
const threat = new RegExp(`^(?:${Words.threats})(?!\\p{L})`, "u")
const reported = new RegExp(
  `(?:${word(`${Words.reports.english}|${Words.reports.separated}`)}|${Words.reports.unspaced})[.!…]*$`,
  "u"
)
const format = new RegExp(`^(?:an? )?(?:\\S+ )?(?:${Words.formats})[.!]*$`, "u")
const bounded = new RegExp(word(Words.bounded), "u")
const partial = new RegExp(word(Words.partial), "u")
const partOfOrder = new RegExp(word(Words.partOfOrder), "u")
const undecided = new RegExp(spaced(Words.undecided), "u")

/** Whether a clause leaves something for later, or to something else that has to happen. */
export const isLater = (clause: string): boolean => later.test(clause.replace(politeIf, " ")) || timeAlone.test(clause)

/** Whether a clause leaves the act for later, or an order to a limit or a question. */
const holdsBack = (act: BindingAct, clause: string): boolean =>
  isLater(clause) || (act === "order" && (bounded.test(clause) || undecided.test(clause)))

const isPartial = (act: BindingAct, clause: string): boolean => act === "order" && partial.test(clause)

/** Whether a clause takes back what was said before it. */
const takesBack = (act: BindingAct, clause: string): boolean =>
  revoked.test(clause) ||
  butBehind.test(clause) ||
  (act === "return" && format.test(clause)) ||
  withdrawn.test(clause) ||
  threat.test(clause) ||
  (act === "order" && foreignNo.test(clause.replace(benign, " ")))

/** Whether a clause is about a part of an order, which is cancelled, and goes back, only as a whole. */
export const isOfPart = (act: BindingAct, clause: string): boolean =>
  (act === "cancel" || act === "return") && partOfOrder.test(clause)

/** Whether a clause that names the act puts it off, or to a part of what there is. */
export const limits = (act: BindingAct, clause: string): boolean =>
  holdsBack(act, clause) ||
  isPartial(act, clause) ||
  isOfPart(act, clause) ||
  (times.test(clause) && !past.test(clause))

/** Whether a clause beside one that names the act leaves it open; what stands behind it may also take it back. */
export const leavesOpen = (act: BindingAct, clause: string, isBehind: boolean): boolean =>
  isBehind
    ? holdsBack(act, clause) || isPartial(act, clause) || takesBack(act, clause) || reported.test(clause)
    : reported.test(clause) || (holdsBack(act, clause) && !interjected.test(clause))
