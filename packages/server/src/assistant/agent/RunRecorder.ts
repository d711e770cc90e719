import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type UsageLogId } from "@storefront/domain/Ids"
import { type DateTime, Effect, Option } from "effect"
import { type ProposingTurn } from "../actions/ProposingTurn.ts"
import { type IdOrigins } from "../guard/Provenance.ts"
import { type RunNotOpened } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../turn/TurnReport.ts"

/** Storage of a run in the audit, and data of earlier runs that it depends on. */
export interface RunRecorder {
  /** Opens the run before its first tool call. Returns its id; none if open runs are not recorded. */
  readonly open: (
    startedAt: DateTime.Utc
  ) => Effect.Effect<Option.Option<UsageLogId>, DatabaseUnavailable | RunNotOpened>
  /**
   * Stores the report, and returns it completed by writes that the run did not know of. Called exactly once however the
   * run ends, and never interrupted.
   */
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport, DatabaseUnavailable>
  /** Ids that appeared in earlier runs of the conversation, oldest run first. */
  readonly earlierIds: Effect.Effect<ReadonlyArray<IdOrigins>, DatabaseUnavailable>
  /** Turn in which the run may propose binding acts; none for other clients and for the orchestrator itself. */
  readonly proposing: Option.Option<ProposingTurn>
}

/** Records nothing. */
export const none: RunRecorder = {
  open: () => Effect.succeedNone,
  record: Effect.succeed,
  earlierIds: Effect.succeed([]),
  proposing: Option.none()
}
