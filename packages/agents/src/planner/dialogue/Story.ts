import { type Piece } from "../classify/Piece.ts"
import { withoutMarks } from "../text/Tokens.ts"

/** Messages of fewer words are not stories: every clause of them may be a wish. */
const leastWords = 28

/** Asks, orders or refuses something in so many words. */
const isMarked = ({ mood }: Piece): boolean => mood === "request" || mood === "question" || mood === "refusal"

/**
 * The pieces of a message, those of a long one that only tell the story around a wish marked as told. In a story a wish
 * is said in so many words; what stands before it in its sentence, and sentences without one, are told.
 */
export const withoutStories = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const length = pieces.reduce((sum, piece) => sum + withoutMarks(piece.tokens).length, 0)
  if (length < leastWords) {
    return pieces
  }
  const marked = pieces.filter(isMarked)
  return marked.length === 0
    ? pieces
    : pieces.map((piece, index) => {
        const isAfterMark = marked.some((mark) => mark.sentence === piece.sentence && pieces.indexOf(mark) <= index)
        return isAfterMark ? piece : { ...piece, isRequest: false, isStory: true }
      })
}
