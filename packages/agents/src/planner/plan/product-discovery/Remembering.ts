import { type MemoryCategory } from "@storefront/domain/Memories"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { lines } from "@storefront/domain/Wording"
import { cut } from "@storefront/server/text/Text"
import { wordsAs } from "../../text/WordLists.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart, call, instead, known, leftToShop, mostDone, type Steps } from "../Steps.ts"
import { pickProduct, theOne } from "../Picking.ts"

type Memory = (typeof recallPreferences.successSchema.Type)["memories"][number]

/** Keeps what the customer said. */
export const remember = ({ memory }: Wish): AnswerPart | string => {
  const content = memory?.content?.trim().replace(/^that /i, "") ?? ""
  return content === "" || /^(?:nothing|anything)$/i.test(content)
    ? "What shall I remember? For example a size, a budget, a brand you like, or something to avoid."
    : leftToShop(
        call(rememberPreference, { category: memory?.category ?? "preference", content: cut(content, 500) }),
        { conflict: "I cannot remember more about you. Ask me what I remember, and tell me what I may forget." },
        "remember that"
      )
}

const memoryLines = (memories: ReadonlyArray<Memory>): string =>
  lines(memories, ({ category, content }) => `${content.replaceAll(/\s+/gu, " ")} (${category})`)

/** What is remembered, most important first. */
function* remembered(category: MemoryCategory | null): Steps<ReadonlyArray<Memory>> {
  const { memories } = yield* known(call(recallPreferences, { limit: mostRows, category }))
  return memories.length > 0
    ? memories
    : yield* instead(
        `I remember nothing${category === null ? "" : ` of that kind (${category})`} about you. Tell me a size, a budget, a brand you like or something to avoid, and I will.`
      )
}

/** Lists what is remembered. */
export function* recall({ memory }: Wish): AnswerPart {
  return `This is what I remember about you:\n${memoryLines(yield* remembered(memory?.category ?? null))}`
}

/** Words about remembering, not about what is remembered. */
const aboutMemory = wordsAs("memory")

/** The words that say what is to be forgotten. */
const askedWords = ({ memory }: Wish) => contentWords(memory?.content ?? "").filter((word) => !aboutMemory.has(word))

/** The memories with the same words, those that the words fit best or, without words, those of the category or all. */
const meant = (wish: Wish, memories: ReadonlyArray<Memory>): ReadonlyArray<Memory> => {
  const category = wish.memory?.category ?? null
  const same = memories.filter(({ content }) => content.toLowerCase() === wish.memory?.content?.toLowerCase())
  const asked = askedWords(wish)
  const called = memories.map((memory) => ({ ...memory, name: memory.content, brand: memory.category }))
  return same.length > 0
    ? same
    : asked.length > 0
      ? pickProduct(asked.join(" "), called)
      : memories.filter((memory) => memory.category === (category ?? memory.category))
}

/** Forgets what the customer means, or has the shop ask; asks which when several things could be meant. */
export function* forget(wish: Wish): AnswerPart {
  const { otherId, text } = wish
  const asked = askedWords(wish)
  const memories = yield* remembered(null)
  if (otherId === null && /\b(?:everything|all|anything)\b/i.test(text) && asked.length === 0) {
    const asking = yield* mostDone(memories, "forget anything", ({ memory_id }) =>
      call(forgetPreference, { memory_id })
    )
    return asking.length < memories.length ? "There is more; say it again and I go on." : ""
  }
  const { memory_id } = yield* theOne(
    otherId === null ? meant(wish, memories) : memories.filter(({ memory_id }) => memory_id === otherId),
    (several) => `Which of these shall I forget?\n${memoryLines(several)}`,
    `I do not remember anything like that. This is what I remember:\n${memoryLines(memories)}`
  )
  return yield* leftToShop(call(forgetPreference, { memory_id }), {}, "forget that")
}
