import { type MemoryCategory } from "@storefront/domain/Memories"
import { alike } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart } from "../AnswerParts.ts"

type Memory = (typeof recallPreferences.successSchema.Type)["memories"][number]

/** Memories that are forgotten in one turn. */
const mostForgotten = 5

const keptAs: { readonly [C in MemoryCategory]: string } = {
  preference: "a preference of yours",
  size: "your size",
  budget: "your budget",
  brand: "a note about brands",
  avoid: "something to avoid",
  other: "a note about you"
}

const notNow = "Please try again in a moment."

/** Keeps what the customer said. The answer does not repeat it, because the tool result does not. */
export function* remember({ memory }: Wish): AnswerPart {
  const content = memory?.content?.trim().replace(/^that /i, "") ?? ""
  if (content === "") {
    return "What shall I remember? For example a size, a budget, a brand you like, or something to avoid."
  }
  const stored = yield* call(rememberPreference, {
    category: memory?.category ?? "preference",
    content: cut(content, 500)
  })
  if (stored instanceof ToolFailure) {
    return stored.error === "conflict"
      ? "I cannot remember more about you. Ask me what I remember, and tell me what I may forget."
      : `I could not remember that just now. ${notNow}`
  }
  return `Done, I will remember that as ${keptAs[stored.category]}. You can ask me at any time what I remember, or tell me to forget it.`
}

const memoryLine = ({ category, content }: Memory, index: number): string =>
  `${index + 1}. ${content.replaceAll(/\s+/gu, " ")} (${category})`

const memoryLines = (memories: ReadonlyArray<Memory>): string => memories.map(memoryLine).join("\n")

const recallAll = (category: MemoryCategory | null) =>
  call(recallPreferences, { limit: mostRows, ...(category === null ? {} : { category }) })

/** Lists what is remembered. */
export function* recall({ memory }: Wish): AnswerPart {
  const category = memory?.category ?? null
  const answer = yield* recallAll(category)
  if (answer instanceof ToolFailure) {
    return `I could not look up what I remember about you. ${notNow}`
  }
  return answer.count > 0
    ? `This is what I remember about you:\n${memoryLines(answer.memories)}`
    : category === null
      ? "I do not remember anything about you yet. Tell me a size, a budget, a brand you like or something to avoid, and I will."
      : `I remember nothing of that kind (${category}) about you.`
}

/** Words about remembering, not about what is remembered. */
const aboutMemory = new Set(
  "everything anything forget remember remembered know knows knew forgot memory memories preference preferences delete remove erase told said saved stored note".split(
    " "
  )
)

const stem = (word: string) => word.replace(/(?<=..)s$/u, "")

const saysSame = (left: string, right: string) => stem(left) === stem(right) || alike(left, right)

/** The share of the asked words that a memory holds, its category counted as one of its words. */
const shareOf = (asked: ReadonlyArray<string>, { category, content }: Memory) => {
  const words = [category, ...contentWords(content)]
  return asked.filter((word) => words.some((known) => saysSame(word, known))).length / Math.max(1, asked.length)
}

/**
 * The memories that are meant: those with the same words, those that the words fit best or, if only a category was said,
 * those of the category. All of them if nothing was said.
 */
const meant = ({ memory }: Wish, memories: ReadonlyArray<Memory>): ReadonlyArray<Memory> => {
  const content = memory?.content ?? ""
  const category = memory?.category ?? null
  const same = memories.filter((known) => known.content.toLowerCase() === content.toLowerCase())
  const asked = contentWords(content).filter((word) => !aboutMemory.has(word))
  const rated = memories.map((known) => ({ known, share: shareOf(asked, known) }))
  const best = Math.max(0, ...rated.map(({ share }) => share))
  return same.length > 0
    ? same
    : asked.length > 0
      ? rated.filter(({ share }) => share === best && share >= 0.5).map(({ known }) => known)
      : memories.filter((known) => category === null || known.category === category)
}

/** Forgets these, and gives back those that are gone. */
function* forgetEach(memories: ReadonlyArray<Memory>): Calls<ReadonlyArray<Memory>> {
  const gone: Array<Memory> = []
  for (const memory of memories) {
    const answer = yield* call(forgetPreference, { memory_id: memory.memory_id })
    if (!(answer instanceof ToolFailure)) {
      gone.push(memory)
    }
  }
  return gone
}

function* forgetOne(id: string, label: string): AnswerPart {
  const answer = yield* call(forgetPreference, { memory_id: id })
  return answer instanceof ToolFailure
    ? answer.error === "not_found" || answer.error === "invalid_argument"
      ? "I remember nothing with this id about you. Ask me what I remember to see the list."
      : `I could not forget that just now. ${notNow}`
    : `I have forgotten it${label}.`
}

function* forgetEverything(memories: ReadonlyArray<Memory>): AnswerPart {
  const gone = yield* forgetEach(memories.slice(0, mostForgotten))
  return gone.length === 0
    ? `I could not forget anything just now. ${notNow}`
    : `I have forgotten:\n${memoryLines(gone)}${gone.length === memories.length ? "" : "\nThere is more; say it again and I go on."}`
}

const wantsAll = /\b(?:everything|all|anything)\b/i

const ordinals: ReadonlyArray<RegExp> = [
  /\b(?:first|1st|number (?:1|one)|no\.? ?1)\b/i,
  /\b(?:second|2nd|number (?:2|two)|no\.? ?2)\b/i,
  /\b(?:third|3rd|number (?:3|three)|no\.? ?3)\b/i,
  /\b(?:fourth|4th|number (?:4|four)|no\.? ?4)\b/i,
  /\b(?:fifth|5th|number (?:5|five)|no\.? ?5)\b/i
]

/** "The second one" of the list in the last answer, when that was a list of memories. */
const pointedAt = (text: string, history: TurnView["history"], memories: ReadonlyArray<Memory>): Memory | undefined => {
  const position = ordinals.findIndex((ordinal) => ordinal.test(text))
  const last = history.findLast(({ role }) => role === "assistant")
  const line = last?.text.split("\n").find((line) => line.startsWith(`${position + 1}. `))
  return memories.find((memory) => line === memoryLine(memory, position))
}

/** Forgets what the customer means; asks which when several things could be meant. */
export function* forget(wish: Wish, history: TurnView["history"]): AnswerPart {
  const { memory, otherId, text } = wish
  if (otherId !== null) {
    return yield* forgetOne(otherId, "")
  }
  const known = yield* recallAll(null)
  if (known instanceof ToolFailure) {
    return `I could not look up what I remember about you. ${notNow}`
  }
  if (known.count === 0) {
    return "I do not remember anything about you, so there is nothing to forget."
  }
  const pointed = pointedAt(text, history, known.memories)
  if (pointed !== undefined) {
    return yield* forgetOne(pointed.memory_id, `: ${pointed.content}`)
  }
  const isAll = wantsAll.test(text) && contentWords(memory?.content ?? "").every((word) => aboutMemory.has(word))
  if (isAll) {
    return yield* forgetEverything(known.memories)
  }
  const candidates = meant(wish, known.memories)
  const [first] = candidates
  return first === undefined
    ? `I do not remember anything like that. This is what I remember:\n${memoryLines(known.memories)}`
    : candidates.length > 1
      ? `Which of these shall I forget?\n${memoryLines(candidates)}`
      : yield* forgetOne(first.memory_id, `: ${first.content}`)
}
