import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { namesOther, undoes } from "./Acts.ts"
import { allClauses, isQuestion, plain } from "./Clauses.ts"
import { foreignPlease, foreignThanks } from "./ForeignWishes.ts"
import { clauseAsksFor, isInstruction } from "./Instruction.ts"
import { byAct, inAnyLanguage, together, word } from "./Patterns.ts"
import { agreeable, benign, foreignNo } from "./Refusals.ts"
import { isLater } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers agree to what they are asked. */

const changes = new RegExp(word(Words.changes), "u")
const but = inAnyLanguage("but", Words.foreignBut)
const withdrawal = together(Words.englishNo, ({ no }) => no, word)
const reasons = new RegExp(word(Words.reasons), "gu")
/** At the end of what is said: "as store credit if possible". */
const politely = new RegExp(` *${word(Words.politeIf)}(?= *(?:[.!,]|$))`, "gu")

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
