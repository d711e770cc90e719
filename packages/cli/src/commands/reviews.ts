import { Command } from "@effect/cli"
import { ReviewId } from "@storefront/domain/Ids"
import { ReviewOperations, ReviewTransition } from "@storefront/server/shop/reviews/ReviewOperations"
import { Effect } from "effect"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const transitionLines = ({ is_flagged, product_id, rating, review_count, review_id }: ReviewTransition) => [
  `Review ${review_id}: ${is_flagged ? "flagged" : "not flagged any more"}`,
  `  product            ${product_id}`,
  `  rating             ${rating.toFixed(2)}`,
  `  unflagged reviews  ${review_count}`
]

const marking = (name: string, isFlagged: boolean, description: string) =>
  Command.make(
    name,
    { reviewId: Input.id("review-id", "Id of the review"), json: Output.json },
    Effect.fn("cli.reviews.setFlagged")(function* ({ json, reviewId }) {
      const operations = yield* ReviewOperations
      const id = yield* Input.readId(
        ReviewId,
        reviewId,
        "GET /api/products/{product_id} has those of a product's reviews."
      )
      const transition = yield* operations.setFlagged(id, isFlagged)
      yield* Output.print(ReviewTransition, transition, json, transitionLines)
    })
  ).pipe(Command.withDescription(description))

/** The review commands, on any database. */
export const commands = Command.make("reviews").pipe(
  Command.withDescription("Flag reviews, so that nothing counts them, and unflag them."),
  Command.withSubcommands([
    marking("flag", true, "Take a review that is not genuine out of ratings and answers."),
    marking("unflag", false, "Put a flagged review back.")
  ])
)

/** The review commands, on the configured database. */
export const reviews = Command.provide(commands, CommandDatabase.onDatabase(ReviewOperations.layer))
