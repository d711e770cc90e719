import { type Wish } from "../Wish.ts"

const question = /\b(?:Shall|Should) I ([^\n?]{3,600})\?|\b(?:Do you want|Would you like) me to ([^\n?]{3,600})\?/g

/** Entries of lists, whose names may hold anything. */
const listLines = /^ {0,3}(?:\d{1,2}[.)]|[-*]) .*$/gm

/** What may follow a question before it is not the last word any more. */
const mostAfter = 200

const turned: Readonly<Record<string, string>> = { your: "my", you: "me", yours: "mine" }

/**
 * What we asked last, "Shall I …?", as the instruction that a "yes" makes of it: "cancel order 0193…". Null when the
 * answer does not end with such a question.
 */
export const askedFor = (written: string): string | null => {
  const answer = written.replace(listLines, "")
  const match = [...answer.matchAll(question)].at(-1)
  const act = match?.[1] ?? match?.[2]
  const isLast = match !== undefined && answer.length - match.index - match[0].length <= mostAfter
  return act === undefined || !isLast
    ? null
    : act.replace(/\b(?:yours?|you)\b/gi, (word) => turned[word.toLowerCase()] ?? word)
}

const questionForPart = /\b(?:where|how many|how much|which|what)\b[^.?!\n]{0,120}\bshall I\b[^?\n]{0,80}\?/i

/** We asked what an act lacked, "Where shall I send order …?": who says it wants the act. */
export const asksForPart = (answer: string): boolean => questionForPart.test(answer.replace(listLines, ""))

const isSaid = (value: unknown): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

/** A wish with what an earlier one, of the same thing, said and it does not. */
export const completed = (wish: Wish, earlier: Wish | undefined): Wish =>
  earlier === undefined
    ? wish
    : {
        ...wish,
        ...Object.fromEntries(
          Object.entries(earlier).filter(([slot, value]) => {
            const own = Object.entries(wish).find(([name]) => name === slot)?.[1]
            return isSaid(value) && !isSaid(own)
          })
        ),
        intent: wish.intent,
        isExplicit: wish.isExplicit
      }
