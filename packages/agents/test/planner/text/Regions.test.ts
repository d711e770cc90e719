import { readRoute } from "../../../src/planner/text/Regions.ts"
import { tokensOf } from "../support/Reading.ts"
import { table } from "../support/Table.ts"

table(
  "both ends of a way",
  [
    ["from the east to California", { from: "east", to: "west" }],
    ["to Texas from Boston", { from: "east", to: "central" }],
    ["between New York and Chicago", { from: "east", to: "central" }],
    ["east to west", { from: "east", to: "west" }],
    ["to Oregon", { from: null, to: "west" }],
    ["from Florida", { from: "east", to: null }],
    ["anywhere", { from: null, to: null }]
  ],
  (said) => readRoute(tokensOf(said))
)
