import { type AgentName } from "@storefront/domain/Topology"
import { Array } from "effect"
import { cut } from "../text/Text.ts"

/** Characters of one message that a model gets to see again. */
export const longestMessage = 24_000

/** One earlier message of a conversation. */
export interface HistoryEntry {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Who answered, where that is known. */
  readonly agentName?: AgentName
}

/** Messages of a history. */
export const maxEntries = 50

/** Characters of a history; what is older is left out. */
const maxCharacters = longestMessage

/** About how many tokens a text has: four ASCII characters make one, any other character is one by itself. */
const estimatedTokens = (text: string): number => {
  const others = text.length - text.replace(/[^\0-\x7f]/g, "").length
  return Math.ceil((text.length - others) / 4) + others
}

/** Messages from one of a person to the next. */
const turnsOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<ReadonlyArray<HistoryEntry>> =>
  Array.reduce(history, Array.empty<ReadonlyArray<HistoryEntry>>(), (turns, entry) =>
    entry.role === "user" || turns.length === 0
      ? [...turns, [entry]]
      : [...turns.slice(0, -1), [...(turns.at(-1) ?? []), entry]]
  )

/** The last turns whose sizes add up to no more than the limit. */
const lastWithin = (
  turns: ReadonlyArray<ReadonlyArray<HistoryEntry>>,
  limit: number,
  sizeOf: (text: string) => number
) => {
  const sizes = Array.scanRight(turns, 0, (total, turn) => turn.reduce((sum, { text }) => sum + sizeOf(text), total))
  return turns.filter((_, index) => (sizes[index] ?? 0) <= limit)
}

/**
 * The newest turns that fit the limits, oldest first; what is older is left out turn by turn. Of a message that is too long by
 * itself its beginning.
 */
export const newest = (
  history: ReadonlyArray<HistoryEntry>,
  maxTokens = Number.POSITIVE_INFINITY
): ReadonlyArray<HistoryEntry> => {
  const recent = Array.takeRight(history, maxEntries).map((entry) => ({
    ...entry,
    text: cut(entry.text, maxCharacters)
  }))
  const inCharacters = lastWithin(turnsOf(recent), maxCharacters, (text) => [...text].length)
  return lastWithin(inCharacters, maxTokens, estimatedTokens).flat()
}
