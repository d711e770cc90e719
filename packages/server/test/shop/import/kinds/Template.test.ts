import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Kind } from "../../../../src/shop/import/kinds/Kind.ts"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { columnTable, templateOf } from "../../../../src/shop/import/kinds/Template.ts"
import { readFile, told } from "../support/Reading.ts"

describe("the template of a kind", () => {
  const all: ReadonlyArray<Kind<unknown>> = Object.values(kinds)
  for (const kind of all) {
    it.effect(`of ${kind.name} is a line that is taken without a remark`, () =>
      Effect.gen(function* () {
        const { end, outcomes } = yield* readFile(kind, templateOf(kind))
        assert.deepStrictEqual(outcomes.map(told), [kind.formats.includes("csv") ? "2 taken" : "1 taken"])
        assert.deepStrictEqual(end.unknownColumns, [])
      })
    )
  }
})

describe("the docs of a kind", () => {
  it("have a row for each column, with an asterisk where every line fills it in", () => {
    assert.deepStrictEqual(columnTable(kinds.warehouses).split("\n"), [
      "| Column | Content | Example |",
      "| --- | --- | --- |",
      "| `name` \\* | name, shown to customers | `Main` |",
      "| `location` \\* | place, shown to customers | `Hamburg, DE` |",
      "| `region` \\* | region that it is in; a new one is added | `north` |"
    ])
    assert.include(columnTable(kinds.products), "| `spec.<name>` | a spec of that name; empty removes it |  |")
    assert.include(columnTable(kinds.products), "| `options` | options of a variant | `Size=42\\|Colour=Black` |")
  })
})
