import { ActionId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Locale } from "@storefront/domain/words/Locale"
import { Array, Schema } from "effect"
import { type TurnReport } from "../turn/TurnReport.ts"

/** How a turn asked a specialist. */
export interface Consultation {
  readonly agent_name: SpecialistName
  readonly status: "success" | "error" | "blocked"
  readonly duration_ms: number
}

/** A write that acted at once, in the server's words. */
export interface Receipt {
  readonly tool: string
  readonly summary: string
}

/** An answer as it is stored. */
export interface StoredAnswer {
  readonly content: string
  /** Length of the content before the words for dropped proposals and the block, in UTF-16 code units: models see nothing else of it. */
  readonly ownLength: number
  /** The actions of the block, in its order. */
  readonly shown: ReadonlyArray<ActionId>
  /** The actions that the text above the block tells of. */
  readonly told: ReadonlyArray<ActionId>
  readonly locale: Locale
  /** In the order of the first call. */
  readonly agentsInvolved: ReadonlyArray<SpecialistName>
  readonly specialists: ReadonlyArray<Consultation>
  /** What the models want back in later turns: those of specialists that answered, in the order of the calls, then the orchestrator's. */
  readonly modelStates: ReadonlyArray<unknown>
  /** The ids of what it is about. */
  readonly shows: ReadonlyArray<Shown>
  readonly partial: boolean
  /** The writes that it tells of. */
  readonly writes: ReadonlyArray<Receipt>
  /** Of the whole turn, specialists included. */
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Whether it matters if the customer got the answer: a yes would mean what it shows, and what it tells is told again. */
export const mustBeReceived = ({ shown, told, writes }: StoredAnswer): boolean =>
  writes.length + shown.length + told.length > 0

/** What the metadata of an answer holds for the server alone. */
export const Internal = Schema.Struct({
  pending_actions: Schema.optionalWith(Schema.Array(ActionId), { default: () => [] }),
  told_actions: Schema.optionalWith(Schema.Array(ActionId), { default: () => [] }),
  own_length: Schema.optional(Schema.NonNegativeInt),
  locale: Schema.optional(Locale),
  model_states: Schema.optional(Schema.Unknown),
  shows: Schema.optional(Schema.Unknown)
})

/** The keys of metadata that nobody outside sees as they are stored. */
export const internalKeys: ReadonlyArray<string> = Object.keys(Internal.fields)

/** The metadata of an answer, as it is stored. */
export const metadataOf = (answer: StoredAnswer, report: TurnReport) => ({
  trace_id: report.traceId,
  duration_ms: report.durationMs,
  specialists: answer.specialists,
  guard: report.guard,
  model: report.model,
  partial: answer.partial,
  ...(answer.shown.length === 0 ? {} : { pending_actions: answer.shown, locale: answer.locale }),
  ...(answer.ownLength === answer.content.length ? {} : { own_length: answer.ownLength }),
  ...(answer.writes.length === 0 ? {} : { writes: answer.writes }),
  ...(answer.told.length === 0 ? {} : { told_actions: answer.told }),
  ...(answer.modelStates.length === 0 ? {} : { model_states: answer.modelStates }),
  ...(answer.shows.length === 0 ? {} : { shows: answer.shows })
})

/** What was asked of specialists, as an answer keeps it. */
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
