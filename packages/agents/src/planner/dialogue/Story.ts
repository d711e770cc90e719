import { type ReadClause } from "../classify/Piece.ts"
import { isShop } from "../classify/Labels.ts"
import { isBounded } from "../text/ClauseWords.ts"
import { withoutMarks } from "../text/Tokens.ts"

/** Messages with fewer words are not stories: each of their clauses may be a wish. */
const leastWords = 28

/** Returns whether a piece explicitly asks, orders or refuses something. */
const isMarked = ({ isBare, label, mood, sureness }: ReadClause): boolean =>
  ["request", "question", "refusal"].includes(mood) || (mood === "phrase" && !isBare && isShop(label) && sureness > 0.9)

/** Returns whether a piece only asks for what was told before: "show me", "what do you have?" */
const isPointer = (piece: ReadClause): boolean =>
  (piece.label === "capabilities" || piece.label === "find_products") &&
  piece.main === undefined &&
  !isBounded(piece) &&
  piece.tokens.length < 7

/** Drops requests that only refer to earlier statements; without other requests, the last statement becomes one. */
const withTold = (pieces: ReadonlyArray<ReadClause>): ReadonlyArray<ReadClause> => {
  const isOnlyPointed = pieces.filter(isMarked).every(isPointer)
  const told = pieces.findLast((piece) => isShop(piece.label) && piece.main !== undefined && piece.probability > 0.6)
  const asked = isOnlyPointed ? told : pieces.find((piece) => isMarked(piece) && !isPointer(piece))
  return asked === undefined
    ? pieces
    : pieces
        .filter((piece) => !isPointer(piece))
        .map((piece) => (piece === asked && isOnlyPointed ? { ...piece, mood: "request", isRequest: true } : piece))
}

/** Marks stories in long messages: whatever stands before a wish, and sentences without one. */
export const withoutStories = (said: ReadonlyArray<ReadClause>): ReadonlyArray<ReadClause> => {
  const length = said.reduce((sum, piece) => sum + withoutMarks(piece.tokens).length, 0)
  const pieces = length < leastWords ? said : withTold(said)
  const marked = pieces.filter(isMarked)
  return length < leastWords || marked.length === 0
    ? pieces
    : pieces.map((piece, index) => {
        const isAfterMark = marked.some(
          (mark) => (mark.sentence === piece.sentence || piece.label === "follow_up") && pieces.indexOf(mark) <= index
        )
        return isAfterMark ? piece : { ...piece, isRequest: false, isStory: true }
      })
}
