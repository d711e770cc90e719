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

/** The newest messages that fit the limits, oldest first; of one that is too long by itself its beginning. */
export const newest = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<HistoryEntry> => {
  const recent = Array.takeRight(history, maxEntries).map((entry) => ({
    ...entry,
    text: cut(entry.text, maxCharacters)
  }))
  const charactersFrom = Array.scanRight(recent, 0, (total, { text }) => total + [...text].length)
  return Array.zip(recent, charactersFrom).flatMap(([entry, characters]) =>
    characters <= maxCharacters ? [entry] : []
  )
}
