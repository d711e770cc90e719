/**
 * What a customer is told and what has happened when something breaks in the middle of a turn, cell by cell.
 *
 *   npm run bench:faults -- [--only <fault>:<gap>:<act>[:<manner>]]... [--list] [--lanes <number>] [--logs <folder>] [--texts]
 */
import { Runtime } from "@effect/platform"
import * as Database from "@storefront/server/platform/database/Database"
import { Array, Config, Console, Duration, Effect, Redacted, Ref } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"
import { fillStock } from "./Acts.ts"
import * as CellRun from "./CellRun.ts"
import { type Cell, cells, nameOf } from "./Cells.ts"
import { faults } from "./Faults.ts"
import * as Lane from "./Lane.ts"
import { judge, type Measurement } from "./Verdict.ts"

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    list: { type: "boolean", default: false },
    lanes: { type: "string", default: "4" },
    logs: { type: "string" },
    texts: { type: "boolean", default: false }
  }
})

/** Turns in which nothing breaks. */
const undisturbed = cells.filter(({ fault, manner }) => fault === faults.none && manner === "plain")

interface Result {
  readonly cell: Cell
  readonly measured: Measurement
  readonly wrongs: ReadonlyArray<string>
}

const headings = ["fault", "gap", "act", "told", "done", "recorded", "times", "locked ms", "then told", "verdict"]

const row = ({ cell, measured, wrongs }: Result) => [
  cell.fault.name,
  cell.gap.name,
  cell.manner === "plain" ? cell.act.name : `${cell.act.name}, ${cell.manner}`,
  measured.first.told,
  cell.act.isWrite ? (measured.afterFirst.times > 0 ? "yes" : "no") : "-",
  String(measured.last.steps),
  cell.act.isWrite ? String(measured.last.times) : "-",
  measured.lockedMillis.toFixed(0),
  measured.again.map(({ told }) => told).join(", "),
  wrongs.length === 0 ? "ok" : wrongs.join("; ")
]

const texts = ({ cell, measured }: Result) =>
  [
    nameOf(cell),
    ...[measured.first, ...measured.again].map(({ millis, text }) => `  ${millis.toFixed(0)} ms: ${text}`)
  ].join("\n")

const isWrong = ({ wrongs }: Result) => wrongs.length > 0

/** How many cells of each fault are wrong, and how often each way of being wrong was seen. */
const printSummary = (results: ReadonlyArray<Result>) => {
  const wrongs = Array.groupBy(
    results.flatMap(({ wrongs }) => wrongs),
    (wrong) => wrong
  )
  const faults = Array.groupBy(results, ({ cell }) => cell.fault.name)
  return Effect.zipRight(
    Table.print(
      ["fault", "cells", "wrong"],
      Object.entries(faults).map(([name, cells]) => [name, String(cells.length), String(cells.filter(isWrong).length)])
    ),
    Table.print(
      ["\nwrong because of", "cells"],
      Object.entries(wrongs).map(([name, cells]) => [name, String(cells.length)])
    )
  )
}

const program = Effect.gen(function* () {
  const { only } = values
  const chosen = cells.filter(
    (cell) => only === undefined || only.some((beginning) => nameOf(cell).startsWith(beginning))
  )
  if (chosen.length === 0) {
    return yield* new Bench.NotGood({ message: `There is no cell ${only?.join(" or ")}; --list shows them` })
  }
  if (values.list) {
    return yield* Console.log(chosen.map(nameOf).join("\n"))
  }
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const ObserverLayer = Database.layerServer({ url: Redacted.make(database), poolMax: 8 })
  const results = yield* Effect.gen(function* () {
    yield* fillStock
    const secrets = yield* Storefront.secrets
    const logs = yield* Bench.logsIn(values.logs)
    const left = yield* Ref.make(chosen)
    const take = Ref.modify(left, (cells) => [Array.head(cells), cells.slice(1)])
    const work = Effect.fnUntraced(function* (name: string) {
      const lane = yield* Lane.make({ name, database: new URL(database), secrets, logs })
      // The first turns of a process take several times as long.
      yield* Effect.forEach(undisturbed, (cell) => CellRun.play(lane, cell), { discard: true })
      const results: Array<Result> = []
      for (let next = yield* take; next._tag === "Some"; next = yield* take) {
        const measured = yield* CellRun.play(lane, next.value)
        const result: Result = { cell: next.value, measured, wrongs: judge(measured) }
        results.push(result)
        yield* Console.log(row(result).join(" | "))
        if (values.texts) {
          yield* Console.log(texts(result))
        }
      }
      return results
    })
    const lanes = Math.min(Number(values.lanes), chosen.length)
    return yield* Effect.forEach(
      Array.makeBy(lanes, (index) => `lane-${index}`),
      (name) => Effect.scoped(work(name)),
      {
        concurrency: "unbounded"
      }
    )
  }).pipe(Effect.provide(ObserverLayer), Effect.timed)
  const [duration, perLane] = results
  const ordered = perLane.flat().toSorted((a, b) => cells.indexOf(a.cell) - cells.indexOf(b.cell))
  yield* Console.log("")
  yield* Table.print(headings, ordered.map(row), headings.length)
  const wrong = ordered.filter(isWrong)
  const minutes = Math.round(Duration.toMinutes(duration))
  yield* Console.log(`\n${wrong.length} of ${ordered.length} cells are wrong, in ${minutes} minutes\n`)
  yield* printSummary(ordered)
  yield* Storefront.run(database, "verify")
  yield* Storefront.run(database, "audit", "verify")
  if (wrong.length > 0) {
    return yield* new Bench.NotGood({ message: `${wrong.length} cells are wrong` })
  }
})

// After the whole table something that a fault left behind keeps the process, so it ends itself.
Bench.run(program, { teardown: (exit) => Runtime.defaultTeardown(exit, (code) => process.exit(code)) })
