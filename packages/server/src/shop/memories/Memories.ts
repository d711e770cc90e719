import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type ForgetTerms } from "@storefront/domain/confirmation/Terms"
import { type User, UserId } from "@storefront/domain/Identity"
import { MemoryId, UsageLogId } from "@storefront/domain/Ids"
import { MemoryCategory } from "@storefront/domain/Memories"
import {
  DeletedPreference,
  forgetPreference,
  StoredPreference,
  rememberPreference
} from "@storefront/domain/tools/MemoryTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable, violatesConstraint } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { CurrentRun, EffectKey, messageKeyOf } from "../../platform/effects/EffectKey.ts"
import { forUpdate } from "../../platform/effects/RowLock.ts"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import { termText } from "../../platform/effects/TermText.ts"

/** The user has reached the limit of memories. */
export class MemoriesFull extends Data.TaggedError("MemoriesFull") {}

/** The user has no memory with this id. */
export class MemoryNotFound extends Data.TaggedError("MemoryNotFound") {}

/** A fact about a user to store. */
export interface NewMemory {
  readonly category: MemoryCategory
  readonly content: string
  /** 1 to 10, 10 matters most. */
  readonly importance: number
  /** Null never expires. */
  readonly expiresInDays: number | null
}

const Memory = Schema.Struct({
  memory_id: MemoryId,
  category: MemoryCategory,
  content: UserText,
  importance: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate
})

const RecallQuery = Schema.Struct({ owner: UserId, category: Schema.NullOr(MemoryCategory), limit: Schema.Int })

const Key = Schema.Struct({ owner: UserId, id: MemoryId })

const ForgetArgs = Schema.Struct({ memoryId: MemoryId })

const Found = Schema.Struct({ content: UserText, is_first: Schema.Boolean })

/** Text of the memory: stored with the tool effect for the log line that reports it, never returned by a tool. */
const contentField = { content: Schema.optional(UserText) }
const Stored = Schema.Struct({ ...StoredPreference.fields, ...contentField })
const Deleted = Schema.Struct({ ...DeletedPreference.fields, ...contentField })

/** Shopping preferences that users asked to remember. */
export class Memories extends Context.Tag("@storefront/server/shop/memories/Memories")<
  Memories,
  {
    /**
     * Stores a memory, once per idempotency key. One with the same words in any order, case or Unicode form gets
     * the new importance and expiry instead, and is reported as known. At most 100 unexpired memories per user.
     */
    readonly remember: (
      owner: UserId,
      memory: NewMemory
    ) => Effect.Effect<IdempotentResult<typeof Stored.Type>, MemoriesFull | EffectKeyReused | DatabaseUnavailable>
    /** Lists unexpired memories, most important first, then newest. */
    readonly recall: (
      query: typeof RecallQuery.Type
    ) => Effect.Effect<ReadonlyArray<typeof Memory.Type>, DatabaseUnavailable>
    /**
     * Finds the text of a user's memory. `is_first` means that this message or turn has deleted no other memory without
     * a proposal. None when the memory is gone.
     */
    readonly find: (owner: UserId, id: MemoryId) => Effect.Effect<Option.Option<typeof Found.Type>, DatabaseUnavailable>
    /** Deletes a user's memory at once, without a proposal, once per idempotency key. */
    readonly forget: (
      owner: UserId,
      id: MemoryId
    ) => Effect.Effect<IdempotentResult<typeof Deleted.Type>, MemoryNotFound | EffectKeyReused | DatabaseUnavailable>
    /** Deletes a user's memory as a binding act. Acting locks it. 1 statement to prepare and 1 to perform. */
    readonly act: ActOf<typeof ForgetArgs, ForgetTerms, typeof DeletedPreference, MemoryNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects

      /** SQL expression for the sorted words of a text, ignoring case. */
      const wordsOf = (text: Statement.Fragment) =>
        sql`ARRAY(SELECT word FROM regexp_split_to_table(folded(${text}), '[[:space:][:punct:]]+') word WHERE word <> '' ORDER BY word)`

      const upsert = SqlSchema.single({
        Request: Schema.Struct({
          owner: UserId,
          category: MemoryCategory,
          content: Schema.String,
          importance: Schema.Int,
          expiresInDays: Schema.NullOr(Schema.Int)
        }),
        Result: Schema.Struct({
          memory_id: MemoryId,
          category: MemoryCategory,
          importance: Schema.Int,
          content: UserText,
          is_known: Schema.Boolean
        }),
        execute: ({ category, content, expiresInDays, importance, owner }) => sql`
          WITH wish AS (SELECT now() + make_interval(days => ${expiresInDays}::int) AS expires_at, ${wordsOf(sql`${content}::text`)} AS words),
          known AS (
            UPDATE agent_memories SET importance = ${importance}, expires_at = wish.expires_at
            FROM wish
            WHERE id = (
              SELECT m.id FROM agent_memories m, wish
              WHERE m.user_id = ${owner} AND ${wordsOf(sql`m.content`)} = wish.words
                AND (m.expires_at IS NULL OR m.expires_at > now())
              ORDER BY m.category = ${category} DESC, m.seq LIMIT 1
            )
            RETURNING id, category, importance, content
          ),
          kept AS (
            INSERT INTO agent_memories (id, user_id, category, content, importance, expires_at)
            SELECT ${uuid()}, ${owner}, ${category}, ${content}, ${importance}, wish.expires_at
            FROM wish WHERE NOT EXISTS (SELECT FROM known)
            ON CONFLICT (user_id, category, md5(folded(content))) DO UPDATE
            SET importance = EXCLUDED.importance, expires_at = EXCLUDED.expires_at
            RETURNING id, category, importance, content
          )
          SELECT id AS memory_id, category, importance, content, true AS is_known FROM known
          UNION ALL SELECT id, category, importance, content, false FROM kept`
      })

      const selectAll = SqlSchema.findAll({
        Request: RecallQuery,
        Result: Memory,
        execute: ({ category, limit, owner }) => sql`
          SELECT id AS memory_id, category, content, importance, created_at FROM agent_memories
          WHERE user_id = ${owner} AND category = COALESCE(${category}, category)
            AND (expires_at IS NULL OR expires_at > now())
          ORDER BY importance DESC, seq DESC
          LIMIT ${limit}`
      })

      const remove = SqlSchema.findOne({
        Request: Key,
        Result: Schema.Struct({ memory_id: MemoryId, content: UserText }),
        execute: ({ id, owner }) => sql`
          DELETE FROM agent_memories WHERE id = ${id} AND user_id = ${owner} RETURNING id AS memory_id, content`
      })

      const select = (purpose: Purpose) =>
        SqlSchema.findOne({
          Request: Key,
          Result: Schema.Struct({ content: UserText }),
          execute: ({ id, owner }) => sql`
            SELECT content FROM agent_memories WHERE id = ${id} AND user_id = ${owner} ${forUpdate(sql, purpose)}`
        })

      const selectFirst = SqlSchema.findOne({
        Request: Schema.Struct({ ...Key.fields, messageKey: Schema.String, run: Schema.NullOr(UsageLogId) }),
        Result: Found,
        // Also compared by run, because each question of a turn has its own message key.
        execute: ({ id, messageKey, owner, run }) => sql`
          WITH turn AS (SELECT trace_id FROM agent_runs WHERE id = ${run}::uuid)
          SELECT content, NOT EXISTS (
            SELECT FROM tool_effects e
            WHERE e.user_id = ${owner} AND e.tool_name = ${forgetPreference.name} AND e.result ->> 'memory_id' <> ${id}
              AND (left(e.effect_key, 64) = ${messageKey}
                OR e.run_id IN (SELECT r.id FROM agent_runs r JOIN turn USING (trace_id))
                OR e.run_id IN (SELECT l.id FROM usage_logs l JOIN turn USING (trace_id)))
          ) AS is_first
          FROM agent_memories WHERE id = ${id} AND user_id = ${owner}`
      })

      const store = (owner: UserId, memory: NewMemory) =>
        upsert({ owner, ...memory }).pipe(
          Effect.map(({ is_known, ...stored }) => ({
            ...stored,
            stored: true as const,
            ...(is_known ? { known: true as const } : {}),
            content: termText(stored.content)
          })),
          Effect.catchIf(
            (error) => violatesConstraint(error, "agent_memories_limit"),
            () => new MemoriesFull()
          ),
          orUnavailable
        )

      const memoryIdOf = ({ memory_id }: { readonly memory_id: MemoryId }): string => memory_id

      const remember = Effect.fn("Memories.remember")((owner: UserId, memory: NewMemory) =>
        effects.once(
          {
            caller: owner,
            toolName: rememberPreference.name,
            params: { ...memory },
            changes: memoryIdOf,
            result: Stored
          },
          store(owner, memory)
        )
      )

      const recall = Effect.fn("Memories.recall")((query: typeof RecallQuery.Type) => orUnavailable(selectAll(query)))

      const forget = Effect.fn("Memories.forget")((owner: UserId, id: MemoryId) =>
        effects.once(
          {
            caller: owner,
            toolName: forgetPreference.name,
            params: { memory_id: id },
            changes: memoryIdOf,
            result: Deleted
          },
          Effect.flatMap(
            orUnavailable(remove({ owner, id })),
            Option.match({
              onNone: () => new MemoryNotFound(),
              onSome: ({ content, memory_id }) =>
                Effect.succeed({ memory_id, forgotten: true as const, content: termText(content) })
            })
          )
        )
      )

      const find = Effect.fn("Memories.find")(function* (owner: UserId, id: MemoryId) {
        const messageKey = messageKeyOf(yield* EffectKey)
        const run = Option.getOrNull(Option.flatMap(yield* CurrentRun, (current) => current.id))
        return yield* orUnavailable(selectFirst({ owner, id, messageKey, run }))
      })

      const prepare = Effect.fn("Memories.prepare")(function* (
        { id: owner }: User,
        { memoryId }: typeof ForgetArgs.Type,
        purpose: Purpose
      ) {
        const found = yield* orUnavailable(select(purpose)({ owner, id: memoryId }))
        const { content } = yield* Effect.mapError(found, () => new MemoryNotFound())
        const terms: ForgetTerms = { act: "forget_preference", memoryId, content: termText(content) }
        const perform = remove({ owner, id: memoryId }).pipe(
          Effect.as({ memory_id: memoryId, forgotten: true as const }),
          orUnavailable,
          Effect.withSpan("Memories.perform")
        )
        return { terms, perform }
      })

      return {
        remember,
        recall,
        find,
        forget,
        act: { name: "forget_preference", args: ForgetArgs, result: DeletedPreference, prepare }
      }
    })
  )
}
