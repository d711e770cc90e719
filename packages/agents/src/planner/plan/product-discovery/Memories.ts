import { type MemoryCategory } from "@storefront/domain/Memories"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { maxRows } from "@storefront/domain/tools/Parameters"
import { cut } from "@storefront/server/platform/text/Text"
import { Array } from "effect"
import { wordsWithRole } from "../../text/WordLists.ts"
import { type DialogueState } from "../../DialogueState.ts"
import { type Wish } from "../../Wish.ts"
import { itemOf } from "../Formatting.ts"
import {
  type AnswerPart,
  askFor,
  call,
  callAll,
  changeRecord,
  endWith,
  resultOf,
  proposeOrDo,
  maxRemovalsPerPart,
  resultsOf,
  sayList,
  type Flow
} from "../Flows.ts"
import { pickProduct, onlyCandidate } from "../ProductResolution.ts"

type Memory = (typeof recallPreferences.successSchema.Type)["memories"][number]

/** Stores a memory. */
export const remember = (wish: Wish): AnswerPart => {
  const { memory } = wish
  const content = memory?.content?.trim().replace(/^that /i, "") ?? ""
  return content === "" || /^(?:nothing|anything)$/i.test(content)
    ? askFor("What shall I remember? For example a size, a budget, a brand you like, or something to avoid.")
    : proposeOrDo(
        call(rememberPreference, { category: memory?.category ?? "preference", content: cut(content, 500) }),
        { conflict: "I cannot remember more about you. Ask me what I remember, and tell me what I may forget." },
        "remember that",
        changeRecord(wish)
      )
}

const sayMemories = (lead: string, memories: ReadonlyArray<Memory>, slot: DialogueState["asked"] = null) =>
  sayList(
    lead,
    memories,
    ({ category, content }) => `${content.replaceAll(/\s+/gu, " ")} (${category})`,
    ({ content }) => itemOf({ name: content }),
    { asked: slot }
  )

function* requireMemories(category: MemoryCategory | null): Flow<ReadonlyArray<Memory>> {
  const { memories } = yield* resultOf(call(recallPreferences, { limit: maxRows, category }))
  return memories.length > 0
    ? memories
    : yield* endWith(
        `I remember nothing${category === null ? "" : ` of that kind (${category})`} about you. Tell me a size, a budget, a brand you like or something to avoid, and I will.`
      )
}

export function* recall({ memory }: Wish): AnswerPart {
  return yield* sayMemories("This is what I remember about you", yield* requireMemories(memory?.category ?? null))
}

const memoryWords = wordsWithRole("memory")

const requestedWords = ({ memory }: Wish) =>
  contentWords(memory?.content ?? "").filter((word) => !memoryWords.has(word))

/** Returns the memories with equal text, else the best matches; without content words, those of the category or all. */
const matchingMemories = (wish: Wish, memories: ReadonlyArray<Memory>): ReadonlyArray<Memory> => {
  const category = wish.memory?.category ?? null
  const same = memories.filter(({ content }) => content.toLowerCase() === wish.memory?.content?.toLowerCase())
  const words = requestedWords(wish)
  const candidates = memories.map((memory) => ({ ...memory, name: memory.content, brand: memory.category }))
  return same.length > 0
    ? same
    : words.length > 0
      ? pickProduct(words.join(" "), candidates)
      : memories.filter((memory) => memory.category === (category ?? memory.category))
}

/** Forgets a memory or proposes it; asks which one if several match. Forgets all on explicit request. */
export function* forget(wish: Wish): AnswerPart {
  const { otherId, text } = wish
  const memories = yield* requireMemories(null)
  if (otherId === null && /\b(?:everything|all|anything)\b/i.test(text) && requestedWords(wish).length === 0) {
    const [first, more] = Array.splitAt(memories, maxRemovalsPerPart)
    const removals = callAll(
      forgetPreference,
      first.map(({ memory_id }) => ({ memory_id }))
    )
    yield* resultsOf(removals, "forget all of that")
    return more.length > 0 ? "There is more; say it again and I go on." : ""
  }
  const { category, content, memory_id } = yield* onlyCandidate(
    otherId === null ? matchingMemories(wish, memories) : memories.filter(({ memory_id }) => memory_id === otherId),
    (several) => sayMemories("Which of these shall I forget?", several, "other"),
    sayMemories("I do not remember anything like that. This is what I remember", memories)
  )
  const change = changeRecord({ ...wish, memory: { category, content } })
  return yield* proposeOrDo(call(forgetPreference, { memory_id }), {}, "forget that", change)
}
