import { type ReadClause } from "../classify/ReadClause.ts"
import { isOwned } from "../classify/Labels.ts"
import { isBounded } from "../text/ClauseWords.ts"
import { withoutMarks } from "../text/Tokens.ts"

/** Separates wishes from the story around them in long messages. */

/** In messages with fewer words, every clause may be a wish. */
const minStoryWords = 28

/** Returns whether a clause is a question, request or refusal, or a very certain phrase. */
const isExplicit = ({ isBare, label, mood, confidence }: ReadClause): boolean =>
  ["request", "question", "refusal"].includes(mood) ||
  (mood === "phrase" && !isBare && isOwned(label) && confidence > 0.9)

/** Returns whether a clause only refers to an earlier statement: "show me", "what do you have?" */
const isPointer = (clause: ReadClause): boolean =>
  (clause.label === "capabilities" || clause.label === "find_products") &&
  clause.main === undefined &&
  !isBounded(clause) &&
  clause.tokens.length < 7

/** Drops requests that only refer to earlier statements; without others, the last statement becomes a request. */
const withoutPointers = (clauses: ReadonlyArray<ReadClause>): ReadonlyArray<ReadClause> => {
  const onlyPointers = clauses.filter(isExplicit).every(isPointer)
  const statement = clauses.findLast(
    (clause) => isOwned(clause.label) && clause.main !== undefined && clause.probability > 0.6
  )
  const request = onlyPointers ? statement : clauses.find((clause) => isExplicit(clause) && !isPointer(clause))
  return request === undefined
    ? clauses
    : clauses
        .filter((clause) => !isPointer(clause))
        .map((clause) =>
          clause === request && onlyPointers ? { ...clause, mood: "request", isRequest: true } : clause
        )
}

/** Marks as story, in long messages, the clauses before a request and the sentences without one. */
export const markStories = (all: ReadonlyArray<ReadClause>): ReadonlyArray<ReadClause> => {
  const length = all.reduce((sum, clause) => sum + withoutMarks(clause.tokens).length, 0)
  const clauses = length < minStoryWords ? all : withoutPointers(all)
  const requests = clauses.filter(isExplicit)
  return length < minStoryWords || requests.length === 0
    ? clauses
    : clauses.map((clause, index) => {
        const isFollowing = requests.some(
          (request) =>
            (request.sentence === clause.sentence || clause.label === "follow_up") && clauses.indexOf(request) <= index
        )
        return isFollowing ? clause : { ...clause, isRequest: false, isStory: true }
      })
}
