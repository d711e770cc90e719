import { assert, it } from "@effect/vitest"
import { reviewerName } from "../src/Reviews.ts"

it("shows a reviewer by first name and initial only", () => {
  assert.deepStrictEqual(["Bob Lindqvist", " Anna  Maria Øster ", "Cher", "Li 🦊"].map(reviewerName), [
    "Bob L.",
    "Anna Ø.",
    "Cher",
    "Li 🦊."
  ])
})
