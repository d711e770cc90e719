import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { csvRows, separatorOf } from "../../../../src/shop/import/reading/CsvRows.ts"

const read = (parts: ReadonlyArray<string>, separator = ",") =>
  csvRows(Stream.fromIterable(parts), separator).pipe(
    Stream.mapConcat((rows) => rows),
    Stream.map((row) => ("_tag" in row ? `${row.line} ${row.fault}` : `${row.line}: ${row.cells.join("|")}`)),
    Stream.runCollect,
    Effect.map((rows) => [...rows])
  )

describe("rows of comma-separated values", () => {
  it.effect("have the number of their first line, also behind cells of several lines and blank lines", () =>
    Effect.gen(function* () {
      const rows = yield* read(["a,b\n", '1,"x\ny', '\nz"\n', "\n\n2,y\n3,z"])
      assert.deepStrictEqual(rows, ["1: a|b", "2: 1|x\ny\nz", "7: 2|y", "8: 3|z"])
    })
  )

  it.effect("keep marks within a cell, and marks that are written twice", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(['12" pipe,"a ""b"""\n']), ['1: 12" pipe|a "b"'])
    })
  )

  it.effect("end at the record whose mark is not closed, and keep those before it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(["a,b\n1,2\n", '3,"4\n5,6\n']), [
        "1: a|b",
        "2: 1|2",
        "3 has a quotation mark that is not closed"
      ])
    })
  )

  it.effect("end where a mark is not closed within 16 MiB", () =>
    Effect.gen(function* () {
      const rows = yield* read(['a\n"', ...Array.from({ length: 40 }, () => "x".repeat(1024 ** 2))])
      assert.deepStrictEqual(rows, ["1: a", "2 has a quotation mark that is not closed"])
    })
  )

  it("are separated by what the heading has most of outside marks", () => {
    assert.deepStrictEqual(['a,b;"c;d;e"', "a;b,c;d", "a\tb\tc", "a"].map(separatorOf), [",", ";", "\t", ","])
  })
})
