import { it } from "@effect/vitest"
import { Effect } from "effect"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"
import { wrongProducts } from "./WrongProducts.ts"

const right = { external_id: "BAG-1", name: "Ridge Bag", price: "5.00" }
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

it.effect("x", () =>
  Effect.gen(function* () {
    for (const [what, cells] of wrongProducts) {
      const line: Readonly<Record<string, string>> = { ...right, ...cells }
      const { outcomes } = yield* readFile(kinds.products, `${Object.keys(line).join(",")}\n${Object.values(line).map(quoted).join(",")}\n`)
      console.log(`${what}: ${outcomes.map(told).join(" ## ")}`)
    }
  })
)
