import { type ReadClause } from "../classify/ReadClause.ts"
import { type ClauseContext, type MessageContext } from "./State.ts"

/** Returns whether "or" joins two clauses. */
const areAlternatives = (
  { message }: MessageContext,
  first: ReadClause | undefined,
  second: ReadClause | undefined
): boolean =>
  first !== undefined &&
  second !== undefined &&
  /^\W*or\b/iu.test(message.slice(first.tokens.at(-1)?.end, second.tokens[0]?.start))

/** Returns whether the clause is an alternative to the preceding one. */
export const isAlternative = (context: ClauseContext): boolean =>
  areAlternatives(context, context.prevClause, context.clause)

/** Returns whether the clause is one of two alternatives, "buy it or wait"; the customer has not decided yet. */
export const isChoice = (context: ClauseContext): boolean =>
  isAlternative(context) ||
  areAlternatives(context, context.clause, context.clauses[context.clauses.indexOf(context.clause) + 1])
