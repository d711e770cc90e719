import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { acts, namesAct } from "./Acts.ts"
import { sentencesOf, unquoted } from "./Clauses.ts"
import { clauseAsksFor, readClauses } from "./Instruction.ts"
import { namedIds } from "./Names.ts"
import { wholeWord, word } from "./Patterns.ts"
import { clausesAndSpared, refuses, sparing } from "./Refusals.ts"

/** What an act is to be done to, where it is named by its id. */

const textOf = (clauses: ReturnType<typeof readClauses>) => clauses.map(({ clause }) => clause).join("\n")

/** What stands beside an id that only adds to what was said: "and also order …", "the number is …". */
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

/** The ids that a clause names for the act behind it, or else in front of it. */
const idsInClause = (act: BindingAct, clause: string): ReadonlyArray<string> => {
  const at = namesAct[act].exec(clause)?.index ?? 0
  const listed = [clause.slice(at), clause.slice(0, at)].map((side) => list.exec(side)?.[0] ?? "")
  return namedIds(listed.find((ids) => ids !== "") ?? "")
}

/** "Cancel" in "cancel and refund …": what it is done to stands in a clause of another act behind it. */
const sharesObject = (act: BindingAct, clause: string): boolean =>
  /^\p{L}+$/u.test(clause.slice(namesAct[act].exec(clause)?.index ?? 0))

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
    return clausesAndSpared(sentence).flatMap((part) => {
      isSpared = sparesId.test(part) || refuses[act].test(part) || (isSpared && !namesAct[act].test(part))
      return isSpared ? namedIds(part) : []
    })
  })
  const asked = messages.flatMap((message) => idsAskedFor(act, message, spokenOf))
  const ids = Array.difference(Array.dedupe(asked), refused)
  return { ids, spared: ids.length > 0 ? refused : namedIds(sentences.join(" ")) }
}
