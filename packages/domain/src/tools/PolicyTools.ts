import { Schema } from "effect"
import { languageName } from "../ShopSettings.ts"
import { text } from "./Parameters.ts"
import { Shows } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"

/** Offered to every specialist and role, because policies are public. */
export const findPolicy = tool("find_policy", {
  description:
    "The shop's rules (returns, delivery, payment, gifts, contact …): passages that answer a question, or topics to read by slug.",
  parameters: {
    question: Schema.optional(text(1, 300, () => `In ${languageName()}, or the language of topics`)),
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
    /** Headings of the policy that are not among the passages, each usable as a question; absent if none. */
    further_headings: Schema.optional(Schema.NonEmptyArray(Schema.String)),
    /** All policies, if no passage was found, none is a certain answer, or no question was asked. */
    topics: Schema.Array(Schema.Struct({ slug: Schema.String, title: Schema.String })),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, [{ kind: "source", at: "passages" }])
  .annotate(AllowedRoles, everybody)
