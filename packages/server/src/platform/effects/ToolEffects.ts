import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { type ActionId, UsageLogId } from "@storefront/domain/Ids"
import { Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { inBatches, repeatedly } from "../database/RepeatedWork.ts"
import * as Transaction from "../database/Transaction.ts"
import { type CallIdentity, digest, identityOf, type Params } from "./CallIdentity.ts"
import { CurrentRun, EffectKey, type WritingRun, writingRun } from "./EffectKey.ts"

const retention = Duration.days(30)

/** Interval of the sweep for older results, and rows deleted per statement. */
const sweepInterval = Duration.hours(1)
const batchSize = 10_000

/** An earlier run for the same message has called the tool with other arguments. */
export class EffectKeyReused extends Data.TaggedError("EffectKeyReused") {}

/** The run is closed: its caller has already reported its outcome. */
class RunClosed extends Data.TaggedError("RunClosed") {}

export interface WritingCall<A, I> {
  readonly caller: UserId
  readonly toolName: string
  readonly params: Params
  /** Identifies the changed thing, if several calls can change it: a repetition after another change is a new call. */
  readonly changes?: (result: A) => string
  /** Set if the tool's changes accumulate: other calls of the same tool then do not make a repetition new. */
  readonly isAdditive?: true
  /** Schema of the stored result. */
  readonly result: Schema.Schema<A, I>
}

/** Execution of a confirmed action. */
export interface ConfirmedAct {
  readonly caller: UserId
  readonly toolName: string
  /** Id of the action, which also serves as its effect key. */
  readonly action: ActionId
  /** Must be open. */
  readonly run: UsageLogId
}

/** Result of a writing tool call, or the stored one if `replayed`. */
export interface IdempotentResult<A> {
  readonly result: A
  readonly replayed: boolean
}

/** Logs a write, unless it was replayed. */
export const logUnlessReplayed =
  <A>(text: string, annotations: (result: A) => Readonly<Record<string, string>>) =>
  <E, R>(call: Effect.Effect<IdempotentResult<A>, E, R>): Effect.Effect<IdempotentResult<A>, E, R> =>
    Effect.tap(call, ({ replayed, result }) =>
      replayed ? Effect.void : Effect.annotateLogs(Effect.logInfo(text), annotations(result))
    )

const StoredEffect = Schema.Struct({ result: Schema.Unknown, run_id: Schema.NullOr(UsageLogId) })

/** A new claim, with the keys of the tool's other calls for the same message. */
const Claim = Schema.Struct({ others: Schema.Array(Schema.String) })

/** Makes writing tool calls idempotent per message: equal calls write once, in any order. */
export class ToolEffects extends Context.Tag("@storefront/server/platform/effects/ToolEffects")<
  ToolEffects,
  {
    /**
     * Runs `write` in a transaction that first claims the call and finally stores the result; a repeated call gets the
     * stored result with `replayed`. If `write` fails, the claim is rolled back. A run may use the tool with other
     * arguments, but those are refused if an earlier run for the message made calls that this run has not repeated yet.
     * Without an effect key nothing is claimed.
     *
     * Retries for some seconds when the database fails, even if the call may have been committed. So `write` may run
     * more than once, and must change nothing but the database.
     */
    readonly once: <A, I, E>(
      call: WritingCall<A, I>,
      write: Effect.Effect<A, E>
    ) => Effect.Effect<IdempotentResult<A>, E | EffectKeyReused | DatabaseUnavailable>
    /**
     * Runs `write` as the effect of a confirmed action, in a savepoint of the caller's transaction. `write` returns the
     * encoded result; if it fails, claim and locks are released.
     */
    readonly confirmed: <E>(
      act: ConfirmedAct,
      write: Effect.Effect<unknown, E>
    ) => Effect.Effect<unknown, E | DatabaseUnavailable>
    /** Finds the run that performed a confirmed action; none if it was not performed, or the result has been swept. */
    readonly runOf: (act: Omit<ConfirmedAct, "run">) => Effect.Effect<Option.Option<UsageLogId>, DatabaseUnavailable>
    /** Deletes results older than 30 days and returns their number. */
    readonly deleteExpired: Effect.Effect<number, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = Transaction.withRetry(sql)

      const findStored = SqlSchema.findOne({
        Request: Schema.Struct({ caller: UserId, toolName: Schema.String, key: Schema.String }),
        Result: StoredEffect,
        execute: ({ caller, key, toolName }) => sql`
          SELECT result, run_id FROM tool_effects
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`
      })

      /** Waits for a concurrent call with the same key; none if that call was made, or the run is closed. */
      const claim = SqlSchema.findOne({
        Request: Schema.Struct({
          caller: UserId,
          toolName: Schema.String,
          messageKey: Schema.String,
          key: Schema.String,
          args: Schema.String,
          runId: Schema.NullOr(UsageLogId)
        }),
        Result: Claim,
        execute: ({ args, caller, key, messageKey, runId, toolName }) => sql`
          WITH run AS (${
            runId === null
              ? sql`SELECT NULL::uuid AS id`
              : sql`SELECT id FROM agent_runs WHERE id = ${runId} AND NOT is_closed FOR SHARE`
          })
          INSERT INTO tool_effects (user_id, tool_name, effect_key, args_sha256, result, run_id)
          SELECT ${caller}::uuid, ${toolName}, ${key}, ${args}, '{}', run.id FROM run
          ON CONFLICT (user_id, tool_name, effect_key) DO NOTHING
          RETURNING ARRAY(
            SELECT e.effect_key FROM tool_effects e
            WHERE e.user_id = ${caller} AND left(e.effect_key, 64) = ${messageKey} AND e.tool_name = ${toolName}
          ) AS others`
      })

      const storeResult = (caller: UserId, toolName: string, key: string, result: string) =>
        Transaction.orUnavailable(sql`
          UPDATE tool_effects SET result = ${result}::jsonb
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`)

      const runClaimed = Effect.fnUntraced(function* <A, I, E>(
        { caller, result: resultSchema, toolName }: WritingCall<A, I>,
        { args, key, messageKey }: CallIdentity,
        run: WritingRun,
        write: Effect.Effect<A, E>
      ) {
        const runId = Option.getOrNull(run.id)
        const newClaim = yield* Transaction.orUnavailable(claim({ caller, toolName, messageKey, key, args, runId }))
        run.claimed.add(key)
        if (Option.isSome(newClaim)) {
          if (newClaim.value.others.some((other) => !run.claimed.has(other))) {
            return yield* new EffectKeyReused()
          }
          const result = yield* write
          const encoded = yield* Effect.orDie(Schema.encode(Schema.parseJson(resultSchema))(result))
          yield* storeResult(caller, toolName, key, encoded)
          return { result, replayed: false }
        }
        const stored = yield* Effect.flatMap(Transaction.orUnavailable(findStored({ caller, toolName, key })), (row) =>
          Effect.orDieWith(row, () => new RunClosed())
        )
        const result = yield* Effect.orDie(Schema.decodeUnknown(resultSchema)(stored.result))
        // If this run's own result was committed but never reached it, the call is not a replay.
        const isOwn = runId !== null && stored.run_id === runId && !run.delivered.has(key)
        return { result, replayed: !isOwn }
      })

      const onceForMessage = Effect.fnUntraced(function* <A, I, E>(
        call: WritingCall<A, I>,
        message: string,
        write: Effect.Effect<A, E>
      ) {
        const run = Option.getOrElse(yield* CurrentRun, () => writingRun(Option.none()))
        const identity = identityOf(call, message, run)
        const outcome = yield* Transaction.retryFaults(Transaction.briefRetry)(
          transaction(runClaimed(call, identity, run, write))
        )
        run.delivered.add(identity.key)
        if (call.changes !== undefined) {
          const changed = call.changes(outcome.result)
          run.calls.set(identity.callKey, { changed, repetition: identity.repetition })
          run.lastCallOn.set(changed, identity.mark)
        }
        return outcome
      })

      const once = Effect.fn("ToolEffects.once")(function* <A, I, E>(
        call: WritingCall<A, I>,
        write: Effect.Effect<A, E>
      ) {
        const message = yield* EffectKey
        const unclaimed = transaction(Effect.map(write, (result) => ({ result, replayed: false })))
        return yield* Transaction.orUnavailable(message === "absent" ? unclaimed : onceForMessage(call, message, write))
      })

      const confirmed = Effect.fnUntraced(
        function* <E>({ action, caller, run, toolName }: ConfirmedAct, write: Effect.Effect<unknown, E>) {
          const args = digest({ action_id: action })
          const row = yield* Transaction.orUnavailable(
            claim({ caller, toolName, messageKey: action, key: action, args, runId: run })
          )
          yield* Effect.orDieWith(row, () => new RunClosed())
          const result = yield* write
          yield* storeResult(caller, toolName, action, JSON.stringify(result))
          return result
        },
        Transaction.transact(sql),
        Transaction.orUnavailable
      )

      const runOf = ({ action, caller, toolName }: Omit<ConfirmedAct, "run">) =>
        findStored({ caller, toolName, key: action }).pipe(
          Effect.map(Option.flatMapNullable((row) => row.run_id)),
          Transaction.orUnavailable
        )

      const deleteBatch = SqlSchema.single({
        Request: Schema.Void,
        Result: Schema.Struct({ deleted: Schema.Int }),
        execute: () => sql`
          WITH deleted AS (
            DELETE FROM tool_effects WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM tool_effects
              WHERE created_at < now() - make_interval(secs => ${Duration.toSeconds(retention)}::float8)
              LIMIT ${batchSize}
            )) RETURNING user_id
          )
          SELECT count(*)::int AS deleted FROM deleted`
      })

      const deleteExpired = inBatches(
        batchSize,
        Effect.map(Effect.suspend(deleteBatch), ({ deleted }) => deleted)
      ).pipe(Transaction.orUnavailable, Effect.withSpan("ToolEffects.deleteExpired", { root: true }))

      return { once, confirmed, runOf, deleteExpired }
    })
  )

  /** Sweeps old results at start-up and every hour. */
  static readonly sweep = Layer.scopedDiscard(
    Effect.flatMap(this, ({ deleteExpired }) =>
      repeatedly(deleteExpired, sweepInterval, "Old tool effects were not removed")
    )
  )
}
