/**
 * Kills processes of the suite at random moments under load, and looks whether anything was lost, done twice, left
 * unrecorded or locked.
 *
 *   npm run bench:kill -- [--kills <number>] [--mode servers|embedded|both] [--logs <folder>]
 */
import { Config, Console, Effect } from "effect"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"
import * as Suites from "./Suites.ts"
import * as Torture from "./Torture.ts"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    mode: { type: "string", default: "both" },
    logs: { type: "string" }
  }
})

const figuresOf = ({ findings, inconsistencies, visits }: Torture.Outcome, lockedMillis: number) => {
  const none = (name: string, found: number): Table.Figure => ({ name, found, allowed: 0 })
  const longest = Math.max(0, ...visits.map(({ busyMillis }) => busyMillis))
  return [
    none("acknowledged writes lost", findings.lost),
    none("writes done twice", findings.twice),
    none("committed writes without a step", findings.unrecorded),
    none("turns without a row", findings.missingTurns),
    none("conversations locked in the end", findings.locked),
    none(
      "wishes never told done",
      visits.reduce((sum, { missed }) => sum + missed.length, 0)
    ),
    none("times verify or audit verify found something", inconsistencies),
    { name: "longest time a conversation was busy, ms", found: longest, allowed: lockedMillis }
  ]
}

const bench = Effect.fnUntraced(function* (makeSuite: Suites.Maker, mode: string) {
  const folder = yield* Bench.logsIn(values.logs === undefined ? undefined : join(values.logs, mode))
  const secrets = yield* Storefront.secrets
  const { outcome, suite } = yield* Torture.run(makeSuite, { secrets, folder }, Number(values.kills))
  const { restartMillis, visits } = outcome
  const figures = figuresOf(outcome, suite.lockedMillis)
  const sum = (of: (visit: Torture.Outcome["visits"][number]) => number) =>
    visits.reduce((total, visit) => total + of(visit), 0)
  yield* Console.log(
    `\n${suite.name}: ${values.kills} kills, ${visits.length} visits, ` +
      `${sum(({ acknowledged }) => acknowledged.length)} wishes told done, ${sum(({ repeats }) => repeats)} messages ` +
      `said again; from a kill to an answer at most ${Math.max(...restartMillis)} ms`
  )
  const isWrong = yield* Table.judge(figures)
  yield* Effect.forEach(
    visits.flatMap(({ missed }) => missed),
    (wish) => Console.log(`never told done: ${wish}`)
  )
  return isWrong
})

const program = Effect.gen(function* () {
  const url = yield* Config.string("TEST_DATABASE_URL")
  const suites = [
    { mode: "servers", makeSuite: Suites.servers(url) },
    { mode: "embedded", makeSuite: Suites.embedded }
  ].filter(({ mode }) => values.mode === "both" || values.mode === mode)
  const wrong = yield* Effect.forEach(suites, ({ makeSuite, mode }) => bench(makeSuite, mode))
  if (wrong.includes(true)) {
    return yield* new Bench.NotGood({ message: "Processes that are killed leave something behind" })
  }
})

Bench.run(program)
