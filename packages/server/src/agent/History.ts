import { type AgentName } from "@storefront/domain/Topology"

/** Characters of one message that a model gets to see again. */
export const longestMessage = 24_000

/** One earlier message of a conversation. */
export interface HistoryEntry {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Who answered, where that is known. */
  readonly agentName?: AgentName
}
