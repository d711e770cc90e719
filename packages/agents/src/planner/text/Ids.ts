import { type TaggedToken } from "./Tags.ts"
import { withoutMarks } from "./Tokens.ts"

const owners = /^(?:review|return|memory|preference|seller|note|rma|entry)$/

/** An id that is not an order's, because the words before it say so: "review 0199…", "return 0199…". */
export const readOtherId = (tokens: ReadonlyArray<TaggedToken>): string | null => {
  const at = tokens.findIndex(({ kind }) => kind === "uuid")
  const words = withoutMarks(tokens.slice(Math.max(0, at - 4), Math.max(0, at))).map(({ lemma }) => lemma)
  const owner = words.findLast((word) => owners.test(word) || /^(?:order|purchase)$/.test(word))
  return at >= 0 && owner !== undefined && owners.test(owner) ? (tokens[at]?.word ?? null) : null
}

/** Any id of a clause, whatever it is of. */
export const anyId = (tokens: ReadonlyArray<TaggedToken>): string | null =>
  tokens.find(({ kind }) => kind === "uuid")?.word ?? null
