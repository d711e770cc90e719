import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient } from "@effect/sql"
import { MessageId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Option } from "effect"
import { v7 } from "uuid"
import { confirmationTime } from "../../platform/config/LimitsConfig.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { PendingActions } from "../actions/PendingActions.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { metadataOf, mustBeReceived, type StoredAnswer } from "./Answers.ts"
import { HeldLeases } from "./HeldLeases.ts"
import { type LeasedTurn, type LeaseLost, TurnStates } from "./TurnStates.ts"

/** What a turn ends with. */
export interface Ending {
  readonly report: TurnReport
  readonly answer: Option.Option<StoredAnswer>
  /** Whether the turn may have proposed what the answer does not show. */
  readonly hasProposed: boolean
  /** What is to be done together with it. */
  readonly settle: Effect.Effect<unknown, DatabaseUnavailable>
}

/** What is recorded of a turn. */
export class TurnRecord extends Context.Tag("@storefront/server/assistant/chat/TurnRecord")<
  TurnRecord,
  {
    /**
     * Stores the answer, if there is one, and the run, opens what the answer shows, drops what else the turn proposed, and ends
     * the turn: all of it or nothing. What is stored already stays as it is. An answer that must be received holds the
     * conversation until it is acknowledged.
     */
    readonly close: (
      turn: LeasedTurn & ConversationTurn,
      ending: Ending
    ) => Effect.Effect<void, LeaseLost | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const states = yield* TurnStates
      const usage = yield* UsageLog
      const leases = yield* HeldLeases
      const pending = yield* PendingActions
      const time = yield* confirmationTime

      const closeOnce = Effect.fnUntraced(
        function* (turn: LeasedTurn & ConversationTurn, { answer, hasProposed, report, settle }: Ending) {
          const { conversationId, traceId } = turn
          const id = yield* Effect.sync(() => MessageId.make(v7()))
          const { isActive } = yield* states.end(
            turn,
            Option.match(answer, {
              onNone: () => ({ _tag: "failed" as const, failure: report.failure ?? "unavailable" }),
              onSome: (answer) => ({ _tag: "answered" as const, id, answer, metadata: metadataOf(answer, report) })
            })
          )
          const shown = Option.match(answer, { onNone: () => [], onSome: ({ shown }) => shown })
          if (hasProposed || shown.length > 0) {
            // In a conversation that was deleted meanwhile nobody can be asked.
            yield* shown.length === 0 || !isActive
              ? pending.dropAll(conversationId, Option.some(traceId))
              : pending.show({ conversation: conversationId, turn: traceId, answer: id, ids: shown, time })
          }
          yield* settle
          yield* usage.recordWithin({ ...turn, message: turn.words, report, messageKey: null })
        },
        // Whoever finds the turn ended may have ended it, in an attempt whose commit was not heard of.
        (closing, _, { report }) =>
          Effect.catchTag(closing, "LeaseLost", (lost) =>
            Effect.flatMap(sql`SELECT FROM usage_logs WHERE id = ${report.runId}`, (stored) =>
              stored.length > 0 ? Effect.void : Effect.fail(lost)
            )
          ),
        withRetry(sql),
        orUnavailable
      )

      return {
        close: (turn, ending) =>
          Effect.zipLeft(
            closeOnce(turn, ending),
            Effect.unless(leases.remove(turn.id), () => Option.exists(ending.answer, mustBeReceived))
          )
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([TurnStates.layer, HeldLeases.layer, PendingActions.layer])
  )
}
