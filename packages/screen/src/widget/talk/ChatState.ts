import { type ShownCall } from "@storefront/domain/turn/TaskView"
import { type Entry } from "./Entries.ts"
import { type Decision, type Outgoing, type Wish } from "./Outgoing.ts"

/** Everything about a conversation that is shown. */

/** A message that is being answered. Its answer is the last entry. */
export interface Running {
  readonly outgoing: Outgoing
  /** Null until the server has told. */
  readonly taskId: string | null
  /** An earlier message of the conversation is still being answered. */
  readonly isWaiting: boolean
  /** Tool at work. */
  readonly tool: ShownCall | null
  /** The connection is lost, and the customer should know. */
  readonly isLost: boolean
  readonly stopping: "no" | "asked" | "failed"
}

export interface Refusal {
  /** The server's sentence. */
  readonly detail: string
  /** Time in ms from which another attempt can succeed; null if it does not depend on time. */
  readonly until: number | null
}

export interface ChatState {
  /** State of reading what was said before. Until it has been read, nothing is sent; that waits for a session that is over. */
  readonly history: "reading" | "failed" | "read"
  readonly entries: ReadonlyArray<Entry>
  readonly running: Running | null
  /** Wishes from the time of an answer. They go one after another. */
  readonly queue: ReadonlyArray<Wish>
  /** Text in the input. */
  readonly draft: string
  /** Message that failed last, and can be sent once more. */
  readonly failed: Outgoing | null
  /** Reason for which the last message was not taken. */
  readonly refusal: Refusal | null
  readonly isSignedOut: boolean
  /** The conversation is gone, deleted elsewhere for instance; another one begins. */
  readonly isGone: boolean
}

export const emptyChat: ChatState = {
  history: "read",
  entries: [],
  running: null,
  queue: [],
  draft: "",
  failed: null,
  refusal: null,
  isSignedOut: false,
  isGone: false
}

/** Returns whether a new wish has to wait. */
export const isBusy = ({ history, running }: ChatState): boolean => running !== null || history !== "read"

/** Returns the decisions that are on their way, or wait. */
export const pendingDecisions = ({ queue, running }: Pick<ChatState, "queue" | "running">): ReadonlyArray<Decision> => [
  ...(running?.outgoing.decisions ?? []),
  ...queue.flatMap(({ decisions }) => decisions)
]

/** Puts texts in front of the draft, and with them what waits. */
export const withReturned = (state: ChatState, ...texts: ReadonlyArray<string | null>): ChatState => ({
  ...state,
  queue: [],
  draft: [...texts, ...state.queue.map(({ text }) => text), state.draft]
    .filter((text) => text !== null && text !== "")
    .join("\n")
})
