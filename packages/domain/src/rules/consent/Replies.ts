import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { isAskedAbout, namesOther, undoes } from "./Acts.ts"
import { agrees, weakYes } from "./Agreement.ts"
import { allClauses, isQuestion, plain } from "./Clauses.ts"
import { asksToTell } from "./Instruction.ts"
import { isCommon, namedIds, tokensOf } from "./Names.ts"
import { together, wholeWord, word } from "./Patterns.ts"
import { lastQuestion, proposes } from "./Questions.ts"
import { leavesOpen } from "./Withheld.ts"

/** How customers answer what they are asked back, and go on from there. */

/** What leaves things as they are, in answer to a question. */
const takenBack = together(
  "no|never ?mind|forget|wait|hold on|stop|don't|do not|later|actually|neither|none|nothing|keep|leave|bye|goodbye|changed my mind|not sure|no idea|nah|nope|skip",
  ({ no }) => no,
  word
)

/** A question that wants a choice. */
const which = wholeWord(
  "which|what (?:order|item|one|product|return)|welche\\S*|quel\\S*|cuál\\S*|qual\\S*|welk\\S*|какой|какую|który|którą|które|hangi"
)

/** A question that wants a yes or a no begins so. */
const yesOrNo =
  /^(?:(?:so|and|then|ok|well|but) )*(?:shall|should|do|does|did|would|will|may|can|could|is|are|ok|okay)(?![\p{L}\p{N}'])/u

/** What chooses among things that were listed. */
const choosing = wholeWord(
  "first|second|third|fourth|fifth|last|latest|newest|oldest|recent|previous|other|both|all|each|every|everything|one|\\d\\S*|#\\d+|erste\\S*|zweite\\S*|dritte\\S*|letzte\\S*|alle|beide|premi\\S*|deuxième|dernière?|tous|toutes|primer\\S*|segund\\S*|últim\\S*|tod[oa]s|prim[oa]|secondo|ultimo|tutti|eerste|tweede|laatste|alles|первый|второй|последний|все"
)

/** What a text says of its own: numbers, and words of some length. */
const tellingIn = (text: string) =>
  tokensOf(text).filter((token) => /^(?:\d+|\p{L}{4,})$/u.test(token) && !isCommon(token))

/** Whether a reply picks one of what an answer has named. */
const picks = (reply: string, answer: string) =>
  namedIds(reply).length > 0 ||
  choosing.test(reply) ||
  Array.intersection(tellingIn(reply), tellingIn(answer)).length > 0

/** Whether a message gives the question of an answer what it wants: a choice, a yes, or whatever it asks for. */
const fits = (act: BindingAct, message: string, answer: string): boolean => {
  const question = lastQuestion(answer)
  return which.test(question)
    ? picks(plain(message), answer)
    : !(yesOrNo.test(question) && proposes(act, answer)) || agrees(act, message)
}

/** Whether a message only answers what it was asked: takes nothing back, and asks for nothing else. */
export const isReply = (act: BindingAct, message: string, answer: string): boolean => {
  const text = plain(message)
  return (
    !isQuestion(text) &&
    !asksToTell.test(text) &&
    !takenBack.test(text) &&
    !allClauses(text).some((clause) => leavesOpen(act, clause, "in")) &&
    !namesOther(act, text) &&
    fits(act, message, answer)
  )
}

/** A question that wants a place. */
const where = wholeWord("where|(?:which|what) (?:\\S+ )?address")

/** Whether a message tells where the order goes that the last question of an answer asks about. */
export const tellsWhere = (message: string, answer: string): boolean => {
  const question = lastQuestion(answer)
  return (
    where.test(question) &&
    isAskedAbout.readdress.test(question) &&
    /\d/u.test(message) &&
    isReply("readdress", message, answer)
  )
}

const alike = "too|as well|also|likewise"

/** What asks for the same once more, of another thing. */
const again = new RegExp(
  `^(?:(?:${weakYes}|yes|and|oh|also|then|do|actually)[ ,]+)*(?:(?:the same|same) (?:for|with|to|goes for) (?:(?!or )\\S+ ){0,6}\\S+|(?:order )?[0-9a-f]{8}-\\S+ (?:${alike})|the (?:(?:other|next|first|second|third|fourth|last|latest|newest|oldest)(?: one| order)?|(?!\\S+(?:ed|ght|ot|as|ad) )\\S+ (?:one|order)|(?:one|order) (?:with|from|of) (?:(?!(?:is|are|was|or|and) )\\S+ ){0,5}\\S+) (?:${alike}))(?:,? (?:please|thanks))?[.!]*$`,
  "u"
)

/** Whether a message wants one thing more to be undone. */
export const wantsAgain = (act: BindingAct, message: string): boolean =>
  undoes(act) && again.test(plain(message).trim())
