import { type ReadClause } from "../classify/Piece.ts"
import { type ClauseContext, type MessageContext } from "./State.ts"

/** Returns whether two clauses are alternatives: "A or B". */
const areAlternatives = (
  { message }: MessageContext,
  first: ReadClause | undefined,
  second: ReadClause | undefined
): boolean =>
  first !== undefined &&
  second !== undefined &&
  /^\W*or\b/iu.test(message.slice(first.tokens.at(-1)?.end, second.tokens[0]?.start))

/** Returns whether the piece is an alternative to what was said right before it. */
export const isAlternative = (context: ClauseContext): boolean =>
  areAlternatives(context, context.prevClause, context.clause)

/** Returns whether the piece is one of two alternatives, "buy it or wait", so that neither is to be done yet. */
export const isChoice = (context: ClauseContext): boolean =>
  isAlternative(context) ||
  areAlternatives(context, context.clause, context.clauses[context.clauses.indexOf(context.clause) + 1])
