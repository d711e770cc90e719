import { type TaskView } from "@storefront/domain/turn/TaskView"
import { fieldsOf, textOrNull } from "../../json/Fields.ts"
import { type ChatState, type Running } from "./ChatState.ts"
import { actionIdOf, type Answered, type Entry, noOpinion, withEntry, withStates } from "./Entries.ts"
import { isOutgoing, type Outgoing } from "./Outgoing.ts"
import { advance, type Before, finished, type Making, readBefore, readMaking } from "./Steps.ts"

/** A message and its answer in the making: how they change what is shown, from sending to the end. Pure. */

/** A message on its way with what was seen of its answer, as a tab keeps it over a reload. */
export interface Sent {
  readonly outgoing: Outgoing
  /** Trace of the turn; null until the server has told. */
  readonly turn: string | null
  /** Null until the first view. */
  readonly before: Before | null
  readonly making: Making
}

export const sentNow = (outgoing: Outgoing): Sent => ({
  outgoing,
  turn: null,
  before: null,
  making: { steps: [], text: "" }
})

/** Reads a message from storage; null if there is none. */
export const readSent = (value: unknown): Sent | null => {
  const { before, making, outgoing, turn } = fieldsOf(value)
  return isOutgoing(outgoing)
    ? { outgoing, turn: textOrNull(turn), before: readBefore(before), making: readMaking(making) }
    : null
}

const answerKey = ({ messageId }: Outgoing) => `answer-${messageId}`

/** Returns whether an entry is the message or its answer. */
const isOf = (outgoing: Outgoing, { key }: Entry) => key === outgoing.messageId || key === answerKey(outgoing)

/** Leaves out what the server has stored of a turn that is followed here. */
const withoutStored = (entries: ReadonlyArray<Entry>, turn: string | null) =>
  entries.filter((entry) => turn === null || entry.turn !== turn || entry.messageId === null)

const sending = (outgoing: Outgoing): Running => ({
  outgoing,
  taskId: null,
  isWaiting: false,
  tool: null,
  isLost: false,
  stopping: "no"
})

/** Puts the message and its answer at the end of the log. */
export const begun = (state: ChatState, { making, outgoing, turn }: Sent): ChatState => {
  const { decisions, messageId, text } = outgoing
  return {
    ...state,
    running: sending(outgoing),
    failed: null,
    refusal: null,
    isGone: false,
    entries: [
      ...withoutStored(state.entries, turn),
      { from: "customer", key: messageId, turn, messageId: null, text, decisions },
      {
        from: "assistant",
        key: answerKey(outgoing),
        turn,
        messageId: null,
        opinion: noOpinion,
        ...making,
        cards: [],
        actions: [],
        end: "working",
        detail: ""
      }
    ]
  }
}

const nothing: Before = { text: "", cards: 0 }

/** Takes the next view of the task into account. The first one of a task that only goes on shows what it had before. */
export const seenIn = (sent: Sent, view: TaskView): Sent => {
  const before =
    sent.before ?? (sent.outgoing.decisions.length === 0 ? nothing : { text: view.text, cards: view.cards.length })
  return { ...sent, turn: view.traceId ?? sent.turn, before, making: advance(sent.making, view, before) }
}

/** Shows the task. Proposals of earlier answers change there. */
export const shown = (state: ChatState, { before, making, outgoing, turn }: Sent, view: TaskView): ChatState => {
  const entries = withoutStored(state.entries, turn).map((entry) =>
    entry.from === "customer" && isOf(outgoing, entry) && entry.turn !== turn ? { ...entry, turn } : entry
  )
  const answer = entries.find((entry): entry is Answered => entry.from === "assistant" && isOf(outgoing, entry))
  if (answer === undefined || state.running === null) {
    return state
  }
  const earlier = new Set(
    entries.flatMap((entry) => (entry.from === "assistant" && entry !== answer ? entry.actions.map(actionIdOf) : []))
  )
  const next: Answered = {
    ...answer,
    ...making,
    turn,
    cards: view.cards.slice(before?.cards),
    actions: view.actions.filter((action) => !earlier.has(actionIdOf(action)))
  }
  return {
    ...state,
    entries: withStates(withEntry(entries, next), view.actions, answer.key),
    running: {
      ...state.running,
      taskId: view.taskId,
      isWaiting: view.phase === "submitted" && view.notice !== null,
      tool: view.calls.findLast(({ isFinished, kind }) => kind === "tool" && !isFinished) ?? null
    }
  }
}

/** Ends the answer in the making. */
export const ended = (
  state: ChatState,
  outgoing: Outgoing,
  { detail = "", end }: { readonly end: Answered["end"]; readonly detail?: string }
): ChatState => ({
  ...state,
  running: null,
  entries: state.entries.map((entry) =>
    entry.from === "assistant" && isOf(outgoing, entry)
      ? { ...entry, end, detail, steps: finished(entry.steps) }
      : entry
  )
})

/** Leaves out all but the message and its answer, which began another conversation. */
export const alone = (state: ChatState, outgoing: Outgoing): ChatState => ({
  ...state,
  isGone: true,
  entries: state.entries.filter((entry) => isOf(outgoing, entry))
})

/** Takes a message off the log that was not taken. */
export const withdrawn = (state: ChatState, outgoing: Outgoing): ChatState => ({
  ...state,
  running: null,
  entries: state.entries.filter((entry) => !isOf(outgoing, entry))
})
