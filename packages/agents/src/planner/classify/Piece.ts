import { type ClauseWords, readWords } from "../text/ClauseWords.ts"
import { type ClassifiedClause } from "./ClassifiedClauses.ts"
import { type Reading } from "./Classifier.ts"
import { beyond } from "./Beyond.ts"
import { decide } from "./Decide.ts"
import { isShop, type Label } from "./Labels.ts"

/** A clause with all that is read from it alone: what its words say, and what it is. */
export interface Piece extends ClauseWords {
  readonly label: Label
  readonly probability: number
  readonly reading: Reading
  /** Belongs to the story that a long message tells around its wish. */
  readonly isStory: boolean
}

/** Reads a clause by itself. */
export const readPiece = (message: string, clause: ClassifiedClause): Piece => {
  const { reading } = clause
  const words = readWords(message, clause)
  const label = beyond(words.said) ?? decide(words, reading)
  return { ...words, label, reading, probability: label === reading.label ? reading.probability : 1, isStory: false }
}

/** Asks for something of the shop. */
export const isAsked = ({ isRequest, label, probability }: Piece): boolean =>
  isRequest && isShop(label) && probability > 0.5
