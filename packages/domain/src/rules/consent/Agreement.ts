import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { isAskedAbout, namesOther } from "./Acts.ts"
import { clausesOf, isQuestion, plain, sentencesOf } from "./Clauses.ts"
import { foreignPlease, foreignThanks } from "./ForeignWishes.ts"
import { asksToTell, clauseAsksFor, isInstruction, urgency } from "./Instruction.ts"
import { isCommon, namedIds, tokensOf } from "./Names.ts"
import { byAct, inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { agreeable, benign, foreignNo, refuses } from "./Refusals.ts"
import { isLater, isOfPart, limits } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers answer what they are asked. */

const tells = new RegExp(word(Words.tells), "u")
const changes = new RegExp(word(Words.changes), "u")
const but = inAnyLanguage("but", Words.foreignBut)
const withdrawal = together(Words.englishNo, ({ no }) => no, word)
const reasons = new RegExp(word(Words.reasons), "gu")
/** At the end of what is said: "as store credit if possible". */
const politely = new RegExp(` *${word(Words.politeIf)}(?= *(?:[.!,]|$))`, "gu")

/** The last question of an answer. */
export const lastQuestion = (answer: string): string => sentencesOf(answer).findLast(isQuestion) ?? ""

/** A question that proposes anything but the act, "Shall I refrain from cancelling it?": a yes to it is a no to the act. */
const spares = byAct(
  (act) =>
    new RegExp(
      `(?:${spaced(`${Words.refusing}|${Words.sparing}`)}|[a-z]n't)(?: \\S+){0,4} (?:${Words.englishAsked[act]})`,
      "u"
    )
)
/** A question whether it was done, "Has it been cancelled?". */
const isPast =
  /^(?:(?:has|have|had|was|were) (?!.*(?:want|wish|like|need)).*(?:cancell?ed|returned|sent|ordered|placed|bought|paid|refunded|changed)|did (?:you|i|we|they|it) (?:\S+ )?(?:cancel|return|send|order|place|buy|pay|refund|change|get))(?!\p{L})/u

/** Whether the last question of an answer proposes the act, and not to tell of it, to leave it, or a part of it. */
export const proposes = (act: BindingAct, answer: string): boolean =>
  clausesOf(lastQuestion(answer))
    .map((clause) => clause.replace(urgency, ""))
    .some(
      (clause) =>
        isAskedAbout[act].test(clause) &&
        !refuses[act].test(clause) &&
        !spares[act].test(clause) &&
        !isPast.test(clause) &&
        !foreignNo.test(clause) &&
        !tells.test(clause) &&
        !isOfPart(act, clause)
    )

const foreignYes = together("(?!)", ({ yes }) => yes, word)
/** All that somebody says in another language who agrees and wants nothing else. */
const foreignAgreeing = byAct(
  (act) =>
    new RegExp(
      [
        foreignThanks.source,
        together(
          `${Words.weakYes}|${Words.besideYes}`,
          ({ acts, beside, ordering, please, yes }) =>
            `${yes}|${please}|${beside}|(?:${acts[act]}${act === "order" ? `|${ordering}` : ""})\\p{L}*`,
          word
        ).source
      ].join("|"),
      "gu"
    )
)

/** Whether a clause in another language only agrees: "ja, gerne", but not "ja und noch eine Lampe". */
const agreesAbroad = (act: BindingAct, clause: string): boolean =>
  [foreignYes, foreignPlease, foreignThanks].some((kind) => kind.test(clause)) &&
  !foreignNo.test(clause) &&
  !/[\p{L}\p{N}]/u.test(clause.replace(foreignAgreeing[act], " "))

/** A weak yes, or what leads to a yes and is none. */
const lead = `(?:${Words.weakYes}|and|then|so|well|oh|hm+|in that case|just)`
const firm = `(?:${Words.strongYes})`
const yes = new RegExp(`^(?:${lead}[ ,!.]+)*${firm}(?![\\p{L}\\p{N}'])`, "u")
/** "ok", "oh, ok then", but not "oh well" or "ok, so". */
const onlyWeakYes = new RegExp(
  `^(?:${lead}[ ,!.]+)*(?:${Words.weakYes})(?:[ ,!.]+(?:${Words.weakYes}|then))*[ ,!.]*$`,
  "u"
)
const trailing = /(?: (?:please|pls|thanks|thank you|now))+[.!…]*$/u
const leading = new RegExp(`^(?:(?:${firm}|${lead})(?:[ !.]+|$))+`, "u")

/** Said of something that will not happen, or should not: "yeah right", "oh great". */
const ironic =
  /^(?:(?:yeah|yea|ya|yes|sure|oh)[ ,]+right(?! now| away)(?!\p{L})|oh[ ,]+(?:great|perfect|cool|fine|good)[.!…]*$)/u

const another = new RegExp(word(Words.another), "u")
const factYes = new RegExp(`^(?:${Words.factYes})(?![\\p{L}\\p{N}'])`, "u")

/** People say why they undo something, and not why they do it. */
const undoes = (act: BindingAct) => act !== "order" && act !== "readdress"

/** The whole clause is one of these. */
const whole = (alternatives: string) => new RegExp(`^(?:${alternatives})[.!…]*$`, "u")
const beside = {
  order: whole(Words.besideOrder),
  returning: whole(Words.besideReturn),
  undoing: whole(Words.because)
}

/** What a clause says besides a yes. */
const restOf = (clause: string): string => clause.replace(leading, "").replace(trailing, "").trim()

const besideAny = new RegExp(word(Words.besideYes), "gu")

const saysNoMore = (clause: string): boolean => /^[ .!…]*$/u.test(restOf(clause).replace(besideAny, " "))

/** Whether a clause beside a yes leaves it as it is. */
const isBeside = (act: BindingAct, clause: string, isFact: boolean): boolean => {
  const rest = restOf(clause)
  return (
    saysNoMore(clause) ||
    clauseAsksFor(act, rest, false) ||
    ((act === "return" || act === "refund") && beside.returning.test(rest)) ||
    (act === "order"
      ? beside.order.test(rest)
      : undoes(act) && !isFact && !another.test(rest) && beside.undoing.test(rest)) ||
    agreesAbroad(act, rest)
  )
}

/** The sentences of a text, clause by clause. */
const allClauses = (text: string): ReadonlyArray<string> =>
  sentencesOf(text)
    .flatMap(clausesOf)
    .filter((clause) => clause !== "")

/** What looks like a no and is none would refuse. */
const withoutBenign = (words: string): string => plain(words).replace(agreeable, "yes").replace(benign, " ").trim()

/** "Right, and then": more is to come. */
const unfinished = /(?<!\p{L})(?:and|but|or)(?: then)?[ .,…]*$/u

const beginsWithYes = (said: string): boolean => yes.test(said) || onlyWeakYes.test(said)

/** Whether words are a yes and nothing else, whatever was asked. */
export const isYes = (words: string): boolean => {
  const text = withoutBenign(words)
  return (
    !ironic.test(text) &&
    !unfinished.test(text) &&
    !isQuestion(text) &&
    beginsWithYes(text) &&
    allClauses(text).every(saysNoMore)
  )
}

/** Whether a message agrees to a question about the act, and wants nothing else. */
export const agrees = (act: BindingAct, message: string): boolean => {
  const plainly = withoutBenign(message)
  const text = undoes(act) ? plainly.replace(reasons, "it fails").trim() : plainly
  const clauses = allClauses(text.replace(politely, ""))
  const isReason = (clause: string) => undoes(act) && !beginsWithYes(clause) && beside.undoing.test(clause)
  const answer = Array.dropWhile(clauses, isReason)
  const said = answer.join(", ")
  const saysYes = !ironic.test(text) && (beginsWithYes(said) || foreignYes.exec(answer[0] ?? "")?.index === 0)
  const isFact = factYes.test(text)
  const isPlainly = saysYes && clauses.every((clause) => isBeside(act, clause, isFact))
  const wantsMore =
    withdrawal.test(text) ||
    but.test(text) ||
    isQuestion(text) ||
    unfinished.test(text) ||
    clauses.some(isLater) ||
    (act === "order" && changes.test(text))
  return (isPlainly || isInstruction(act, plainly)) && !wantsMore && !namesOther(act, text)
}

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
