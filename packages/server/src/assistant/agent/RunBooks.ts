import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type UsageLogId } from "@storefront/domain/Ids"
import { type DateTime, Effect, Option } from "effect"
import { type ProposingTurn } from "../actions/ProposingTurn.ts"
import { type IdOrigins } from "../guard/Provenance.ts"
import { type RunNotOpened } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../turn/TurnReport.ts"

/** How a run is kept, and what earlier ones have left. */
export interface RunBooks {
  /** Tells the audit that the run begins, before its first tool. Answers its id there; none where nobody keeps books of what is open. */
  readonly open: (
    startedAt: DateTime.Utc
  ) => Effect.Effect<Option.Option<UsageLogId>, DatabaseUnavailable | RunNotOpened>
  /**
   * Keeps the report, and answers it with what else is known to have been written. Runs exactly once whatever happens to
   * the run, and is not interrupted itself.
   */
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport, DatabaseUnavailable>
  /** The ids that appeared in earlier runs of the conversation, oldest run first. */
  readonly earlierIds: Effect.Effect<ReadonlyArray<IdOrigins>, DatabaseUnavailable>
  /** In which turn of the front door the run can propose binding acts; none for another client, and at the front door itself. */
  readonly proposing: Option.Option<ProposingTurn>
}

/** For a run that leaves nothing behind. */
export const none: RunBooks = {
  open: () => Effect.succeedNone,
  record: Effect.succeed,
  earlierIds: Effect.succeed([]),
  proposing: Option.none()
}
