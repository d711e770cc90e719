import { type BindingAct } from "../../tools/Binding.ts"
import { idioms, namesActInEnglish } from "./Acts.ts"
import { clausesOf, isQuestion, sentencesOf, unquoted } from "./Clauses.ts"
import { tellsAbroad } from "./ForeignWishes.ts"
import { byAct, inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { benign, foreignNo, isUndone, refuses } from "./Refusals.ts"
import { leavesOpen, limits, politeIf } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers tell us to do something that binds them. */

const please = together(Words.englishPlease, ({ please }) => please, word)
const open = inAnyLanguage(Words.englishOpen, Words.foreignBut)
/** A clause that asks for words, not for an act. */
export const asksToTell = new RegExp(
  `^(?:(?:${Words.openings}|(?:can|could|would|will) (?:you|u)) )*(?:${Words.englishAsking})(?![\\p{L}\\p{N}'])|^${Words.foreignAsking}`,
  "u"
)
const between = `(?:${Words.between})`
/**
 * The act behind words that take a verb, "had to cancel", "you will cancel", "clicked cancel", where they are not those
 * of a wish: "want to cancel", "could you cancel". Without such words it stands by itself, and is an order.
 */
const isGoverned = byAct(
  (act) =>
    new RegExp(
      `(?<=${spaced(Words.governors)} (?:${between} ){0,3})(?<!(?:${Words.wishes}) (?:${between} ){0,3})(?:${Words.english[act]})`,
      "u"
    )
)
/** Behind an act it only says how soon: "before I change my mind". */
export const urgency = /(?<=\S) before (?:i|we|it|they|he|she|my|the)(?![\p{L}]).*$/u

/** Whether a clause asks for the act, and does not refuse it, wonder or leave it open. */
export const clauseAsksFor = (act: BindingAct, clause: string, isAsked: boolean): boolean => {
  const wanted = clause.replace(politeIf, " ").replace(benign, " ").replace(idioms, " ").replace(urgency, "").trim()
  if (!namesActInEnglish[act].test(wanted) && !tellsAbroad(act, wanted)) {
    return false
  }
  const isRefused =
    refuses[act].test(wanted) || isUndone.test(wanted) || foreignNo.test(wanted) || isGoverned[act].test(wanted)
  const isOpen = open.test(wanted) || limits(act, wanted)
  return !isRefused && !isOpen && !asksToTell.test(wanted) && (!isAsked || please.test(wanted))
}

/** One of two things that are named by id, "A or B", "A, sorry, I mean B": nobody knows which. */
const isEitherOr = new RegExp(`[0-9a-f]{12}[ ,.;–—-]+(?:${Words.orRather})[ ,.]+(?:[^ ,]+[ ,]+){0,3}[0-9a-f]{8}-`, "u")

/** The clauses of a message, and which of them ask for the act; what it quotes is somebody else's. */
export const readClauses = (act: BindingAct, message: string) =>
  sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesOf(sentence.replace(benign, " ")).map((clause) => ({
      clause,
      asks: clauseAsksFor(act, clause, isQuestion(sentence))
    }))
  )

/** Whether a message tells us to do it and leaves it at that. */
export const isInstruction = (act: BindingAct, message: string): boolean => {
  const clauses = readClauses(act, message)
  const last = clauses.findLastIndex(({ asks }) => asks)
  const isOpen = clauses.some(({ asks, clause }, index) => !asks && leavesOpen(act, clause, index > last))
  return last >= 0 && !isOpen && !isEitherOr.test(message.toLowerCase())
}
