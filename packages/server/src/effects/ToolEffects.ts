import { SqlClient, SqlError, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { Context, Data, Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { createHash } from "node:crypto"
import * as Transaction from "../database/Transaction.ts"
import { EffectKey } from "./EffectKey.ts"

/** How long a result is kept. */
const retention = Duration.days(30)

/** How often older ones are looked for, and how many are deleted at once. */
const sweepInterval = Duration.hours(1)
const batchSize = 10_000

/** The effect key was used before, with other arguments. */
export class EffectKeyReused extends Data.TaggedError("EffectKeyReused") {}

/** One writing tool call. */
export interface WritingCall<A, I> {
  readonly caller: UserId
  readonly toolName: string
  readonly params: Readonly<Record<string, string | number | boolean | null>>
  /** Form in which the result is kept. */
  readonly result: Schema.Schema<A, I>
}

/** What a writing tool call gave, or, when it was a repetition, what the first one had given. */
export interface Written<A> {
  readonly result: A
  readonly replayed: boolean
}

const Kept = Schema.Struct({ args_sha256: Schema.String, result: Schema.Unknown })

/** The same for the same arguments, in whatever order they were given. */
const digest = (params: WritingCall<never, never>["params"]) =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("hex")

/**
 * Makes a writing tool call happen once per effect key. Failures of the database are defects.
 */
export class ToolEffects extends Context.Tag("@storefront/server/effects/ToolEffects")<
  ToolEffects,
  {
    /**
     * Runs `write` in a transaction that first claims the effect key and last fills in the result, so that a repeated
     * call gets the stored result with `replayed`. A failure of `write` gives the key back. Without an effect key
     * nothing is claimed. Serialization failures and deadlocks are tried again, so `write` may run more than once; it
     * changes nothing but the database.
     */
    readonly once: <A, I, E>(
      call: WritingCall<A, I>,
      write: Effect.Effect<A, E>
    ) => Effect.Effect<Written<A>, E | EffectKeyReused>
    /** Deletes results that are older than 30 days. Answers how many. */
    readonly forgetOld: Effect.Effect<number>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ caller: UserId, toolName: Schema.String, key: Schema.String }),
        Result: Kept,
        execute: ({ caller, key, toolName }) => sql`
          SELECT args_sha256, result FROM tool_effects
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`
      })

      /** Waits for a running call with the same key; none means that the key is ours. */
      const claim = Effect.fnUntraced(function* (caller: UserId, toolName: string, key: string, args: string) {
        const claimed = yield* sql`
          INSERT INTO tool_effects (user_id, tool_name, effect_key, args_sha256, result)
          VALUES (${caller}, ${toolName}, ${key}, ${args}, '{}')
          ON CONFLICT (user_id, tool_name, effect_key) DO NOTHING
          RETURNING effect_key`
        return claimed.length === 1 ? Option.none() : yield* select({ caller, toolName, key })
      }, Effect.orDie)

      const fill = (caller: UserId, toolName: string, key: string, result: string) =>
        Effect.orDie(sql`
          UPDATE tool_effects SET result = ${result}::jsonb
          WHERE user_id = ${caller} AND tool_name = ${toolName} AND effect_key = ${key}`)

      const claimed = Effect.fnUntraced(function* <A, I, E>(
        { caller, params, result: resultSchema, toolName }: WritingCall<A, I>,
        key: string,
        write: Effect.Effect<A, E>
      ) {
        const args = digest(params)
        const earlier = yield* claim(caller, toolName, key, args)
        if (Option.isNone(earlier)) {
          const result = yield* write
          const encoded = yield* Effect.orDie(Schema.encode(Schema.parseJson(resultSchema))(result))
          yield* fill(caller, toolName, key, encoded)
          return { result, replayed: false }
        }
        if (earlier.value.args_sha256 !== args) {
          return yield* new EffectKeyReused()
        }
        const result = yield* Effect.orDie(Schema.decodeUnknown(resultSchema)(earlier.value.result))
        return { result, replayed: true }
      })

      const once = Effect.fn("ToolEffects.once")(function* <A, I, E>(
        call: WritingCall<A, I>,
        write: Effect.Effect<A, E>
      ) {
        const key = yield* EffectKey
        const run =
          key === "absent" ? Effect.map(write, (result) => ({ result, replayed: false })) : claimed(call, key, write)
        return yield* Transaction.withRetry(sql)(run).pipe(
          Effect.catchAll((error) => (error instanceof SqlError.SqlError ? Effect.die(error) : Effect.fail(error)))
        )
      })

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

      const forgetOld = Effect.iterate(
        { total: 0, deleted: batchSize },
        {
          while: ({ deleted }) => deleted === batchSize,
          body: ({ total }) => Effect.map(deleteBatch(), ({ deleted }) => ({ total: total + deleted, deleted }))
        }
      ).pipe(
        Effect.map(({ total }) => total),
        Effect.orDie,
        Effect.withSpan("ToolEffects.forgetOld", { root: true })
      )

      return { once, forgetOld }
    })
  )

  /** Forgets old results when the program starts, and once an hour. */
  static readonly sweep = Layer.scopedDiscard(
    Effect.flatMap(this, ({ forgetOld }) =>
      forgetOld.pipe(
        Effect.catchAllDefect((defect) => Effect.logWarning("Old tool effects were not removed", defect)),
        Effect.repeat(Schedule.spaced(sweepInterval)),
        Effect.forkScoped
      )
    )
  )
}
