import { Schema } from "effect"
import { text } from "./Parameters.ts"
import { Shows } from "./Shows.ts"
import { tool } from "./ToolContract.ts"

/** Every specialist has it, for every role: what the shop's staff wrote for everybody to read. */
export const findPolicy = tool("find_policy", {
  description:
    "The shop's rules (returns, delivery, payment, gifts, contact …): passages that answer a question, or topics to read by slug.",
  parameters: {
    question: Schema.optional(text(1, 300, "In English, or the language of topics")),
    slug: Schema.optional(text(1, 80, "One of topics"))
  },
  success: Schema.Struct({
    passages: Schema.Array(
      Schema.Struct({
        title: Schema.String,
        heading: Schema.NullOr(Schema.String),
        text: Schema.String,
        url: Schema.String
      })
    ),
    /** Headings of the policy that are not among the passages, each to be asked as a question; absent when there are none. */
    further_headings: Schema.optional(Schema.NonEmptyArray(Schema.String)),
    /** Every policy there is, when no passage was found, it is not sure that one answers, or nothing was asked. */
    topics: Schema.Array(Schema.Struct({ slug: Schema.String, title: Schema.String })),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, [{ kind: "source", at: "passages" }])
