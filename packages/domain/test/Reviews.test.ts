import { assert, it } from "@effect/vitest"
import { reviewerOf } from "../src/Reviews.ts"

it("shows a reviewer by first name and initial only", () => {
  assert.deepStrictEqual(
    ["Bob Lindqvist", " Anna  Maria Øster ", "Cher", "Li 🦊"].map((account_name) =>
      reviewerOf({ account_name, author: null })
    ),
    ["Bob L.", "Anna Ø.", "Cher", "Li 🦊."]
  )
})

it("shows the author of a review without account as given", () => {
  assert.strictEqual(reviewerOf({ account_name: null, author: "A reader from Bonn" }), "A reader from Bonn")
})
