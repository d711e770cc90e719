import { Schema } from "effect"
import { MemoryId } from "../Ids.ts"
import { MemoryCategory } from "../Memories.ts"
import { limit, memoryId, oneOf, text, whole, wholeOr } from "./Parameters.ts"
import { ProposalResult } from "./ProposalResult.ts"
import { Shows, showsAct } from "./Shows.ts"
import { isReplay, tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

const category = oneOf(MemoryCategory.literals, "What it is about")

const words = text(1, 500, "What to remember")

/** Text to remember, in NFC, so that equal words are equal text however their accents are encoded. */
const content = Schema.transform(Schema.String, words, {
  strict: true,
  decode: (typed) => typed.normalize("NFC"),
  encode: (kept) => kept
}).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: 500, description: "Copied from the customer's message" }
})

/** A stored preference; `known` if it was stored before in the same words. Its text is not repeated. */
export const StoredPreference = Schema.Struct({
  memory_id: MemoryId,
  category: MemoryCategory,
  importance: Schema.Int,
  stored: Schema.Literal(true),
  known: Schema.optional(Schema.Literal(true))
})

export const rememberPreference = tool("remember_preference", {
  description:
    "Keep what the customer wants remembered about their shopping. The same words again, in any order, get the new importance and expiry.",
  parameters: {
    category,
    content,
    importance: wholeOr(1, 10, 5, "10 matters most"),
    expires_in_days: Schema.optional(whole(1, 3650, "Days until it is forgotten"))
  },
  success: Schema.Struct({ ...StoredPreference.fields, replayed: isReplay })
})

export const recallPreferences = tool("recall_preferences", {
  description: "What the customer wanted remembered, most important first.",
  parameters: { category: Schema.optional(category), limit: limit(10) },
  success: Schema.Struct({
    memories: Schema.Array(
      Schema.Struct({
        memory_id: MemoryId,
        category: MemoryCategory,
        content: UserText,
        importance: Schema.Int,
        created_at: Schema.DateTimeUtc
      })
    ),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
})

export const DeletedPreference = Schema.Struct({ memory_id: MemoryId, forgotten: Schema.Literal(true) })

export const forgetPreference = tool("forget_preference", {
  description:
    "Delete one thing that was remembered. The first that the message itself names is deleted at once; any other is only proposed.",
  parameters: { memory_id: memoryId },
  success: Schema.Union(Schema.Struct({ ...DeletedPreference.fields, replayed: isReplay }), ProposalResult)
}).annotate(Shows, showsAct)
