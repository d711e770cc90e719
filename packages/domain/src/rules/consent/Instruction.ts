import { Array, Struct } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { clausesOf, isQuestion, sentencesOf, unquoted } from "./Clauses.ts"
import { tellsAbroad } from "./ForeignWishes.ts"
import { namedIds } from "./Names.ts"
import { byAct, inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { benign, foreignNo, leavesOpen, limits, politeIf } from "./Withheld.ts"
import * as Words from "./Words.ts"

/** How customers tell us to do something that binds them. */

/** What has the words of the act, whether it asks for it or not. */
const asksFor = byAct((act) => together(Words.english[act], (language) => language.acts[act], spaced))
const acts = Struct.keys(asksFor)
/** What speaks of the act, as a question does; of an order also its noun. */
export const isAskedAbout = byAct((act) =>
  together(
    Words.englishAsked[act],
    (language) => (act === "order" ? `${language.ordering}|${language.acts.order}` : language.acts[act]),
    spaced
  )
)

const please = together(Words.englishPlease, ({ please }) => please, word)
const asksInEnglish = byAct((act) => new RegExp(spaced(Words.english[act]), "u"))
const open = inAnyLanguage(Words.englishOpen, Words.foreignBut)
/** A clause that asks for words, not for an act. */
export const asksToTell = new RegExp(
  `^(?:(?:${Words.openings}|(?:can|could|would|will) (?:you|u)) )*(?:${Words.englishAsking})(?![\\p{L}\\p{N}'])|^${Words.foreignAsking}`,
  "u"
)
const between = `(?:${Words.between})`
/** The act a few words behind is refused. */
export const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:${spaced(Words.refusing)}|[a-z]n't)(?: \\S+){0,4} (?:${Words.english[act]})|^(?:please )?(?:don't|do not|never) (?!(?:${Words.reasoning})(?!\\p{L}))(?:\\S+ )*(?:${Words.english[act]})`,
      "u"
    )
)
/** The act is undone or kept from being done: "stop the cancellation of my order", "block the refund". */
const isUndone = new RegExp(
  `${spaced("stop|prevent|block|reject|decline|protect|revoke|withdraw|undo|reverse|retract|take back|call off")}(?:(?: \\S+){0,4} cancell?(?:ations?|ing)|(?: (?:the|my|any|this|that))?(?: \\S+)? (?:refunds?|check ?out))(?!\\p{L})`,
  "u"
)
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
  if (!asksInEnglish[act].test(wanted) && !tellsAbroad(act, wanted)) {
    return false
  }
  const isRefused =
    refuses[act].test(wanted) || isUndone.test(wanted) || foreignNo.test(wanted) || isGoverned[act].test(wanted)
  const isOpen = open.test(wanted) || limits(act, wanted)
  return !isRefused && !isOpen && !asksToTell.test(wanted) && (!isAsked || please.test(wanted))
}

const textOf = (clauses: ReturnType<typeof readClauses>) => clauses.map(({ clause }) => clause).join("\n")

/** One of two things that are named by id, "A or B", "A, sorry, I mean B": nobody knows which. */
const isEitherOr = new RegExp(`[0-9a-f]{12}[ ,.;–—-]+(?:${Words.orRather})[ ,.]+(?:[^ ,]+[ ,]+){0,3}[0-9a-f]{8}-`, "u")

/** The clauses of a message, and which of them ask for the act. */
const readClauses = (act: BindingAct, message: string) =>
  sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesOf(sentence.replace(benign, " ")).map((clause) => ({
      clause,
      asks: clauseAsksFor(act, clause, isQuestion(sentence))
    }))
  )

/** Whether a message tells us to do it and leaves it at that; what it quotes is somebody else's. */
export const isInstruction = (act: BindingAct, message: string): boolean => {
  const clauses = readClauses(act, message)
  const last = clauses.findLastIndex(({ asks }) => asks)
  const isOpen = clauses.some(({ asks, clause }, index) => !asks && leavesOpen(act, clause, index > last))
  return last >= 0 && !isOpen && !isEitherOr.test(message.toLowerCase())
}

const besideId = word(Words.besideId)
const anId = "[0-9a-f]{8}-[0-9a-f-]{27}"
/** "A and B", "A as well as order B"; but of "A, which came with B" only A. */
const list = new RegExp(`${anId}(?:[ .!()#]+(?:${besideId}[ .!()#]+)*${anId})*`, "u")
const onlyAdds = new RegExp(`^[-*• ]*(?:(?:${besideId}|${anId})[ .!()#]*)*$`, "u")
const pointsAhead = new RegExp(word(Words.pointsAhead), "u")
const namesAnother = new RegExp(word(Words.oneOfSeveral), "u")

/** The ids that a clause names for the act behind it, or else in front of it. */
const idsInClause = (act: BindingAct, clause: string): ReadonlyArray<string> => {
  const at = asksFor[act].exec(clause)?.index ?? 0
  const listed = [clause.slice(at), clause.slice(0, at)].map((side) => list.exec(side)?.[0] ?? "")
  return namedIds(listed.find((ids) => ids !== "") ?? "")
}

/** "Cancel" in "cancel and refund …": what it is done to stands in a clause of another act behind it. */
const sharesObject = (act: BindingAct, clause: string): boolean =>
  /^\p{L}+$/u.test(clause.slice(asksFor[act].exec(clause)?.index ?? 0))

/**
 * The ids of the clauses that ask for the act, and of those that only add one to them. Where there are none, "cancel it"
 * means what was spoken of before, "cancel the following" what is named behind, and "cancel my last order" neither.
 */
const idsAskedFor = (act: BindingAct, message: string, spokenOf: ReadonlyArray<string>): ReadonlyArray<string> => {
  const clauses = readClauses(act, message)
  const first = clauses.findIndex(({ asks }) => asks)
  const [, ids] = Array.mapAccum(clauses, { isMeant: false, isOpen: false }, (so, { asks, clause }) => {
    const isShared = so.isOpen && acts.some((other) => clauseAsksFor(other, clause, false))
    const isMeant = asks || isShared || (so.isMeant && onlyAdds.test(clause))
    const named = isMeant ? idsInClause(act, clause) : []
    return [{ isMeant, isOpen: named.length === 0 && (isShared || (asks && sharesObject(act, clause))) }, named]
  })
  const meant = Array.dedupe(ids.flat())
  const asking = textOf(clauses.filter(({ asks }) => asks))
  const [before, behind] = Array.splitAt(clauses, first < 0 ? clauses.length : first)
  const around = [spokenOf, namedIds(textOf(before)), pointsAhead.test(asking) ? namedIds(textOf(behind)) : []]
  return meant.length > 0 || namesAnother.test(asking) ? meant : (around.find((ids) => ids.length > 0) ?? [])
}

/**
 * The ids that messages of a customer name for the act, and those that they want to be left alone. `spokenOf`: what "it"
 * is, if that is known.
 */
export const idsFor = (act: BindingAct, messages: ReadonlyArray<string>, spokenOf: ReadonlyArray<string> = []) => {
  const sentences = messages.flatMap((message) => sentencesOf(unquoted(message)))
  const refused = sentences.flatMap((sentence) => {
    let isSpared = false
    return partsOf(sentence).flatMap((part) => {
      isSpared = spares.test(part) || refuses[act].test(part) || (isSpared && !asksFor[act].test(part))
      return isSpared ? namedIds(part) : []
    })
  })
  const asked = messages.flatMap((message) => idsAskedFor(act, message, spokenOf))
  const ids = Array.difference(Array.dedupe(asked), refused)
  return { ids, spared: ids.length > 0 ? refused : namedIds(sentences.join(" ")) }
}

/** Whether a text has the words of another act, and none of this one. */
export const namesOther = (act: BindingAct, text: string) =>
  !asksFor[act].test(text) && acts.some((other) => other !== act && asksFor[other].test(text))
