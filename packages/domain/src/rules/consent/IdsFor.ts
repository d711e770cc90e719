import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { acts, namesAct } from "./Acts.ts"
import { sentencesOf, unquoted } from "./Clauses.ts"
import { clauseAsksFor, readClauses } from "./Instruction.ts"
import { namedIds } from "./Names.ts"
import { wholeWord, word } from "./Patterns.ts"
import { clausesAndSpared, refuses, sparing } from "./Refusals.ts"

/** What an act is to be done to, where it is named by its id. */

const besideId = word(
  "and|also|both|plus|too|as|well|with|together|all|the|my|order|orders|number|id|it|it's|that|that's|this|is|are|these|one|ones|namely|please|pls|thanks|thank|you|now"
)
const anId = "[0-9a-f]{8}-[0-9a-f-]{27}"
/** "A and B", "A as well as order B"; but of "A, which came with B" only A. */
const list = new RegExp(`${anId}(?:[ .!()#]+(?:${besideId}[ .!()#]+)*${anId})*`, "u")
const onlyAdds = new RegExp(`^[-*• ]*(?:(?:${besideId}|${anId})[ .!()#]*)*$`, "u")
/** What is meant is named further on. */
const pointsAhead = wholeWord("following|below|these|this")
/** What tells one order from others, so that it need not be one that was named before. */
const namesAnother = wholeWord(
  "first|second|third|fourth|fifth|last|latest|newest|oldest|most recent|previous|next|other|yesterday's|today's|(?:order|one|parcel|package|purchase) (?:with|from|of|for|i|we|that|which|containing|placed)|the (?!whole|entire|full|same|said)\\S+ (?:order|one|parcel|package)"
)

/** An id that follows is to be left alone. */
const sparesId = new RegExp(`^(?:${sparing}) (?:(?:for|the|my|order|return|one|number) )*[0-9a-f]{8}-`, "u")

/** Where a clause names the act; at its beginning if it does not. */
const placeOf = (act: BindingAct, clause: string): number => namesAct[act].exec(clause)?.index ?? 0

/** The ids that a clause names for the act behind it, or else in front of it. */
const idsInClause = (act: BindingAct, clause: string): ReadonlyArray<string> => {
  const at = placeOf(act, clause)
  const listed = [clause.slice(at), clause.slice(0, at)].map((side) => list.exec(side)?.[0] ?? "")
  return namedIds(listed.find((ids) => ids !== "") ?? "")
}

/** "Cancel" in "cancel and refund …": what it is done to stands in a clause of another act behind it. */
const sharesObject = (act: BindingAct, clause: string): boolean => /^\p{L}+$/u.test(clause.slice(placeOf(act, clause)))

type Clauses = ReturnType<typeof readClauses>

const idsIn = (clauses: Clauses) => Array.dedupe(clauses.flatMap(({ clause }) => namedIds(clause)))

/** The ids of the clauses that ask for the act, or share what it is done to, and of those that only add one to them. */
const idsMeant = (act: BindingAct, clauses: Clauses): ReadonlyArray<string> => {
  const [, ids] = Array.mapAccum(clauses, { isMeant: false, isOpen: false }, (before, { asks, clause }) => {
    const shares = before.isOpen && acts.some((other) => clauseAsksFor(other, clause, false))
    const isMeant = asks || shares || (before.isMeant && onlyAdds.test(clause))
    const named = isMeant ? idsInClause(act, clause) : []
    return [{ isMeant, isOpen: named.length === 0 && (shares || (asks && sharesObject(act, clause))) }, named]
  })
  return Array.dedupe(ids.flat())
}

/**
 * The ids that a message means. Where it names none, "cancel it" means what was spoken of before, "cancel the following"
 * what is named behind, and "cancel my last order" neither.
 */
const idsAskedFor = (act: BindingAct, message: string, spokenOf: ReadonlyArray<string>): ReadonlyArray<string> => {
  const clauses = readClauses(act, message)
  const says = (pattern: RegExp) => clauses.some(({ asks, clause }) => asks && pattern.test(clause))
  const meant = idsMeant(act, clauses)
  if (meant.length > 0 || says(namesAnother)) {
    return meant
  }
  const [before, behind] = Array.span(clauses, ({ asks }) => !asks)
  const around = [spokenOf, idsIn(before), says(pointsAhead) ? idsIn(behind) : []]
  return around.find((ids) => ids.length > 0) ?? []
}

/** The ids that a sentence wants to be left alone. One that is said to be takes those behind it along, up to the act. */
const idsSpared = (act: BindingAct, sentence: string): ReadonlyArray<string> => {
  const [, ids] = Array.mapAccum(clausesAndSpared(sentence), false, (wasSpared, clause) => {
    const isSpared = sparesId.test(clause) || refuses[act].test(clause) || (wasSpared && !namesAct[act].test(clause))
    return [isSpared, isSpared ? namedIds(clause) : []]
  })
  return ids.flat()
}

/**
 * The ids that messages of a customer name for the act, and those that they want to be left alone. `spokenOf`: what "it"
 * is, if that is known.
 */
export const idsFor = (act: BindingAct, messages: ReadonlyArray<string>, spokenOf: ReadonlyArray<string> = []) => {
  const sentences = messages.flatMap((message) => sentencesOf(unquoted(message)))
  const refused = sentences.flatMap((sentence) => idsSpared(act, sentence))
  const asked = messages.flatMap((message) => idsAskedFor(act, message, spokenOf))
  const ids = Array.difference(Array.dedupe(asked), refused)
  return { ids, spared: ids.length > 0 ? refused : namedIds(sentences.join(" ")) }
}
