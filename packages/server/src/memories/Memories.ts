import { SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { MemoryId } from "@storefront/domain/Ids"
import { MemoryCategory } from "@storefront/domain/Memories"
import { Forgotten, forgetPreference, Remembered, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type EffectKeyReused, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { violates } from "../database/Transaction.ts"

/** The person has as many memories as anybody may have. */
export class MemoriesFull extends Data.TaggedError("MemoriesFull") {}

/** The person has no memory of this id. */
export class MemoryNotFound extends Data.TaggedError("MemoryNotFound") {}

/** Something to be remembered of somebody. */
export interface NewMemory {
  readonly category: MemoryCategory
  readonly content: string
  /** 1 to 10, 10 matters most. */
  readonly importance: number
  /** Null keeps it for ever. */
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

/** What people want remembered about their shopping. Failures of the database are defects. */
export class Memories extends Context.Tag("@storefront/server/memories/Memories")<
  Memories,
  {
    /**
     * Keeps a memory, once per effect key. One with the same category and words, whatever their case and form, gets the new
     * importance and expiry instead. At most 100 that have not expired are kept for a person.
     */
    readonly remember: (
      owner: UserId,
      memory: NewMemory
    ) => Effect.Effect<Written<typeof Remembered.Type>, MemoriesFull | EffectKeyReused>
    /** Those that have not expired, most important first, then newest. */
    readonly recall: (query: typeof RecallQuery.Type) => Effect.Effect<ReadonlyArray<typeof Memory.Type>>
    /** Deletes a memory of its owner, once per effect key. */
    readonly forget: (
      owner: UserId,
      id: MemoryId
    ) => Effect.Effect<Written<typeof Forgotten.Type>, MemoryNotFound | EffectKeyReused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects

      const upsert = SqlSchema.single({
        Request: Schema.Struct({
          owner: UserId,
          category: MemoryCategory,
          content: Schema.String,
          importance: Schema.Int,
          expiresInDays: Schema.NullOr(Schema.Int)
        }),
        Result: Schema.Struct({ memory_id: MemoryId, category: MemoryCategory, importance: Schema.Int }),
        execute: ({ category, content, expiresInDays, importance, owner }) => sql`
          INSERT INTO agent_memories (id, user_id, category, content, importance, expires_at)
          VALUES (${uuid()}, ${owner}, ${category}, ${content}, ${importance},
            now() + make_interval(days => ${expiresInDays}::int))
          ON CONFLICT (user_id, category, md5(folded(content))) DO UPDATE
          SET importance = EXCLUDED.importance, expires_at = EXCLUDED.expires_at
          RETURNING id AS memory_id, category, importance`
      })

      const select = SqlSchema.findAll({
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
        Result: Schema.Struct({ memory_id: MemoryId }),
        execute: ({ id, owner }) => sql`
          DELETE FROM agent_memories WHERE id = ${id} AND user_id = ${owner} RETURNING id AS memory_id`
      })

      const write = (owner: UserId, memory: NewMemory) =>
        Effect.matchEffect(upsert({ owner, ...memory }), {
          onFailure: (error) => (violates(error, "agent_memories_limit") ? new MemoriesFull() : Effect.die(error)),
          onSuccess: (stored) => Effect.succeed({ ...stored, stored: true as const })
        })

      const memoryOf = ({ memory_id }: { readonly memory_id: MemoryId }): string => memory_id

      const remember = Effect.fn("Memories.remember")((owner: UserId, memory: NewMemory) =>
        effects.once(
          {
            caller: owner,
            toolName: rememberPreference.name,
            params: { ...memory },
            changes: memoryOf,
            result: Remembered
          },
          write(owner, memory)
        )
      )

      const recall = Effect.fn("Memories.recall")((query: typeof RecallQuery.Type) => Effect.orDie(select(query)))

      const forget = Effect.fn("Memories.forget")((owner: UserId, id: MemoryId) =>
        effects.once(
          {
            caller: owner,
            toolName: forgetPreference.name,
            params: { memory_id: id },
            changes: memoryOf,
            result: Forgotten
          },
          Effect.flatMap(
            Effect.orDie(remove({ owner, id })),
            Option.match({
              onNone: () => new MemoryNotFound(),
              onSome: ({ memory_id }) => Effect.succeed({ memory_id, forgotten: true as const })
            })
          )
        )
      )

      return { remember, recall, forget }
    })
  )
}
