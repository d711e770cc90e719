import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as ModelConfig from "@storefront/server/platform/config/ModelConfig"
import * as Health from "@storefront/server/platform/http/Health"
import { Duration, Effect, Either, Fiber, Option } from "effect"
import * as Readiness from "../Readiness.ts"
import { failed, type Finding, note, ok, problem } from "./Finding.ts"
import { disk, hasDatabaseFiles, node, openFiles, ports, temporaryFolder } from "./Machine.ts"
import { links, model, secrets, variables, withSecrets } from "./Settings.ts"
import { access, database } from "./ShopDatabase.ts"
import * as Turn from "./Turn.ts"

const degraded = ({ checks }: Pick<Readiness.Readiness, "checks">): ReadonlyArray<Finding> =>
  checks.flatMap(({ name, reason, state }) =>
    state === "degraded" ? [problem(name, "degraded", reason ?? "Look into the log")] : []
  )

/** Tells how a turn ended, and what is degraded after it. */
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

/** More than the longest turn takes, with the start of a suite for it and its end. */
const turnLimit = Duration.seconds(160)

/** How long it may take to close what a turn has opened. */
const closingLimit = Duration.seconds(5)

/** Ends in time, also where the database neither does what is asked nor gives up; what does not close then is left behind. */
export const bounded = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDaemon(restore(effect)), (fiber) =>
      restore(Fiber.join(fiber)).pipe(
        Effect.timeoutFail({
          duration: turnLimit,
          onTimeout: () =>
            new Turn.TurnFailed({
              message: `It did not end within ${Duration.format(turnLimit)}: the database, the model or a specialist hangs`,
              mend: "Read their logs"
            })
        }),
        Effect.ensuring(Effect.timeoutOption(Effect.interruptible(Fiber.interrupt(fiber)), closingLimit))
      )
    )
  )

/** Plays a turn: at the suite that runs, else in one that is started for it. */
const turn = Effect.gen(function* () {
  const running = yield* Readiness.of("orchestrator")
  if (running.state === "not ready") {
    return [problem("turn", `the suite serves nothing: ${Health.lacks(running).join(", ")}`, "Look into its log")]
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
  bounded,
  Effect.catchTag("TurnFailed", ({ mend, message }) => Effect.succeed([problem("turn", message, mend)])),
  Effect.catchAllCause((cause) =>
    Effect.map(failed("turn", "Mend this, and ask again")(cause), (found): ReadonlyArray<Finding> => [found])
  )
)

/** Why no turn is played; none if one can be. */
const obstacleTo = (findings: ReadonlyArray<Finding>) =>
  findings.find(({ check, state }) => state === "problem" || (check === "migrations" && state === "note"))

/** Says that everything behind a problem is not looked at: what would be found is its consequence. */
const hindered = (check: string, by: Finding) =>
  note(
    check,
    `not ${check === "turn" ? "played" : "looked at"}: ${by.check} comes first`,
    "Mend that, then: storefront doctor"
  )

/** Looks at what a start needs of the machine, then at the database on it or elsewhere, unless the machine hinders that. */
const foundations = Effect.gen(function* () {
  const machine = [yield* openFiles, yield* temporaryFolder, yield* disk]
  const obstacle = machine.find(({ state }) => state === "problem")
  return obstacle === undefined ? [...machine, ...(yield* database)] : [...machine, hindered("database", obstacle)]
})

/** Everything that is configured, in the order in which it gets in the way; a turn only when nothing does. */
const configured = Effect.fnUntraced(function* (
  first: ReadonlyArray<Finding>,
  readiness: Pick<Readiness.Readiness, "checks" | "state">
) {
  const before = [...first, ...(yield* ports), yield* secrets, yield* links, ...(yield* foundations), yield* model]
  // A suite that runs was started on purpose as it is.
  const isStartable = obstacleTo(before) === undefined && readiness.state === "not running"
  const findings = isStartable ? [...before, yield* Effect.withConfigProvider(access, yield* withSecrets)] : before
  const obstacle = obstacleTo(findings)
  return obstacle === undefined
    ? [...findings, ...(yield* Effect.withConfigProvider(turn, yield* withSecrets))]
    : [...findings, hindered("turn", obstacle), ...degraded(readiness)]
})

/** Everything, in the order in which it gets in the way; behind a configuration that cannot be read, nothing. */
export const examine = Effect.gen(function* () {
  const readiness = yield* Effect.orElseSucceed(Readiness.of("orchestrator"), () => Readiness.unknown)
  const found = yield* variables
  const first = [node(process.version), found]
  return found.state === "problem"
    ? [...first, hindered("the rest", found), ...degraded(readiness)]
    : yield* configured(first, readiness)
})
