import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
import { Effect, Either, Option } from "effect"
import * as Readiness from "../Readiness.ts"
import { failed, type Finding, note, ok, problem } from "./Finding.ts"
import { disk, hasDatabaseFiles, node, openFiles, ports, temporaryFolder } from "./Machine.ts"
import { model, secrets, variables, withSecrets } from "./Settings.ts"
import { access, database } from "./ShopDatabase.ts"
import * as Turn from "./Turn.ts"

const degraded = ({ checks }: Pick<Readiness.Readiness, "checks">): ReadonlyArray<Finding> =>
  checks.flatMap(({ name, reason, state }) =>
    state === "degraded" ? [problem(name, "degraded", reason ?? "Look into the log")] : []
  )

/** What came of a turn, and what is degraded after it. */
const turnFindings = (
  where: string,
  { outcome, readiness }: Effect.Effect.Success<typeof Turn.atSuite>
): ReadonlyArray<Finding> => [
  Either.match(outcome, {
    onLeft: ({ mend, message }) =>
      problem(
        "turn",
        `a customer's question, asked ${where}, failed: ${message}`,
        degraded(readiness).length > 0 ? "Mend what is named below" : mend
      ),
    onRight: (says) => ok("turn", `${says} (asked ${where})`)
  }),
  ...degraded(readiness)
]

/** Plays a turn: at the suite that runs, else in one that is started for it. */
const turn = Effect.gen(function* () {
  const running = yield* Readiness.of("orchestrator")
  if (running.state === "not ready") {
    return [problem("turn", `the suite serves nothing: ${running.failed.join(", ")}`, "Look into its log")]
  }
  if (running.state !== "not running") {
    return turnFindings("at the suite that runs", yield* Turn.atSuite)
  }
  const { recordTo } = yield* ModelConfig.model
  if (Option.isSome(recordTo)) {
    return [note("turn", "not played: LLM_RECORD would record it", "Unset LLM_RECORD for this")]
  }
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const hasDatabase = Option.isSome(url) || (yield* hasDatabaseFiles(dataDirectory))
  const where = hasDatabase ? "in a suite started for it" : "in a suite started for it, on a database in memory"
  return turnFindings(where, yield* Turn.alone(hasDatabase ? "configured" : "in memory"))
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(failed("turn", "Mend this, and ask again")(cause), (found): ReadonlyArray<Finding> => [found])
  )
)

/** Why no turn is played; none if one can be. */
const obstacleTo = (findings: ReadonlyArray<Finding>) =>
  findings.find(({ check, state }) => state === "problem" || (check === "migrations" && state === "note"))

/** What a start needs of the machine, and the database on it or elsewhere; that is not looked at where the machine hinders it. */
const foundations = Effect.gen(function* () {
  const machine = [yield* openFiles, yield* temporaryFolder, yield* disk]
  const hindered = machine.find(({ state }) => state === "problem")
  return hindered === undefined
    ? [...machine, ...(yield* database)]
    : [
        ...machine,
        note("database", `not looked at: ${hindered.check} comes first`, "Mend that, then: storefront doctor")
      ]
})

/** Everything, in the order in which it gets in the way; a turn only when nothing does. */
export const examine = Effect.gen(function* () {
  const readiness = yield* Effect.orElseSucceed(Readiness.of("orchestrator"), () => Readiness.unknown)
  const before = [
    node(process.version),
    yield* variables,
    ...(yield* ports),
    yield* secrets,
    ...(yield* foundations),
    yield* model
  ]
  // A suite that runs was started on purpose as it is.
  const isStartable = obstacleTo(before) === undefined && readiness.state === "not running"
  const findings = isStartable ? [...before, yield* Effect.withConfigProvider(access, yield* withSecrets)] : before
  const obstacle = obstacleTo(findings)
  return obstacle === undefined
    ? [...findings, ...(yield* Effect.withConfigProvider(turn, yield* withSecrets))]
    : [
        ...findings,
        note("turn", `not played: ${obstacle.check} comes first`, "Mend that, then: storefront doctor"),
        ...degraded(readiness)
      ]
})
