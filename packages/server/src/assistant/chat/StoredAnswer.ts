import { ActionId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Locale } from "@storefront/domain/words/Locale"
import { Array, Schema } from "effect"
import { type TurnReport } from "../turn/TurnReport.ts"

/** Stored form of an answer and its metadata. */

/** Outcome of one call to a specialist. */
export interface Consultation {
  readonly agent_name: SpecialistName
  readonly status: "success" | "error" | "blocked"
  readonly duration_ms: number
}

/** Sentence by which the server reports a write. */
export interface Receipt {
  readonly tool: string
  readonly summary: string
}

export interface StoredAnswer {
  readonly content: string
  /** Length of the content before dropped proposals and the block, in UTF-16 code units. Models see only this part. */
  readonly ownLength: number
  /** Actions of the block, in the order of the block. */
  readonly shown: ReadonlyArray<ActionId>
  /** Actions whose outcome the text above the block reports. */
  readonly reported: ReadonlyArray<ActionId>
  readonly locale: Locale
  /** In the order of their first calls. */
  readonly agentsInvolved: ReadonlyArray<SpecialistName>
  readonly specialists: ReadonlyArray<Consultation>
  /** Model states for later turns: those of the specialists that answered, in call order, then the orchestrator's. */
  readonly modelStates: ReadonlyArray<unknown>
  readonly shows: ReadonlyArray<Shown>
  readonly cards: ReadonlyArray<Card>
  readonly partial: boolean
  /** True if the customer stopped the turn: the content is the text so far. */
  readonly stopped: boolean
  /** Writes that the answer reports. */
  readonly writes: ReadonlyArray<Receipt>
  /** Totals of the turn, specialists included. */
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Returns whether delivery must be known: a yes would confirm shown actions, and undelivered reports are repeated. */
export const needsAcknowledgement = ({ shown, reported, writes }: StoredAnswer): boolean =>
  writes.length + shown.length + reported.length > 0

/** Metadata fields of an answer that only the server reads. Must agree with `metadataOf`. */
export const Internal = Schema.Struct({
  pending_actions: Schema.optionalWith(Schema.Array(ActionId), { default: () => [] }),
  told_actions: Schema.optionalWith(Schema.Array(ActionId), { default: () => [] }),
  own_length: Schema.optional(Schema.NonNegativeInt),
  locale: Schema.optional(Locale),
  model_states: Schema.optional(Schema.Unknown),
  shows: Schema.optional(Schema.Unknown)
})

/** Metadata keys that are not sent to clients as stored. */
export const internalKeys: ReadonlyArray<string> = Object.keys(Internal.fields)

export const metadataOf = (answer: StoredAnswer, report: TurnReport) => ({
  trace_id: report.traceId,
  duration_ms: report.durationMs,
  specialists: answer.specialists,
  guard: report.guard,
  model: report.model,
  partial: answer.partial,
  ...(answer.stopped ? { stopped: true } : {}),
  ...(answer.shown.length === 0 ? {} : { pending_actions: answer.shown, locale: answer.locale }),
  ...(answer.ownLength === answer.content.length ? {} : { own_length: answer.ownLength }),
  ...(answer.writes.length === 0 ? {} : { writes: answer.writes }),
  ...(answer.reported.length === 0 ? {} : { told_actions: answer.reported }),
  ...(answer.modelStates.length === 0 ? {} : { model_states: answer.modelStates }),
  ...(answer.shows.length === 0 ? {} : { shows: answer.shows }),
  ...(answer.cards.length === 0 ? {} : { cards: answer.cards })
})

/** Summarises the calls to specialists for the stored answer. */
export const consultations = (
  calls: ReadonlyArray<{
    readonly specialist: SpecialistName
    readonly status: Consultation["status"]
    readonly durationMs: number
  }>
): Pick<StoredAnswer, "agentsInvolved" | "specialists"> => ({
  agentsInvolved: Array.dedupe(calls.map(({ specialist }) => specialist)),
  specialists: calls.map(({ durationMs, specialist, status }) => ({
    agent_name: specialist,
    status,
    duration_ms: durationMs
  }))
})
