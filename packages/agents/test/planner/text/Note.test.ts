import { findNote } from "../../../src/planner/text/Tags.ts"
import { table } from "../support/Table.ts"

table(
  "a note",
  [
    ["check out, note: leave it at the door", "leave it at the door"],
    ['place the order with the note "ring twice" please', "ring twice"],
    ["backorder 5 vacuums with a note saying urgent", "urgent"],
    ["note that I wear size M", null],
    ["check out please", null]
  ],
  (said) => findNote(said)?.raw ?? null
)
