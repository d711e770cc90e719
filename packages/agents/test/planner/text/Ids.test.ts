import { tag } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"
import { readOrderWords } from "../../../src/planner/text/OrderWords.ts"
import { table } from "../support/Table.ts"

table(
  "the order that a message names",
  [
    ["cancel #0EBA-32AC", "#0EBA-32AC"],
    ["cancel 0eba-32ac please", "#0EBA-32AC"],
    ["where is 0eba32ac?", "#0EBA-32AC"],
    ["where is #00112233", "#0011-2233"],
    ["cancel order no. 0011-2233", "#0011-2233"],
    ["laptops for 1000-2000 dollars", null],
    ["call me at 55512345", null],
    ["a cafe-racer", null]
  ],
  (said) => {
    const { reference } = readOrderWords(tag(tokenize(said)))
    return reference?.kind === "id" ? reference.id : null
  }
)
