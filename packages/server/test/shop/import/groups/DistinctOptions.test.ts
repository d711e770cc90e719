import { assert, describe, it } from "@effect/vitest"
import { type Contender, refuseClashes } from "../../../../src/shop/import/groups/DistinctOptions.ts"

const at = (size: string, group = "g") => ({ group, options: [["Size", size]] as const })

/** A product whose line takes it from one size to another; null is nowhere. */
const moving = (line: number, from: string | null, to: string | null): Contender => ({
  name: `v${line}`,
  line,
  before: from === null ? null : at(from),
  after: to === null ? null : at(to)
})

const staying = (size: string): Contender => ({ name: `at ${size}`, line: null, before: at(size), after: null })

const refusals = (contenders: ReadonlyArray<Contender>, refused: ReadonlyArray<number> = []) =>
  [...refuseClashes(contenders, new Set(refused))].map(([line, { fault }]) => `${line} ${fault}`)

describe("variants of a group", () => {
  it("change their places together, and leave them to others", () => {
    assert.deepStrictEqual(refusals([moving(2, "S", "M"), moving(3, "M", "L"), moving(4, "L", "S")]), [])
    assert.deepStrictEqual(refusals([moving(2, "S", null), moving(3, null, "S")]), [])
    assert.deepStrictEqual(refusals([moving(2, null, null), staying("S")]), [])
  })

  it("do not come where one stays, in whatever order the options stand, and name it", () => {
    assert.deepStrictEqual(refusals([moving(2, null, "S"), staying("S")]), [
      '2 has the same options as "at S", which the shop sells: "Size=S"'
    ])
    assert.deepStrictEqual(refusals([moving(2, null, "S"), moving(3, "S", "S"), moving(4, null, "S")]), [
      '2 has the same options as line 3: "Size=S"',
      '4 has the same options as line 3: "Size=S"'
    ])
    const turned = (line: number, options: ReadonlyArray<readonly [string, string]>): Contender => ({
      ...moving(line, null, null),
      after: { group: "g", options }
    })
    const pair = [
      ["Size", "S"],
      ["Colour", "Red"]
    ] as const
    assert.deepStrictEqual(refusals([turned(2, pair), turned(3, pair.toReversed())]), [
      '3 has the same options as line 2: "Colour=Red|Size=S"'
    ])
  })

  it("stay where they are when their line is refused, which refuses the one that would take their place", () => {
    const cycle = [moving(2, "S", "M"), moving(3, "M", "L"), moving(4, "XL", "S")]
    assert.deepStrictEqual(refusals([...cycle, staying("L")]), [
      '3 has the same options as "at L", which the shop sells: "Size=L"',
      '2 has the same options as "v3", which the shop sells: "Size=M"',
      '4 has the same options as "v2", which the shop sells: "Size=S"'
    ])
    assert.deepStrictEqual(refusals(cycle, [2]), ['4 has the same options as "v2", which the shop sells: "Size=S"'])
  })
})
