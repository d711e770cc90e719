import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { PolicySearch } from "@storefront/server/shop/policies/PolicySearch"
import { Array, Effect, Option } from "effect"

/** Ends a message about an uncertain search result. */
const tryTopics = "If a topic may, call the tool with its slug; else say that you do not know, and invent no rule."

/** The handler of `find_policy`, shared by the agents that have it. */
export const findPolicyHandler = Effect.map(PolicySearch, (search) =>
  Effect.fnUntraced(function* ({
    question,
    slug
  }: {
    readonly question?: string | undefined
    readonly slug?: string | undefined
  }) {
    const { furtherHeadings, passages, topics } = yield* search.find(
      Option.fromNullable(question),
      Option.fromNullable(slug)
    )
    return {
      passages,
      ...(Array.isNonEmptyReadonlyArray(furtherHeadings) ? { further_headings: furtherHeadings } : {}),
      topics,
      count: passages.length,
      ...(topics.length > 0 && passages.length > 0
        ? { message: `Perhaps none of these answers. ${tryTopics}` }
        : messageIfEmpty(
            passages.length,
            topics.length === 0
              ? "The shop has written down no rules. Say that you do not know, and invent none."
              : `Nothing answers this. ${tryTopics}`
          ))
    }
  })
)
