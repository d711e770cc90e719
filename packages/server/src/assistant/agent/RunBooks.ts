import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type UsageLogId } from "@storefront/domain/Ids"
import { type DateTime, Effect, Option } from "effect"
import { type ProposingTurn } from "../actions/ProposingTurn.ts"
import { type IdOrigins } from "../guard/Provenance.ts"
import { type RunNotOpened } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../turn/TurnReport.ts"

/** Records of a run, and of the runs before it. */
export interface RunBooks {
  /** Opens the run in the audit before its first tool call. Returns its id there; none if open runs are not kept. */
  readonly open: (
    startedAt: DateTime.Utc
  ) => Effect.Effect<Option.Option<UsageLogId>, DatabaseUnavailable | RunNotOpened>
  /**
   * Stores the report, and returns it with any further writes that are known. Called exactly once however the run ends,
   * and never interrupted.
   */
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport, DatabaseUnavailable>
  /** Ids that appeared in earlier runs of the conversation, oldest run first. */
  readonly earlierIds: Effect.Effect<ReadonlyArray<IdOrigins>, DatabaseUnavailable>
  /** Front door turn in which the run may propose binding acts; none for other clients and the front door itself. */
  readonly proposing: Option.Option<ProposingTurn>
}

/** For a run that leaves no records. */
export const none: RunBooks = {
  open: () => Effect.succeedNone,
  record: Effect.succeed,
  earlierIds: Effect.succeed([]),
  proposing: Option.none()
}
