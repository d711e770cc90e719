import { readOtherId } from "../../../src/planner/text/OrderWords.ts"
import { tokensOf } from "../support/Reading.ts"
import { table } from "../support/Table.ts"

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
