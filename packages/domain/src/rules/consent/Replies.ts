import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { isAskedAbout, namesOther, undoes } from "./Acts.ts"
import { agrees } from "./Agreement.ts"
import { allClauses, isQuestion, plain } from "./Clauses.ts"
import { asksToTell } from "./Instruction.ts"
import { isCommon, namedIds, tokensOf } from "./Names.ts"
import { together, word } from "./Patterns.ts"
import { lastQuestion, proposes } from "./Questions.ts"
import { limits } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers answer what they are asked back, and go on from there. */

const takenBack = together(Words.leaving, ({ no }) => no, word)
const which = new RegExp(word(Words.which), "u")
const yesOrNo = new RegExp(`^(?:(?:so|and|then|ok|well|but) )*(?:${Words.yesOrNo})(?![\\p{L}\\p{N}'])`, "u")
const choosing = new RegExp(word(Words.choosing), "u")

/** What a text says of its own: numbers, and words of some length. */
const tellingIn = (text: string) =>
  tokensOf(text).filter((token) => /^(?:\d+|\p{L}{4,})$/u.test(token) && !isCommon(token))

/** Whether a reply chooses among what an answer has named. */
const chooses = (reply: string, answer: string) =>
  namedIds(reply).length > 0 ||
  choosing.test(reply) ||
  Array.intersection(tellingIn(reply), tellingIn(answer)).length > 0

/** Whether a message gives the question of an answer what it wants: a choice, a yes, or whatever it asks for. */
const fits = (act: BindingAct, message: string, answer: string): boolean => {
  const question = lastQuestion(answer)
  return which.test(question)
    ? chooses(plain(message), answer)
    : !(yesOrNo.test(question) && proposes(act, answer)) || agrees(act, message)
}

/** Whether a message only answers what it was asked: takes nothing back, and asks for nothing else. */
export const isReply = (act: BindingAct, message: string, answer: string): boolean => {
  const text = plain(message)
  return (
    !isQuestion(text) &&
    !asksToTell.test(text) &&
    !takenBack.test(text) &&
    !allClauses(text).some((clause) => limits(act, clause)) &&
    !namesOther(act, text) &&
    fits(act, message, answer)
  )
}

const where = new RegExp(word(Words.where), "u")

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

const again = new RegExp(
  `^(?:(?:${Words.weakYes}|yes|and|oh|also|then|do|actually)[ ,]+)*(?:${Words.again})(?:,? (?:please|thanks))?[.!]*$`,
  "u"
)

/** Whether a message wants one thing more to be undone. */
export const wantsAgain = (act: BindingAct, message: string): boolean =>
  undoes(act) && again.test(plain(message).trim())
