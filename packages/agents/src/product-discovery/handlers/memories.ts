import { CurrentUser } from "@storefront/domain/Identity"
import { type MemoryId } from "@storefront/domain/Ids"
import { firstForeignWord, agreesWith } from "@storefront/domain/rules/CustomerWords"
import { invalidArgument, notFound, ToolFailure, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { CurrentOwnWords } from "@storefront/server/assistant/turn/Turn"
import { Memories } from "@storefront/server/shop/memories/Memories"
import { cut } from "@storefront/server/platform/text/Text"
import { Array, Effect, Option } from "effect"
import { proposing } from "../../tools/Propose.ts"
import { writeResult } from "../../tools/WriteResults.ts"
import { memoryTools } from "../toolkit.ts"

/** Characters quoted of a word in a refusal. */
const maxQuotedLength = 40

const memoriesFull = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "Nothing more can be remembered about this customer. Call recall_preferences, ask what can go, and call forget_preference for it first."
  })

/** `invalid_argument`: memories hold only the customer's own words, nothing that a model made up or read. */
const notCustomersWords = (word: string) =>
  invalidArgument(
    "content",
    `must be copied from the customer's message, every word as they wrote it; they did not say "${cut(word, maxQuotedLength)}"`
  )

const memoryNotFound = (id: MemoryId) =>
  notFound(
    "memory",
    id,
    "Nothing with this id is remembered about the customer. Call recall_preferences to list what is."
  )

export const memoryHandlers = Effect.gen(function* () {
  const memories = yield* Memories
  const propose = yield* proposing
  return memoryTools.of({
    remember_preference: Effect.fnUntraced(
      function* ({ category, content, expires_in_days, importance }) {
        const user = yield* CurrentUser
        const addedWord = Option.flatMap(yield* CurrentOwnWords, (said) => firstForeignWord(content, said))
        if (Option.isSome(addedWord)) {
          return yield* Effect.fail(notCustomersWords(addedWord.value))
        }
        const expiresInDays = expires_in_days ?? null
        return yield* writeResult(memories.remember(user.id, { category, content, importance, expiresInDays }))
      },
      Effect.catchTag("MemoriesFull", () => Effect.fail(memoriesFull()))
    ),

    recall_preferences: Effect.fnUntraced(function* ({ category, limit }) {
      const user = yield* CurrentUser
      const remembered = yield* memories.recall({ owner: user.id, category: category ?? null, limit })
      return {
        memories: remembered,
        count: remembered.length,
        ...messageIfEmpty(
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
        const said = yield* CurrentOwnWords
        const found = yield* memories.find(user.id, memory_id)
        // A missing memory may have been forgotten by this very message; `forget` then replays its result.
        const isImmediate = Option.match(Option.all([said, found]), {
          onNone: () => true,
          onSome: ([words, { content, is_first }]) => is_first && agreesWith(Array.lastNonEmpty(words), content)
        })
        return yield* isImmediate
          ? writeResult(memories.forget(user.id, memory_id))
          : propose(memories.act, { memoryId: memory_id })
      },
      (effect, { memory_id }) => Effect.catchTag(effect, "MemoryNotFound", () => Effect.fail(memoryNotFound(memory_id)))
    )
  })
})
