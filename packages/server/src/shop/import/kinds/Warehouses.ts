import { required } from "../rules/Column.ts"
import { region } from "../rules/values/Names.ts"
import { ownWords } from "../rules/values/Text.ts"
import { asRead, simpleKind } from "./SimpleKind.ts"

/** Places that goods are sent from. */
export const warehouses = simpleKind(
  "warehouses",
  "name",
  {
    name: required(ownWords(100), { docs: "name, shown to customers", example: "Main" }),
    location: required(ownWords(200), { docs: "place, shown to customers", example: "Hamburg, DE" }),
    region: required(region, { docs: "region that it is in; a new one is added", example: "north" })
  },
  asRead
)
