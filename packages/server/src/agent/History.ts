import { type AgentName } from "@storefront/domain/Topology"

/** One earlier message of a conversation. */
export interface HistoryEntry {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Who answered, where that is known. */
  readonly agentName?: AgentName
}
