import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { type ActionId, UsageLogId } from "@storefront/domain/Ids"
import { Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { inBatches, repeatedly } from "../database/Sweep.ts"
import * as Transaction from "../database/Transaction.ts"
import { type CallName, digest, nameOf, type Params } from "./CallName.ts"
import { CurrentRun, EffectKey, type WritingRun, writingRun } from "./EffectKey.ts"

/** How long a result is kept. */
const retention = Duration.days(30)

/** How often older ones are looked for, and how many are deleted at once. */
const sweepInterval = Duration.hours(1)
const batchSize = 10_000

/** An earlier run for the same message has used the tool with other arguments. */
export class EffectKeyReused extends Data.TaggedError("EffectKeyReused") {}

/** Whoever asked for the run has told the customer how it ended. */
class RunClosed extends Data.TaggedError("RunClosed") {}

/** One writing tool call. */
export interface WritingCall<A, I> {
  readonly caller: UserId
  readonly toolName: string
  readonly params: Params
  /** What it changes, if other calls change the same: after one of them it is made anew. */
  readonly changes?: (result: A) => string
  /** What its tool changes adds up: after another call of the tool alone it is not made anew. */
  readonly addsUp?: true
  /** Form in which the result is kept. */
  readonly result: Schema.Schema<A, I>
}

/** The act of a confirmed action. */
export interface ConfirmedAct {
  readonly caller: UserId
  readonly toolName: string
  /** The key of its effect. */
  readonly action: ActionId
  /** It must be open. */
  readonly run: UsageLogId
}

/** What a writing tool call gave, or, when it was a repetition, what the first one had given. */
export interface WrittenOnce<A> {
  readonly result: A
  readonly replayed: boolean
}

/** Logs that a call has written, and not that it was repeated. */
export const logged =
  <A>(text: string, annotations: (result: A) => Readonly<Record<string, string>>) =>
  <E, R>(call: Effect.Effect<WrittenOnce<A>, E, R>): Effect.Effect<WrittenOnce<A>, E, R> =>
    Effect.tap(call, ({ replayed, result }) =>
      replayed ? Effect.void : Effect.annotateLogs(Effect.logInfo(text), annotations(result))
    )

const Kept = Schema.Struct({ result: Schema.Unknown, run_id: Schema.NullOr(UsageLogId) })

/** A claimed call: its key, and those of the other calls of the tool for the same message. */
const Claimed = Schema.Struct({ others: Schema.Array(Schema.String) })

/**
 * Makes a writing tool call happen once for a message: the same tool with the same arguments writes once, in whatever
 * order and however often it is called.
 */
export class ToolEffects extends Context.Tag("@storefront/server/platform/effects/ToolEffects")<
  ToolEffects,
  {
    /**
     * Runs `write` in a transaction that first claims the call and last fills in the result, so that a repeated call gets
     * the stored result with `replayed`. A failure of `write` gives the claim back. Other arguments are fine within a run;
     * after an earlier run for the same message they are refused, until this one has repeated what that one did. Without
     * an effect key nothing is claimed.
     *
     * When the database fails, the call is tried again for some seconds, also when it may have been committed: so `write`
     * may run more than once, and changes nothing but the database.
     */
    readonly once: <A, I, E>(
      call: WritingCall<A, I>,
      write: Effect.Effect<A, E>
    ) => Effect.Effect<WrittenOnce<A>, E | EffectKeyReused | DatabaseUnavailable>
    /**
     * Runs `write` as the effect of a confirmed action, in a savepoint of the caller's transaction. `write` gives the
     * encoded result; its failure gives the claim back, and the locks that it took.
     */
    readonly confirmed: <E>(
      act: ConfirmedAct,
      write: Effect.Effect<unknown, E>
    ) => Effect.Effect<unknown, E | DatabaseUnavailable>
    /** The run that has done a confirmed action; none when it was not done, or so long ago that this is forgotten. */
    readonly runOf: (act: Omit<ConfirmedAct, "run">) => Effect.Effect<Option.Option<UsageLogId>, DatabaseUnavailable>
    /** Deletes results that are older than 30 days. Answers how many. */
    readonly forgetOld: Effect.Effect<number, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = Transaction.withRetry(sql)

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ caller: UserId, toolName: Schema.String, key: Schema.String }),
        Result: Kept,
        execute: ({ caller, key, toolName }) => sql`
          SELECT result, run_id FROM tool_effects
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`
      })

      /** Waits for a running call with the same key; none means that it was made, or that the run is closed. */
      const claim = SqlSchema.findOne({
        Request: Schema.Struct({
          caller: UserId,
          toolName: Schema.String,
          messageKey: Schema.String,
          key: Schema.String,
          args: Schema.String,
          runId: Schema.NullOr(UsageLogId)
        }),
        Result: Claimed,
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

      const fill = (caller: UserId, toolName: string, key: string, result: string) =>
        Transaction.orUnavailable(sql`
          UPDATE tool_effects SET result = ${result}::jsonb
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`)

      const claimed = Effect.fnUntraced(function* <A, I, E>(
        { caller, result: resultSchema, toolName }: WritingCall<A, I>,
        { args, key, messageKey }: CallName,
        run: WritingRun,
        write: Effect.Effect<A, E>
      ) {
        const runId = Option.getOrNull(run.id)
        const claimed = yield* Transaction.orUnavailable(claim({ caller, toolName, messageKey, key, args, runId }))
        run.claimed.add(key)
        if (Option.isSome(claimed)) {
          if (claimed.value.others.some((other) => !run.claimed.has(other))) {
            return yield* new EffectKeyReused()
          }
          const result = yield* write
          const encoded = yield* Effect.orDie(Schema.encode(Schema.parseJson(resultSchema))(result))
          yield* fill(caller, toolName, key, encoded)
          return { result, replayed: false }
        }
        const earlier = yield* Effect.flatMap(Transaction.orUnavailable(select({ caller, toolName, key })), (row) =>
          Effect.orDieWith(row, () => new RunClosed())
        )
        const result = yield* Effect.orDie(Schema.decodeUnknown(resultSchema)(earlier.result))
        // What this run has committed without hearing of it is not a repetition.
        const isOwn = runId !== null && earlier.run_id === runId && !run.given.has(key)
        return { result, replayed: !isOwn }
      })

      const onceFor = Effect.fnUntraced(function* <A, I, E>(
        call: WritingCall<A, I>,
        message: string,
        write: Effect.Effect<A, E>
      ) {
        const run = Option.getOrElse(yield* CurrentRun, () => writingRun(Option.none()))
        const name = nameOf(call, message, run)
        const written = yield* Transaction.retryFaults(Transaction.forSeconds)(
          transaction(claimed(call, name, run, write))
        )
        run.given.add(name.key)
        if (call.changes !== undefined) {
          const changed = call.changes(written.result)
          run.made.set(name.made, { changed, times: name.times })
          run.latest.set(changed, name.mark)
        }
        return written
      })

      const once = Effect.fn("ToolEffects.once")(function* <A, I, E>(
        call: WritingCall<A, I>,
        write: Effect.Effect<A, E>
      ) {
        const message = yield* EffectKey
        const unprotected = transaction(Effect.map(write, (result) => ({ result, replayed: false })))
        return yield* Transaction.orUnavailable(message === "absent" ? unprotected : onceFor(call, message, write))
      })

      const confirmed = Effect.fnUntraced(
        function* <E>({ action, caller, run, toolName }: ConfirmedAct, write: Effect.Effect<unknown, E>) {
          const args = digest({ action_id: action })
          const row = yield* Transaction.orUnavailable(
            claim({ caller, toolName, messageKey: action, key: action, args, runId: run })
          )
          yield* Effect.orDieWith(row, () => new RunClosed())
          const result = yield* write
          yield* fill(caller, toolName, action, JSON.stringify(result))
          return result
        },
        Transaction.transact(sql),
        Transaction.orUnavailable
      )

      const runOf = ({ action, caller, toolName }: Omit<ConfirmedAct, "run">) =>
        select({ caller, toolName, key: action }).pipe(
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

      const forgetOld = inBatches(
        batchSize,
        Effect.map(Effect.suspend(deleteBatch), ({ deleted }) => deleted)
      ).pipe(Transaction.orUnavailable, Effect.withSpan("ToolEffects.forgetOld", { root: true }))

      return { once, confirmed, runOf, forgetOld }
    })
  )

  /** Forgets old results when the program starts, and once an hour. */
  static readonly sweep = Layer.scopedDiscard(
    Effect.flatMap(this, ({ forgetOld }) => repeatedly(forgetOld, sweepInterval, "Old tool effects were not removed"))
  )
}
