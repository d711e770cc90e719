import { Layer } from "effect"
import { ReviewAuthenticity } from "./ReviewAuthenticity.ts"
import { ReviewLookup } from "./ReviewLookup.ts"
import { ReviewTrends } from "./ReviewTrends.ts"
import { SellerReplies } from "./SellerReplies.ts"
import { SentimentAnalysis } from "./SentimentAnalysis.ts"

/** The review services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(
  ReviewAuthenticity.layer,
  ReviewLookup.layer,
  ReviewTrends.layer,
  SellerReplies.layer,
  SentimentAnalysis.layer
)
