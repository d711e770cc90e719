import { writing } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { type Label } from "../classify/Labels.ts"
import { type ClauseContext, replaceLast, type Rule } from "./State.ts"
import { readRemembered } from "../slots/Preferences.ts"
import { saysCart } from "../text/ClauseWords.ts"

/** Labels of clauses that may continue what is to be remembered. */
const goingOn: ReadonlySet<Label> = new Set(["remember_preference", "context", "follow_up", "decline", "smalltalk"])

const trailer =
  /^(?:please|thanks?|remember (?:it|that|this)|keep that in mind|(?:please )?update (?:it|that|this)(?: please)?)[.!]*$/i

/** Adds linked clauses to what is to be remembered: "remember that I like blue, and hate wool". */
export const remembering: Rule = (state, here) => {
  const { label, piece, previous } = here
  if (previous?.intent === "remember_preference" && previous.memory?.content === null && !piece.said.includes("?")) {
    return replaceLast(state, here, { ...previous, memory: readRemembered(piece.said) })
  }
  const content = previous?.intent === "remember_preference" ? previous.memory?.content : null
  const isTrailer = trailer.test(piece.said.trim())
  const goesOn =
    state.last?.sentence === piece.sentence && (goingOn.has(label) || piece.isBare || isTrailer) && !saysCart(piece)
  if (previous === undefined || content === null || content === undefined || !goesOn) {
    return undefined
  }
  const whole = isTrailer ? content : `${content}${piece.joiner === "comma" ? ", " : " and "}${piece.said.trim()}`
  const memory = { category: previous.memory?.category ?? null, content: whole.slice(0, 500) }
  return replaceLast(state, here, { ...previous, memory })
}

/** Phrases that refer to something to remember: "keep that in mind". */
const pointsBack =
  /(?:^| )(?:keep|bear|have|hold on to|remember|note|save|store|memorise|write down|not forget|put) (?:that|it|this)(?: (?:down|in|for|when|whenever|please|the next|next|now|next time|to)(?: .*)?)?$|(?:^| )not forget$/

/** Returns what was told right before a piece, back to the start of that sentence; null if it asks something. */
const toldBefore = ({ left, message, piece, pieces }: ClauseContext): string | null => {
  const first = pieces.slice(0, pieces.indexOf(piece)).find((other) => other.sentence === left?.sentence)
  const [start, end] = [first?.tokens[0]?.start, left?.tokens.at(-1)?.end]
  const said = start === undefined || end === undefined ? "" : message.slice(start, end)
  return said === "" || said.includes("?") ? null : said
}

/** Takes what to remember or forget from what was said right before: "my budget is 80, remember that". */
export const withContent = (wish: Wish, here: ClauseContext): Wish => {
  const lacks =
    (writing.has(wish.intent) && wish.memory?.content === null) ||
    (wish.intent === "remember_preference" && pointsBack.test(here.piece.text))
  const told = lacks ? toldBefore(here) : null
  return told === null ? wish : { ...wish, memory: readRemembered(told) }
}
