import { type ShownData, type TaskView } from "@storefront/domain/turn/TaskView"
import { type Fields, fieldsOf, listOf, textOf, textOrNull } from "../../json/Fields.ts"
import { type Outgoing } from "./Outgoing.ts"
import { type Step } from "./Steps.ts"

/**
 * The entries of a conversation's log, as the server has stored them and as they were seen here. An entry that has not
 * changed stays the same object, and its key stays the same for ever: nothing is shown or announced anew.
 */

interface Placed {
  readonly key: string
  /** Trace of its turn; null if unknown, and for messages of people. */
  readonly turn: string | null
  /** Id of the stored message; null until the conversation has been read again. */
  readonly messageId: string | null
}

/** A customer's rating of an answer. */
export interface Opinion {
  readonly rating: -1 | 0 | 1
  /** Empty if there is none. */
  readonly comment: string
}

export interface Said extends Placed {
  readonly from: "customer"
  /** Null if only proposals were decided on. */
  readonly text: string | null
  readonly decisions: Outgoing["decisions"]
}

export interface Answered extends Placed {
  readonly from: "assistant"
  /** The customer's own; of a rating of 0 if there is none. */
  readonly opinion: Opinion
  /** Work on the answer, as far as it was seen here. */
  readonly steps: ReadonlyArray<Step>
  readonly text: string
  readonly cards: ReadonlyArray<ShownData>
  /** Proposals, each in the newest answer that shows it. */
  readonly actions: ReadonlyArray<ShownData>
  /** `left`: it is no longer followed here. */
  readonly end: "working" | "answered" | "stopped" | "failed" | "left"
  /** Reason for which there is no answer; empty unless it failed. */
  readonly detail: string
}

/** A message of the shop's people. */
export interface Told extends Placed {
  readonly from: "staff"
  readonly text: string
  /** Empty if unknown. */
  readonly author: string
}

export type Entry = Said | Answered | Told

export const actionIdOf = ({ data }: ShownData): string => textOf(fieldsOf(data)["action_id"])

export const isOpen = ({ data }: ShownData): boolean => fieldsOf(data)["state"] === "open"

const shownOf = (value: unknown, build: (fields: Fields, at: number) => ShownData): ReadonlyArray<ShownData> =>
  listOf(value).map((item, at) => build(fieldsOf(item), at))

export const noOpinion: Opinion = { rating: 0, comment: "" }

const opinionOf = ({ comment, rating }: Fields): Opinion =>
  rating === 1 || rating === -1 ? { rating, comment: textOf(comment) } : noOpinion

const storedEntry = (stored: Fields): Entry => {
  const { agent_name, content, id, role } = stored
  const metadata = fieldsOf(stored["metadata"])
  const key = textOf(id)
  const placed = { key, messageId: key, turn: textOrNull(metadata["trace_id"]) }
  const text = textOf(content)
  if (role === "user") {
    return { ...placed, from: "customer", text, decisions: [] }
  }
  if (agent_name === "staff") {
    return { ...placed, from: "staff", turn: null, text, author: textOf(metadata["author"]) }
  }
  return {
    ...placed,
    from: "assistant",
    opinion: opinionOf(fieldsOf(metadata["feedback"])),
    steps: [],
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

/** Reads `GET /api/conversations/{id}`. */
export const readConversation = (body: unknown): ReadonlyArray<Entry> =>
  listOf(fieldsOf(body)["messages"]).map((message) => storedEntry(fieldsOf(message)))

/** Returns the id of the newest conversation, if its last message is younger than `age` ms; from `GET /api/conversations`. */
export const newestOf = (body: unknown, now: number, age: number): string | null => {
  const { id, last_message_at } = fieldsOf(listOf(body)[0])
  const at = Date.parse(textOf(last_message_at))
  return typeof id === "string" && now - at < age ? id : null
}

/** Changes the entries that differ afterwards, and keeps the list if none does. */
const mapChanged = (entries: ReadonlyArray<Entry>, change: (entry: Entry) => Entry): ReadonlyArray<Entry> => {
  const changed = entries.map(change)
  return changed.every((entry, at) => entry === entries[at]) ? entries : changed
}

/** Returns whether JSON is the same. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Replaces an entry. */
export const withEntry = (entries: ReadonlyArray<Entry>, entry: Entry): ReadonlyArray<Entry> =>
  mapChanged(entries, (other) => (other.key === entry.key ? entry : other))

/** Brings the proposals of all answers but one to the states that the task shows. */
export const withStates = (
  entries: ReadonlyArray<Entry>,
  actions: ReadonlyArray<ShownData>,
  except: string
): ReadonlyArray<Entry> => {
  const known = new Map(actions.map((action) => [actionIdOf(action), action]))
  return mapChanged(entries, (entry) => {
    if (entry.from !== "assistant" || entry.key === except) {
      return entry
    }
    const current = entry.actions.map((action) => known.get(actionIdOf(action)) ?? action)
    return isSame(current, entry.actions) ? entry : { ...entry, actions: current }
  })
}

/** Leaves proposals out of all answers but the newest one that shows them. */
const shownOnce = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const last = new Map(
    entries.flatMap((entry) =>
      entry.from === "assistant" ? entry.actions.map((action) => [actionIdOf(action), entry.key] as const) : []
    )
  )
  return mapChanged(entries, (entry) =>
    entry.from === "assistant" && entry.actions.some((action) => last.get(actionIdOf(action)) !== entry.key)
      ? { ...entry, actions: entry.actions.filter((action) => last.get(actionIdOf(action)) === entry.key) }
      : entry
  )
}

/** Place of an entry in the conversation: a turn has one message of the customer and at most one answer. */
const placeOf = ({ from, key, turn }: Entry) => (turn === null ? key : `${from} ${turn}`)

/** Enters the stored form of an entry that was seen here. */
const stored = (seen: Entry | undefined, entry: Entry): Entry => {
  if (seen === undefined) {
    return entry
  }
  if (seen.from !== "assistant" || entry.from !== "assistant") {
    return seen.messageId === null ? { ...seen, messageId: entry.messageId } : seen
  }
  const { cards, end, opinion, text } = entry
  const actions = isSame(entry.actions, seen.actions) ? seen.actions : entry.actions
  return seen.messageId !== null &&
    seen.text === text &&
    seen.end === end &&
    seen.actions === actions &&
    isSame(seen.opinion, opinion)
    ? seen
    : { ...entry, key: seen.key, steps: seen.steps, cards: isSame(cards, seen.cards) ? seen.cards : cards, actions }
}

/**
 * Joins what is shown with what the server has stored. What is not stored, as a failure or an answer in the making,
 * stays where it is; a stored message that is there no longer goes.
 */
export const withStored = (shown: ReadonlyArray<Entry>, fresh: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const known = new Map(shown.map((entry) => [placeOf(entry), entry]))
  const places = new Set(fresh.map(placeOf))
  const followers = new Map<string, Array<Entry>>()
  let before = ""
  for (const entry of shown) {
    const place = placeOf(entry)
    if (places.has(place)) {
      before = place
    } else if (entry.messageId === null) {
      followers.set(before, [...(followers.get(before) ?? []), entry])
    }
  }
  const joined = [
    ...(followers.get("") ?? []),
    ...fresh.flatMap((entry) => {
      const place = placeOf(entry)
      const seen = known.get(place)
      const isInTheMaking = seen?.from === "assistant" && seen.end === "working"
      return [isInTheMaking ? seen : stored(seen, entry), ...(followers.get(place) ?? [])]
    })
  ]
  const once = shownOnce(joined)
  return once.length === shown.length && once.every((entry, at) => entry === shown[at]) ? shown : once
}

/** Returns how a task that is not at work has ended. */
export const endOf = ({ phase }: TaskView): Answered["end"] =>
  phase === "failed" ? "failed" : phase === "canceled" ? "stopped" : "answered"

/** Returns the proposals that are open in the newest answer, to which a reply refers. */
export const openActions = (entries: ReadonlyArray<Entry>): ReadonlyArray<ShownData> => {
  const newest = entries.findLast(({ from }) => from !== "customer")
  return newest?.from === "assistant" ? newest.actions.filter(isOpen) : []
}

/** Returns the time in ms at which the first of the open proposals expires; null if none does. */
export const firstExpiry = (entries: ReadonlyArray<Entry>): number | null => {
  const times = entries
    .flatMap((entry) => (entry.from === "assistant" ? entry.actions.filter(isOpen) : []))
    .map(({ data }) => Date.parse(textOf(fieldsOf(data)["expires_at"])))
    .filter((time) => !Number.isNaN(time))
  return times.length === 0 ? null : Math.min(...times)
}
