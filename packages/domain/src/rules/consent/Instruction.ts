import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { clausesOf, isQuestion, sentencesOf, unquoted } from "./Clauses.ts"
import { namedIds } from "./Names.ts"
import { inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { benign, foreignNo, leavesOpen, limits, politeIf } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers tell us to do something that binds them. */

const acts: ReadonlyArray<BindingAct> = ["order", "cancel", "readdress", "return", "refund"]

const byAct = <A>(make: (act: BindingAct) => A): { readonly [Act in BindingAct]: A } => ({
  order: make("order"),
  cancel: make("cancel"),
  readdress: make("readdress"),
  return: make("return"),
  refund: make("refund")
})

const asksFor = byAct((act) => together(Words.english[act], (language) => language.acts[act], spaced))
export const isAskedAbout = byAct((act) =>
  together(
    Words.englishAsked[act],
    (language) => (act === "order" ? `${language.ordering}|${language.acts.order}` : language.acts[act]),
    spaced
  )
)

const please = together(Words.englishPlease, ({ please }) => please, word)
const open = inAnyLanguage(Words.englishOpen, Words.foreignOpen)
/** A clause that asks for words, not for an act. */
export const asksToTell = new RegExp(
  `^(?:(?:and|so|but|ok|okay|well|hi|hey|hello|then|also|actually|wait|oh|please|just|kindly|(?:can|could|would|will) (?:you|u)) )*(?:${Words.englishAsking})(?![\\p{L}\\p{N}'])`,
  "u"
)
/** The act a few words behind is refused. */
export const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:not|never|no|without|stop|rather than|instead of|[a-z]n't|dont|cannot)(?: \\S+){0,4} (?:${Words.english[act]})`,
      "u"
    )
)
/** Behind an act it only says how soon: "before I change my mind". */
const urgency = /(?<=\S) before (?:i|we|it|they|he|she|my|the)(?![\p{L}]).*$/u
const idioms = new RegExp(spaced(Words.idioms), "gu")
/** An id that follows is to be left alone. */
const spares = new RegExp(`^(?:${Words.spares}) (?:(?:for|the|my|order|return|one|number) )*[0-9a-f]{8}-`, "u")
const beforeSpared = new RegExp(` (?=(?:${Words.spares}) )`, "u")
/** The clauses of a sentence, with what is to be left alone apart. */
export const partsOf = (sentence: string) => clausesOf(sentence).flatMap((clause) => clause.split(beforeSpared))
/** Whether a clause has the words of the act. */
export const clauseNames = (act: BindingAct, clause: string): boolean => asksFor[act].test(clause)

/** Whether a clause asks for the act, and does not refuse it, wonder or leave it open. */
export const clauseAsksFor = (act: BindingAct, clause: string, isAsked: boolean): boolean => {
  const wanted = clause.replace(politeIf, " ").replace(benign, " ").replace(idioms, " ").replace(urgency, "").trim()
  if (!asksFor[act].test(wanted)) {
    return false
  }
  const isRefused = refuses[act].test(wanted) || foreignNo.test(wanted)
  const isOpen = open.test(wanted) || limits(act, wanted)
  return !isRefused && !isOpen && !asksToTell.test(wanted) && (!isAsked || please.test(wanted))
}

const sentenceAsksFor = (act: BindingAct, sentence: string) =>
  clausesOf(sentence).some((clause) => clauseAsksFor(act, clause, isQuestion(sentence)))

/** One of two things that are named by id: nobody knows which. */
const isEitherOr = /[0-9a-f]{12} or (?:\S+ ){0,3}[0-9a-f]{8}-/u

/** Whether a message tells us to do it and leaves it at that; what it quotes is somebody else's. */
export const isInstruction = (act: BindingAct, message: string): boolean => {
  const clauses = sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesOf(sentence).map((clause) => ({ clause, asks: clauseAsksFor(act, clause, isQuestion(sentence)) }))
  )
  const last = clauses.findLastIndex(({ asks }) => asks)
  const isOpen = clauses.some(({ asks, clause }, index) => !asks && leavesOpen(act, clause, index > last))
  return last >= 0 && !isOpen && !isEitherOr.test(message.toLowerCase())
}

/** The ids that the words of a customer name for the act, and those that they want to be left alone. */
export const idsFor = (act: BindingAct, message: string) => {
  const sentences = sentencesOf(unquoted(message))
  const spared = sentences.flatMap((sentence) => {
    let isSpared = false
    return partsOf(sentence).flatMap((part) => {
      isSpared = spares.test(part) || refuses[act].test(part) || (isSpared && !asksFor[act].test(part))
      return isSpared ? namedIds(part) : []
    })
  })
  const near = namedIds(sentences.filter((sentence) => sentenceAsksFor(act, sentence)).join(" "))
  const named = near.length > 0 ? near : namedIds(sentences.join(" "))
  return { ids: Array.difference(named, spared), spared }
}

export const namesOther = (act: BindingAct, text: string) =>
  !asksFor[act].test(text) && acts.some((other) => other !== act && asksFor[other].test(text))
