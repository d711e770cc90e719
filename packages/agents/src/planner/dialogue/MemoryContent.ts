import { writing } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { type Label } from "../classify/Labels.ts"
import { type ClauseContext, amendLast, type Rule } from "./State.ts"
import { readRemembered } from "../slots/Preferences.ts"
import { mentionsCart } from "../text/ClauseWords.ts"

/** Content of a memory that is spread over several clauses. */

/** Labels of clauses that may continue the content. */
const continuing: ReadonlySet<Label> = new Set(["remember_preference", "context", "follow_up", "decline", "smalltalk"])

const closing =
  /^(?:please|thanks?|remember (?:it|that|this)|keep that in mind|(?:please )?update (?:it|that|this)(?: please)?)[.!]*$/i

/** Appends clauses of the same sentence to the content: "remember that I like blue, and hate wool". */
export const memoryContentRule: Rule = (state, context) => {
  const { label, clause, prevWish } = context
  if (prevWish?.intent === "remember_preference" && prevWish.memory?.content === null && !clause.raw.includes("?")) {
    return amendLast(state, context, { ...prevWish, memory: readRemembered(clause.raw) })
  }
  const content = prevWish?.intent === "remember_preference" ? prevWish.memory?.content : null
  const isClosing = closing.test(clause.raw.trim())
  const continues =
    state.wishClause?.sentence === clause.sentence &&
    (continuing.has(label) || clause.isBare || isClosing) &&
    !mentionsCart(clause.lemmas)
  if (prevWish === undefined || content === null || content === undefined || !continues) {
    return undefined
  }
  const whole = isClosing ? content : `${content}${clause.separator === "comma" ? ", " : " and "}${clause.raw.trim()}`
  const memory = { category: prevWish.memory?.category ?? null, content: whole.slice(0, 500) }
  return amendLast(state, context, { ...prevWish, memory })
}

/** Matches references to earlier content, in base forms: "keep that in mind". */
const refersBack =
  /(?:^| )(?:keep|bear|have|hold on to|remember|note|save|store|memorise|write down|not forget|put) (?:that|it|this)(?: (?:down|in|for|when|whenever|please|the next|next|now|next time|to)(?: .*)?)?$|(?:^| )not forget$/

/** Returns the text from the start of the preceding clause's sentence; null if it is a question. */
const textBefore = ({ prevClause, message, clause, clauses }: ClauseContext): string | null => {
  const first = clauses.slice(0, clauses.indexOf(clause)).find((other) => other.sentence === prevClause?.sentence)
  const [start, end] = [first?.tokens[0]?.start, prevClause?.tokens.at(-1)?.end]
  const text = start === undefined || end === undefined ? "" : message.slice(start, end)
  return text === "" || text.includes("?") ? null : text
}

/** Takes the content to remember or forget from the preceding text: "my budget is 80, remember that". */
export const withMemoryContent = (wish: Wish, context: ClauseContext): Wish => {
  const lacksContent =
    (writing.has(wish.intent) && wish.memory?.content === null) ||
    (wish.intent === "remember_preference" && refersBack.test(context.clause.lemmas))
  const content = lacksContent ? textBefore(context) : null
  return content === null ? wish : { ...wish, memory: readRemembered(content) }
}
