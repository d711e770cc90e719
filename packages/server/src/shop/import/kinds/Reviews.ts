import { left, optional, required } from "../rules/Column.ts"
import { moment } from "../rules/values/Dates.ts"
import { email } from "../rules/values/Names.ts"
import { boolean, count } from "../rules/values/Numbers.ts"
import { filledText, key, paragraphs, text } from "../rules/values/Text.ts"
import { asRead, cellFault, isStated, simpleKind } from "./SimpleKind.ts"

/** Reviews of products, by accounts or by people without one. */
export const reviews = simpleKind(
  "reviews",
  "externalId",
  {
    externalId: required(key(300), { docs: "key of the review", example: "review-1" }),
    product: required(key(300), { docs: "external id, SKU or GTIN of the product", example: "RR-42-BLACK" }),
    rating: required(count({ min: 1, max: 5 }), { docs: "1 to 5 stars", example: "5" }),
    title: optional(text(200), "", { docs: "title, at most 200 characters", example: "Light and fast" }),
    body: required(filledText(paragraphs(5000)), {
      docs: "text, at most 5,000 characters",
      example: "They fit well and weigh nothing."
    }),
    email: optional(email, null, {
      docs: "address of an account; without one `author` counts",
      example: "anna@example.com"
    }),
    author: optional(filledText(text(80)), null, {
      docs: "name of a person without an account, at most 80 characters",
      example: "Anna B."
    }),
    verified: left(boolean, {
      docs: "bought here; counts for reviews without an account, others follow from orders",
      example: "true"
    }),
    helpfulCount: left(count({ min: 0 }), { docs: "people who found it helpful", example: "3" }),
    createdAt: left(moment, { docs: "when it was written", example: "2025-11-02" })
  },
  (values) =>
    isStated(values.email) || isStated(values.author)
      ? asRead(values)
      : cellFault("email", "is empty, and so is author", "name the account by email, or the author")
)
