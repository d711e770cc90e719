import { type Piece } from "../classify/Piece.ts"
import { isShop } from "../classify/Labels.ts"
import { isBounded } from "../text/ClauseWords.ts"
import { withoutMarks } from "../text/Tokens.ts"

/** Messages of fewer words are not stories: every clause of them may be a wish. */
const leastWords = 28

/** Asks, orders or refuses something in so many words. */
const isMarked = ({ isBare, label, mood, sureness }: Piece): boolean =>
  ["request", "question", "refusal"].includes(mood) || (mood === "phrase" && !isBare && isShop(label) && sureness > 0.9)

/** "show me", "what do you have?": only asks for what was told before. */
const isPointer = (piece: Piece): boolean =>
  (piece.label === "capabilities" || piece.label === "find_products") &&
  piece.main === undefined &&
  !isBounded(piece) &&
  piece.tokens.length < 7

/** The pieces without requests that only point at what was told: that is asked for, if nothing else is. */
const withTold = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const isOnlyPointed = pieces.filter(isMarked).every(isPointer)
  const told = pieces.findLast((piece) => isShop(piece.label) && piece.main !== undefined && piece.probability > 0.6)
  const asked = isOnlyPointed ? told : pieces.find((piece) => isMarked(piece) && !isPointer(piece))
  return asked === undefined
    ? pieces
    : pieces
        .filter((piece) => !isPointer(piece))
        .map((piece) => (piece === asked && isOnlyPointed ? { ...piece, mood: "request", isRequest: true } : piece))
}

/** The pieces of a message; in a long one, what stands before a wish, and sentences without one, only tell its story. */
export const withoutStories = (said: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
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
