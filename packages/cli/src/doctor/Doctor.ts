import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as ModelConfig from "@storefront/server/platform/config/ModelConfig"
import * as Health from "@storefront/server/platform/http/Health"
import { Duration, Effect, Either, Fiber, Option } from "effect"
import * as Readiness from "../Readiness.ts"
import { failed, type Finding, note, ok, problem } from "./Finding.ts"
import { disk, hasDatabaseFiles, node, openFiles, ports, temporaryFolder } from "./Machine.ts"
import { links, model, secrets, variables, withSecrets } from "./Settings.ts"
import { access, database } from "./ShopDatabase.ts"
import * as TestTurn from "./TestTurn.ts"

/** Finds what a running service reports: degraded dependencies, and unknown ones of which it has a suspicion. */
export const degraded = ({ checks }: Pick<Readiness.Readiness, "checks">): ReadonlyArray<Finding> =>
  checks.flatMap(({ name, reason, state }) =>
    state === "degraded" || (state === "unknown" && reason !== null)
      ? [problem(name, state, reason ?? "Look into the log")]
      : []
  )

/** Reports how a turn ended, and what is degraded after it. */
const turnFindings = (
  where: string,
  { outcome, readiness }: Effect.Effect.Success<typeof TestTurn.atSuite>
): ReadonlyArray<Finding> => [
  Either.match(outcome, {
    onLeft: ({ mend, message }) =>
      problem(
        "turn",
        `a customer's question, asked ${where}, failed: ${message}`,
        readiness.checks.some(({ state }) => state === "degraded") ? "Mend what is named below" : mend
      ),
    onRight: (says) => ok("turn", `${says} (asked ${where})`)
  }),
  ...degraded(readiness)
]

/** Longer than the longest turn takes, including start and stop of a suite for it. */
const turnLimit = Duration.seconds(160)

/** Time limit for closing what a turn has opened. */
const closingLimit = Duration.seconds(5)

/** Bounds an effect in time, even if the database hangs; whatever is not closed by then is abandoned. */
export const withTimeLimit = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDaemon(restore(effect)), (fiber) =>
      restore(Fiber.join(fiber)).pipe(
        Effect.timeoutFail({
          duration: turnLimit,
          onTimeout: () =>
            new TestTurn.TurnFailed({
              message: `It did not end within ${Duration.format(turnLimit)}: the database, the model or a specialist hangs`,
              mend: "Read their logs"
            })
        }),
        Effect.ensuring(Effect.timeoutOption(Effect.interruptible(Fiber.interrupt(fiber)), closingLimit))
      )
    )
  )

/** Plays a turn in the running suite, or else in one that is started for it. */
const turn = Effect.gen(function* () {
  const running = yield* Readiness.of("orchestrator")
  if (running.state === "not ready") {
    return [
      problem("turn", `the suite serves nothing: ${Health.describeMissing(running).join(", ")}`, "Look into its log")
    ]
  }
  if (running.state !== "not running") {
    return turnFindings("at the suite that runs", yield* TestTurn.atSuite)
  }
  const { recordTo } = yield* ModelConfig.model
  if (Option.isSome(recordTo)) {
    return [note("turn", "not played: LLM_RECORD would record it", "Unset LLM_RECORD for this")]
  }
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const hasDatabase = Option.isSome(url) || (yield* hasDatabaseFiles(dataDirectory))
  const where = hasDatabase ? "in a suite started for it" : "in a suite started for it, on a database in memory"
  return turnFindings(where, yield* TestTurn.inOwnSuite(hasDatabase ? "configured" : "in memory"))
}).pipe(
  withTimeLimit,
  Effect.catchTag("TurnFailed", ({ mend, message }) => Effect.succeed([problem("turn", message, mend)])),
  Effect.catchAllCause((cause) =>
    Effect.map(failed("turn", "Mend this, and ask again")(cause), (found): ReadonlyArray<Finding> => [found])
  )
)

/** Returns the finding that prevents a turn, if there is one. */
const obstacleTo = (findings: ReadonlyArray<Finding>) =>
  findings.find(({ check, state }) => state === "problem" || (check === "migrations" && state === "note"))

/** Notes that a check is skipped because of an earlier problem: it would only find consequences. */
const hindered = (check: string, by: Finding) =>
  note(
    check,
    `not ${check === "turn" ? "played" : "looked at"}: ${by.check} comes first`,
    "Mend that, then: storefront doctor"
  )

/** Checks the machine, and then the database unless a problem of the machine prevents that. */
const foundations = Effect.gen(function* () {
  const machine = [yield* openFiles, yield* temporaryFolder, yield* disk]
  const obstacle = machine.find(({ state }) => state === "problem")
  return obstacle === undefined ? [...machine, ...(yield* database)] : [...machine, hindered("database", obstacle)]
})

/** Checks everything configured, in the order in which it would stop a start; plays a turn if nothing does. */
const configured = Effect.fnUntraced(function* (
  first: ReadonlyArray<Finding>,
  readiness: Pick<Readiness.Readiness, "checks" | "state">
) {
  const before = [...first, ...(yield* ports), yield* secrets, yield* links, ...(yield* foundations), yield* model]
  // A running suite was deliberately started as it is.
  const isStartable = obstacleTo(before) === undefined && readiness.state === "not running"
  const findings = isStartable ? [...before, yield* Effect.withConfigProvider(access, yield* withSecrets)] : before
  const obstacle = obstacleTo(findings)
  return obstacle === undefined
    ? [...findings, ...(yield* Effect.withConfigProvider(turn, yield* withSecrets))]
    : [...findings, hindered("turn", obstacle), ...degraded(readiness)]
})

/** Runs all checks in the order in which they would stop a start; an unreadable configuration ends them. */
export const examine = Effect.gen(function* () {
  const readiness = yield* Effect.orElseSucceed(Readiness.of("orchestrator"), () => Readiness.unknown)
  const found = yield* variables
  const first = [node(process.version), found]
  return found.state === "problem"
    ? [...first, hindered("the rest", found), ...degraded(readiness)]
    : yield* configured(first, readiness)
})
