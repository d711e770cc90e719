import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Either, Layer, Option } from "effect"
import { confirmationTime } from "../../platform/config/LimitsConfig.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { metadataOf, needsAcknowledgement } from "./StoredAnswer.ts"
import { type Conclusion } from "./Conclusion.ts"
import { HeldLeases } from "./HeldLeases.ts"
import { type FrontTurn, type LeaseLost, TurnStates } from "./TurnStates.ts"

/** Turn that has ended, to be stored. */
export interface EndedTurn {
  readonly turn: FrontTurn
  readonly report: TurnReport
  /** Releases unused tokens; runs in the transaction that stores the turn. */
  readonly releaseTokens: Effect.Effect<unknown, DatabaseUnavailable>
}

/** Outcome of a turn. */
export interface Concluded {
  readonly conclusion: Conclusion
  /** True if the turn may have proposed actions that the answer does not show. */
  readonly hasProposed: boolean
}

/** Turn as it was stored. */
export interface RecordedTurn {
  readonly conclusion: Conclusion
  /** Proposals that the answer shows. */
  readonly shown: ReadonlyArray<PendingAction>
}

/** Storage of ended turns. */
export class TurnRecord extends Context.Tag("@storefront/server/assistant/chat/TurnRecord")<
  TurnRecord,
  {
    /**
     * Ends the turn in one transaction: stores any answer and the run, opens the actions that the answer shows, and
     * drops the turn's other proposals. Idempotent. An answer that needs an acknowledgement keeps the conversation
     * leased until then. `conclude` reads the outcome within the same transaction.
     */
    readonly end: (
      ended: EndedTurn,
      conclude: Effect.Effect<Concluded, DatabaseUnavailable>
    ) => Effect.Effect<RecordedTurn, LeaseLost | DatabaseUnavailable>
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

      const store = Effect.fnUntraced(
        function* ({ releaseTokens, report, turn }: EndedTurn, { conclusion, hasProposed }: Concluded) {
          const { answerId, conversationId, traceId } = turn
          const { isActive } = yield* states.end(
            turn,
            Either.match(conclusion, {
              onLeft: (failure) => ({ _tag: "failed" as const, failure }),
              onRight: (answer) => ({ _tag: "answered" as const, answer, metadata: metadataOf(answer, report) })
            })
          )
          const shown = Either.match(conclusion, { onLeft: () => [], onRight: ({ shown }) => shown })
          if (hasProposed || shown.length > 0) {
            // Nobody sees the proposals of a deleted conversation.
            yield* shown.length === 0 || !isActive
              ? pending.dropAll(conversationId, Option.some(traceId))
              : pending.show({ conversation: conversationId, turn: traceId, answer: answerId, ids: shown, time })
          }
          yield* releaseTokens
          yield* usage.recordWithin({ ...turn, message: turn.words, report, messageKey: null })
        },
        // The turn may have been ended by an earlier attempt here, whose COMMIT succeeded although its reply was lost.
        (ending, { report }) =>
          Effect.catchTag(ending, "LeaseLost", (error) =>
            Effect.flatMap(sql`SELECT FROM usage_logs WHERE id = ${report.runId}`, (stored) =>
              stored.length > 0 ? Effect.void : Effect.fail(error)
            )
          )
      )

      const record = Effect.fnUntraced(function* (ended: EndedTurn, concluded: Concluded) {
        yield* store(ended, concluded)
        const { conclusion } = concluded
        const { caller, conversationId } = ended.turn
        const ids = Either.match(conclusion, { onLeft: () => [], onRight: ({ shown }) => shown })
        const shown = ids.length === 0 ? [] : yield* pending.find(caller.id, conversationId, ids)
        const recorded: RecordedTurn = { conclusion, shown }
        return recorded
      })

      return {
        end: (ended, conclude) =>
          Effect.flatMap(conclude, (concluded) => record(ended, concluded)).pipe(
            withRetry(sql),
            orUnavailable,
            Effect.tap(({ conclusion }) =>
              Effect.unless(leases.remove(ended.turn.id), () =>
                Option.exists(Either.getRight(conclusion), needsAcknowledgement)
              )
            )
          )
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([TurnStates.layer, HeldLeases.layer, PendingActions.layer])
  )
}
