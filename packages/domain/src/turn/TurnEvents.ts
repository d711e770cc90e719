/**
 * Events of a turn, which every door encodes in its own protocol, and the state that they fold to. Imports nothing, so
 * that a browser can run it.
 */

/** Ids of a turn, known from its first event on. */
export interface TurnIds {
  readonly turn_id: string
  readonly conversation_id: string
  /** The client's id of the message; the stored message's if the client gave none. */
  readonly message_id: string
  /** Id under which the answer will be stored; empty once the turn has ended without one. */
  readonly answer_id: string
  readonly trace_id: string
}

/** An object that the answer is about, to be displayed beside it. */
export interface Card {
  readonly kind: string
  readonly data: unknown
}

/** A proposal that the answer asks the customer to confirm. */
export interface ProposedCard {
  readonly action_id: string
  readonly act: string
  /** The server's wording, plain text. */
  readonly summary: string
  /** RFC 3339, UTC. */
  readonly expires_at: string
  readonly state: "proposed" | "open" | "confirmed" | "dropped" | "stale" | "expired"
}

export interface SpecialistStarted {
  /** Id of the call, unique in the turn. */
  readonly call: string
  readonly agent_name: string
  /** English display name; clients translate by `agent_name`. */
  readonly title: string
}

export interface ToolStarted {
  /** Id of the call, unique in the turn. */
  readonly call: string
  readonly tool: string
  /** English display name; clients translate by `tool`. */
  readonly title: string
}

export interface Finished {
  readonly call: string
  readonly status: "success" | "error" | "blocked" | "cancelled"
  readonly duration_ms: number
}

/** Totals of a turn with an answer, or of one that was stopped. Everything is stored when they are sent. */
export interface TurnTotals {
  readonly outcome: "answered" | "partial" | "blocked" | "handed_over"
  readonly agents_involved: ReadonlyArray<string>
  readonly tokens_in: number
  readonly tokens_out: number
  readonly duration_ms: number
}

/** Error of a turn, as the REST endpoint responds with it. */
export interface TurnError {
  /** HTTP status. */
  readonly status: number
  readonly detail: string
  /** Seconds until another attempt can succeed; null if unknown. */
  readonly retry_after: number | null
}

/** Event of a turn; they are numbered from 1. One of the last three ends the turn. */
export type TurnEvent =
  /** The turn has a row in the database; it can be followed and stopped. */
  | ({ readonly _tag: "accepted" } & TurnIds)
  /** Another turn has the conversation. */
  | { readonly _tag: "waiting" }
  /** The message is stored. */
  | { readonly _tag: "started" }
  | ({ readonly _tag: "specialist_started" } & SpecialistStarted)
  | ({ readonly _tag: "specialist_finished" } & Finished)
  | ({ readonly _tag: "tool_started" } & ToolStarted)
  | ({ readonly _tag: "tool_finished" } & Finished)
  /** Next piece of the answer. */
  | { readonly _tag: "text"; readonly delta: string }
  /** The text so far is no part of the answer. */
  | { readonly _tag: "text_discarded" }
  | { readonly _tag: "card"; readonly card: Card }
  | { readonly _tag: "pending_action"; readonly action: ProposedCard }
  | ({ readonly _tag: "done" } & TurnTotals)
  /** The customer stopped the turn. */
  | ({ readonly _tag: "stopped" } & TurnTotals)
  | ({ readonly _tag: "failed" } & TurnError)

export type TurnEnd = Extract<TurnEvent, { readonly _tag: "done" | "stopped" | "failed" }>

/** State of a turn after some of its events. */
export interface TurnState {
  /** Null before `accepted`. */
  readonly ids: TurnIds | null
  readonly phase: "accepted" | "waiting" | "started" | TurnEnd["_tag"]
  /** Calls to specialists and their tools, in order, while the turn runs; empty after its end. */
  readonly specialists: ReadonlyArray<SpecialistStarted & { readonly finished: Finished | null }>
  readonly tools: ReadonlyArray<ToolStarted & { readonly finished: Finished | null }>
  /** Answer so far. */
  readonly text: string
  readonly cards: ReadonlyArray<Card>
  readonly actions: ReadonlyArray<ProposedCard>
  /** Null until the turn has ended. */
  readonly end: TurnEnd | null
}

export const initialState: TurnState = {
  ids: null,
  phase: "accepted",
  specialists: [],
  tools: [],
  text: "",
  cards: [],
  actions: [],
  end: null
}

/** Enters the end of a call. */
const finish = <Call extends { readonly call: string }>(
  calls: ReadonlyArray<Call>,
  { call, duration_ms, status }: Finished
): ReadonlyArray<Call> =>
  calls.map((started) => (started.call === call ? { ...started, finished: { call, status, duration_ms } } : started))

/** Removes the id of an answer that will never be stored. */
const withoutAnswer = ({ ids }: TurnState): Pick<TurnState, "ids"> => ({
  ids: ids === null ? null : { ...ids, answer_id: "" }
})

const change = (state: TurnState, event: TurnEvent): Partial<TurnState> => {
  switch (event._tag) {
    case "accepted": {
      const { answer_id, conversation_id, message_id, trace_id, turn_id } = event
      return { ids: { turn_id, conversation_id, message_id, answer_id, trace_id } }
    }
    case "waiting":
    case "started":
      return { phase: event._tag }
    case "specialist_started": {
      const { agent_name, call, title } = event
      return { specialists: [...state.specialists, { call, agent_name, title, finished: null }] }
    }
    case "specialist_finished":
      return { specialists: finish(state.specialists, event) }
    case "tool_started": {
      const { call, title, tool } = event
      return { tools: [...state.tools, { call, tool, title, finished: null }] }
    }
    case "tool_finished":
      return { tools: finish(state.tools, event) }
    case "text":
      return { text: state.text + event.delta }
    case "text_discarded":
      return { text: "" }
    case "card":
      return { cards: [...state.cards, event.card] }
    case "pending_action":
      return { actions: [...state.actions, event.action] }
    case "failed":
      return {
        phase: event._tag,
        end: event,
        specialists: [],
        tools: [],
        text: "",
        cards: [],
        actions: [],
        ...withoutAnswer(state)
      }
    default:
      return {
        phase: event._tag,
        end: event,
        specialists: [],
        tools: [],
        // A turn that was stopped before it said anything has no answer.
        ...(event._tag === "stopped" && state.text === "" ? withoutAnswer(state) : {})
      }
  }
}

/** Applies the next event. Progress is dropped at the end, so that the state equals the stored turn. */
export const applyEvent = (state: TurnState, event: TurnEvent): TurnState => ({
  ...state,
  ...change(state, event)
})
