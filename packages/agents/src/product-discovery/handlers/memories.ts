import { CurrentUser } from "@storefront/domain/Identity"
import { type MemoryId } from "@storefront/domain/Ids"
import { notFound, ToolFailure, whenNone } from "@storefront/domain/tools/ToolContract"
import { Memories } from "@storefront/server/memories/Memories"
import { Effect } from "effect"
import { written } from "../../tools/Written.ts"
import { memoryTools } from "../toolkit.ts"

const memoriesFull = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "Nothing more can be remembered about this customer. Call recall_preferences, ask what can go, and call forget_preference for it first."
  })

const memoryNotFound = (id: MemoryId) =>
  notFound(
    "memory",
    id,
    "Nothing with this id is remembered about the customer. Call recall_preferences to list what is."
  )

/** The handlers for what is remembered about a customer. */
export const memoryHandlers = Effect.map(Memories, (memories) =>
  memoryTools.of({
    remember_preference: Effect.fnUntraced(
      function* ({ category, content, expires_in_days, importance }) {
        const user = yield* CurrentUser
        const expiresInDays = expires_in_days ?? null
        return yield* written(memories.remember(user.id, { category, content, importance, expiresInDays }))
      },
      Effect.catchTag("MemoriesFull", () => Effect.fail(memoriesFull()))
    ),

    recall_preferences: Effect.fnUntraced(function* ({ category, limit }) {
      const user = yield* CurrentUser
      const remembered = yield* memories.recall({ owner: user.id, category: category ?? null, limit })
      return {
        memories: remembered,
        count: remembered.length,
        ...whenNone(
          remembered.length,
          category === undefined
            ? "Nothing is remembered about the customer."
            : "Nothing of this category is remembered about the customer."
        )
      }
    }),

    forget_preference: Effect.fnUntraced(
      function* ({ memory_id }) {
        const user = yield* CurrentUser
        return yield* written(memories.forget(user.id, memory_id))
      },
      (effect, { memory_id }) => Effect.catchTag(effect, "MemoryNotFound", () => Effect.fail(memoryNotFound(memory_id)))
    )
  })
)
