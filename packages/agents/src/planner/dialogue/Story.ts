import { type Piece } from "../classify/Piece.ts"
import { isShop } from "../classify/Labels.ts"
import { withoutMarks } from "../text/Tokens.ts"

/** Messages of fewer words are not stories: every clause of them may be a wish. */
const leastWords = 28

/** Asks, orders or refuses something in so many words. */
const isMarked = ({ isBare, label, mood, sureness }: Piece): boolean =>
  ["request", "question", "refusal"].includes(mood) || (mood === "phrase" && !isBare && isShop(label) && sureness > 0.9)

/** The pieces of a message; in a long one, what stands before a wish, and sentences without one, only tell its story. */
export const withoutStories = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const length = pieces.reduce((sum, piece) => sum + withoutMarks(piece.tokens).length, 0)
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
