import { type ShownData, type TaskView } from "@storefront/domain/turn/TaskView"
import { type Fields, fieldsOf, listOf, textOf } from "../../json/Fields.ts"

/** The entries of a conversation's log, from what the server has stored and from turns that were followed. */

export interface Said {
  readonly from: "customer"
  readonly key: string
  readonly text: string
}

/** What a customer thinks of an answer. */
export interface Opinion {
  readonly rating: -1 | 0 | 1
  /** Empty if there is none. */
  readonly comment: string
}

export interface Answered {
  readonly from: "assistant"
  readonly key: string
  /** Id of the stored message, by which it can be rated; null until the conversation has been read again. */
  readonly messageId: string | null
  /** The customer's own; of a rating of 0 if there is none. */
  readonly opinion: Opinion
  readonly text: string
  readonly cards: ReadonlyArray<ShownData>
  readonly actions: ReadonlyArray<ShownData>
  readonly end: "answered" | "stopped" | "failed"
  /** Why there is no answer; empty unless it failed. */
  readonly detail: string
}

/** A message of the shop's people. */
export interface Told {
  readonly from: "staff"
  readonly key: string
  readonly text: string
  /** Empty if unknown. */
  readonly author: string
}

export type Entry = Said | Answered | Told

/** Takes the objects beside a stored answer, as they come with a streamed one. */
const shownOf = (value: unknown, keyOf: (fields: Fields, at: number) => ShownData): ReadonlyArray<ShownData> =>
  listOf(value).map((item, at) => keyOf(fieldsOf(item), at))

const noOpinion: Opinion = { rating: 0, comment: "" }

const opinionOf = ({ comment, rating }: Fields): Opinion =>
  rating === 1 || rating === -1 ? { rating, comment: textOf(comment) } : noOpinion

const storedEntry = (stored: Fields): Entry => {
  const { agent_name, content, id, role } = stored
  const key = textOf(id)
  const text = textOf(content)
  const metadata = fieldsOf(stored["metadata"])
  if (role === "user") {
    return { from: "customer", key, text }
  }
  if (agent_name === "staff") {
    return { from: "staff", key, text, author: textOf(metadata["author"]) }
  }
  return {
    from: "assistant",
    key,
    messageId: key,
    opinion: opinionOf(fieldsOf(metadata["feedback"])),
    text,
    cards: shownOf(metadata["cards"], ({ data, kind }, at) => ({ artifactId: `card-${at}`, kind: textOf(kind), data })),
    actions: shownOf(metadata["pending_actions"], (data) => ({
      artifactId: `action-${textOf(data["action_id"])}`,
      kind: "pending_action",
      data
    })),
    end: metadata["stopped"] === true ? "stopped" : "answered",
    detail: ""
  }
}

export interface StoredConversation {
  readonly id: string
  readonly entries: ReadonlyArray<Entry>
}

/** Reads `GET /api/conversations/{id}`. */
export const readConversation = (body: unknown): StoredConversation => {
  const { id, messages } = fieldsOf(body)
  return { id: textOf(id), entries: listOf(messages).map((message) => storedEntry(fieldsOf(message))) }
}

/** Returns the id of the newest conversation, if its last message is younger than `age` ms; from `GET /api/conversations`. */
export const newestOf = (body: unknown, now: number, age: number): string | null => {
  const { id, last_message_at } = fieldsOf(listOf(body)[0])
  const at = Date.parse(textOf(last_message_at))
  return typeof id === "string" && now - at < age ? id : null
}

/** Returns the entry of a turn that has ended. */
export const answerOf = (key: string, view: TaskView): Answered => ({
  from: "assistant",
  key,
  messageId: null,
  opinion: noOpinion,
  text: view.text,
  cards: view.cards,
  actions: view.actions,
  end: view.phase === "failed" ? "failed" : view.phase === "canceled" ? "stopped" : "answered",
  detail: view.failure?.detail ?? ""
})
