import { type Piece } from "../classify/Piece.ts"
import { type Here, type Message } from "./State.ts"

/** "A or B": the second names another choice for the first. */
const areChoices = ({ message }: Message, first: Piece | undefined, second: Piece | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  /^\W*or\b/iu.test(message.slice(first.tokens.at(-1)?.end, second.tokens[0]?.start))

/** The piece names another choice for what was said right before it. */
export const isAlternative = (here: Here): boolean => areChoices(here, here.left, here.piece)

/** "buy it or wait": the piece is one of two choices, so that nothing of it is told to be done yet. */
export const isChoice = (here: Here): boolean =>
  isAlternative(here) || areChoices(here, here.piece, here.pieces[here.pieces.indexOf(here.piece) + 1])
