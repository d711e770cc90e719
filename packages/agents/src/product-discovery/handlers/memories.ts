import { CurrentUser } from "@storefront/domain/Identity"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Memories } from "@storefront/server/memories/Memories"
import { Effect } from "effect"
import { effectKeyReused } from "../../tools/EffectKeyReused.ts"
import { type toolkit } from "../toolkit.ts"

type Tools = typeof toolkit.tools
type Arguments<Name extends keyof Tools> = Tools[Name]["parametersSchema"]["Type"]

const memoriesFull = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "No more can be remembered about this customer. Call recall_preferences, ask what may go, and call forget_preference for it first."
  })

/** The handlers for what is remembered about a customer. */
export const memoryHandlers = Effect.map(Memories, (memories) => ({
  remember_preference: Effect.fn("remember_preference")(
    function* ({ category, content, expires_in_days, importance }: Arguments<"remember_preference">) {
      const user = yield* CurrentUser
      const { replayed, result } = yield* memories.remember(user.id, {
        category,
        content,
        importance,
        expiresInDays: expires_in_days ?? null
      })
      return { ...result, ...(replayed ? { replayed } : {}) }
    },
    Effect.catchTags({
      MemoriesFull: () => Effect.fail(memoriesFull()),
      EffectKeyReused: () => Effect.fail(effectKeyReused())
    })
  ),

  recall_preferences: Effect.fn("recall_preferences")(function* ({ category, limit }: Arguments<"recall_preferences">) {
    const user = yield* CurrentUser
    const remembered = yield* memories.recall({ owner: user.id, category: category ?? null, limit })
    return {
      memories: remembered,
      count: remembered.length,
      ...(remembered.length > 0
        ? {}
        : {
            message:
              category === undefined
                ? "Nothing is remembered about the customer."
                : "Nothing of this category is remembered about the customer."
          })
    }
  }),

  forget_preference: Effect.fn("forget_preference")(
    function* ({ memory_id }: Arguments<"forget_preference">) {
      const user = yield* CurrentUser
      const { replayed, result } = yield* memories.forget(user.id, memory_id)
      return { ...result, ...(replayed ? { replayed } : {}) }
    },
    (effect, { memory_id }) =>
      Effect.catchTags(effect, {
        MemoryNotFound: () =>
          Effect.fail(
            notFound(
              "memory",
              memory_id,
              "Nothing with this id is remembered about the customer. Call recall_preferences to list what is."
            )
          ),
        EffectKeyReused: () => Effect.fail(effectKeyReused())
      })
  )
}))
