import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"

const Similarity = Schema.NumberFromString.pipe(Schema.between(0, 1)).annotations(
  rule("must be a number from 0 to 1, for example 0.25")
)

/** Minimum cosine similarity for a product to match a query semantically. */
export const minSimilarity = Schema.Config("SEARCH_MIN_SIMILARITY", Similarity).pipe(Config.withDefault(0.25))
