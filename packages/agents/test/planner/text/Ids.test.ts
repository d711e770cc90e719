import { tag } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"
import { orderWords, readOtherId } from "../../../src/planner/text/OrderWords.ts"
import { tokensOf } from "../support/Reading.ts"
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
    const { reference } = orderWords(tag(tokenize(said)))
    return reference?.kind === "id" ? reference.id : null
  }
)

const id = "0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"

table(
  "an id that is no order's",
  [
    [`reply to review ${id}`, id],
    [`refund return ${id}`, id],
    [`refund the return of order ${id}`, null],
    [`refund order ${id}`, null]
  ],
  (said) => readOtherId(tokensOf(said))
)
