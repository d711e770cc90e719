import { Layer } from "effect"
import { PendingActions } from "../actions/PendingActions.ts"
import { SpecialistAccess } from "../specialists/SpecialistAccess.ts"
import { SpecialistClient } from "../specialists/SpecialistClient.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import { Cards } from "./Cards.ts"
import { ChatTurn } from "./ChatTurn.ts"
import { LiveTurns } from "./LiveTurns.ts"
import { type Orchestrator } from "./OrchestratorRun.ts"
import { Receipts } from "./Receipts.ts"
import { StoredTurns } from "./StoredTurns.ts"
import { StreamedTurns } from "./StreamedTurns.ts"
import { TurnEventLog } from "./TurnEventLog.ts"
import { TurnOpening } from "./TurnOpening.ts"
import { TurnRecord } from "./TurnRecord.ts"
import * as TurnRelay from "./TurnRelay.ts"
import { TurnStates } from "./TurnStates.ts"

/**
 * Turns of the orchestrator for all doors. Requires only the database and the network. Closes abandoned turns, and makes
 * those of this process known to others, in the background.
 */
export const layer = (agent: Orchestrator) =>
  Layer.mergeAll(StreamedTurns.layerNoDeps, AbandonedTurns.sweep, TurnRelay.layer).pipe(
    Layer.provideMerge(ChatTurn.layerNoDeps(agent)),
    Layer.provide([
      TurnOpening.layer,
      TurnRecord.layer,
      TurnStates.layer,
      AbandonedTurns.layer,
      LiveTurns.layer,
      StoredTurns.layer,
      TurnEventLog.layer,
      PendingActions.layer,
      Receipts.layer,
      Cards.layer,
      SpecialistClient.layer,
      SpecialistAccess.layer
    ])
  )
