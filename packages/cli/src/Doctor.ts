import { FileSystem, Path } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { AgentName, type ServiceName, services } from "@storefront/domain/Topology"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as Database from "@storefront/server/database/Database"
import * as DataFolder from "@storefront/server/database/DataFolder"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
import * as ConnectionFailure from "@storefront/server/database/ConnectionFailure"
import * as OpenFiles from "@storefront/server/database/OpenFiles"
import * as PrivateFolder from "@storefront/server/database/PrivateFolder"
import * as SocketPath from "@storefront/server/database/SocketPath"
import * as DatabaseFitness from "@storefront/server/database/DatabaseFitness"
import * as Migrations from "@storefront/server/database/Migrations"
import * as LanguageModels from "@storefront/server/model/LanguageModels"
import { Array, type Cause, ConfigProvider, Effect, Either, Option, Schema } from "effect"
import { statfs } from "node:fs/promises"
import * as DoctorTurn from "./DoctorTurn.ts"
import * as Failure from "./Failure.ts"
import { type coloured } from "./Paint.ts"
import * as Preflight from "./Preflight.ts"
import * as Readiness from "./Readiness.ts"

/** What was looked at, what was found, and what to do about it. */
export const Finding = Schema.Struct({
  check: Schema.String,
  /** A note is in nobody's way. */
  state: Schema.Literal("ok", "note", "problem"),
  text: Schema.String,
  mend: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

const ok = (check: string, text: string): Finding => ({ check, state: "ok", text, mend: null })
const note = (check: string, text: string, mend: string): Finding => ({ check, state: "note", text, mend })
const problem = (check: string, text: string, mend: string): Finding => ({ check, state: "problem", text, mend })

/** The oldest that is tested. */
const oldestNode = [20, 19] as const

/** Whether this runtime is new enough. */
export const node = (version: string): Finding => {
  const [major = 0, minor = 0] = version.replace(/^v/u, "").split(".").map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
    ? ok("node", version)
    : problem("node", `${version} is too old`, `Install Node ${oldestNode.join(".")} or newer: https://nodejs.org`)
}

/** Sentences of failures have what was found and what to do about it in one. */
const failed = (check: string, mend: string) => (cause: Cause.Cause<unknown>) =>
  Effect.succeed(problem(check, Failure.describe(cause), mend))

/** Stands for the secrets that `up` would make. */
const anySecrets = ConfigProvider.fromMap(
  new Map([
    ["JWT_SECRET", "0123456789abcdef0123456789abcdeX"],
    ["AGENT_SHARED_SECRET", "fedcba9876543210fedcba9876543210"]
  ])
)

const withSecrets = Effect.configProviderWith((environment) =>
  Effect.succeed(ConfigProvider.orElse(environment, () => anySecrets))
)

/** Whether every variable that is set says something that can be used. */
export const variables = Effect.flatMap(withSecrets, (provider) =>
  Preflight.configuration(AgentName.literals).pipe(
    Effect.withConfigProvider(provider),
    Effect.as(ok("variables", "all that are set are valid")),
    Effect.catchAllCause(
      failed("variables", "Correct the variable, or unset it; docs/configuration.md has a table of all")
    )
  )
)

const port = (name: ServiceName) =>
  Preflight.checkPort(name).pipe(
    Effect.as("free" as const),
    Effect.catchTag("PortTaken", () => Effect.succeed("ours" as const)),
    Effect.catchAllCause(failed("ports", `Correct ${services[name].portVariable} or HOST, or free the port`)),
    Effect.map((found) => [name, found] as const)
  )

/** Without the name of the service. */
const reasonOf = ({ text }: Finding) => text.replace(/^\S+ did not start: /u, "")

/** Whether the agents can listen. */
export const ports = Effect.gen(function* () {
  yield* Preflight.checkPortsDiffer(AgentName.literals)
  const found = yield* Effect.forEach(AgentName.literals, port)
  const running = found.filter(([, state]) => state === "ours").map(([name]) => name)
  // A HOST that none can listen at is said once.
  const problems = Array.dedupeWith(
    found.flatMap(([, state]) => (typeof state === "string" ? [] : [state])),
    (one, other) => reasonOf(one) === reasonOf(other)
  )
  return running.length === 0 && problems.length === 0
    ? [ok("ports", "all free")]
    : [...(running.length === 0 ? [] : [ok("ports", `already running: ${running.join(", ")}`)]), ...problems]
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(failed("ports", "Give every service a port of its own")(cause), (found) => [found])
  )
)

/** Whether it is there. What is wrong with the folder around it is the business of `disk`. */
const isThere = (place: string) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((files) => files.exists(place)),
    Effect.orElseSucceed(() => false)
  )

/** Whether somebody else could read the secrets, or they are missing. */
export const secrets = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const mode = yield* AuthConfig.authMode
  if (mode === "oauth") {
    return ok("secrets", "none are needed with AUTH_MODE=oauth")
  }
  const given = yield* Effect.option(AuthConfig.jwtSecret)
  const folder = path.join(yield* DatabaseConfig.dataDirectory, "secrets")
  if (Option.isSome(given)) {
    return ok("secrets", "JWT_SECRET is set and long enough")
  }
  if (!(yield* isThere(folder))) {
    const { dataDirectory, url } = yield* DatabaseConfig.database
    // Where the database is in the folder, `disk` says what is wrong with it.
    yield* Effect.when(PrivateFolder.look(dataDirectory), () => Option.isSome(url))
    return note(
      "secrets",
      "none are set, and none are generated yet",
      "up generates them; start needs JWT_SECRET and AGENT_SHARED_SECRET"
    )
  }
  const names = yield* files.readDirectory(folder)
  const modes = yield* Effect.forEach(names, (name) =>
    Effect.map(files.stat(path.join(folder, name)), (info) => [name, info.mode & 0o077] as const)
  )
  const open = modes.filter(([, others]) => others !== 0).map(([name]) => name)
  return open.length === 0
    ? ok("secrets", `generated in ${folder}`)
    : problem("secrets", `others can read ${open.join(", ")} in ${folder}`, `chmod 600 ${folder}/*`)
}).pipe(Effect.catchAllCause(failed("secrets", "Correct the variable, or unset it")))

const migrationsFound = (pending: ReadonlyArray<string>, newer: number) =>
  pending.length > 0
    ? note(
        "migrations",
        `${pending.length} to apply: ${pending.join(", ")}`,
        "storefront migrate; up and start do it too"
      )
    : newer > 0
      ? ok("migrations", `all applied, and ${newer} of a newer program, beside which this one works`)
      : ok("migrations", "all applied")

/** Version, rights and extensions of the database at hand, and whether its schema is up to date. */
export const schema = Effect.gen(function* () {
  const unfit = yield* DatabaseFitness.examine(true)
  const pending = unfit.obstacles.length === 0 ? yield* Migrations.pending : []
  const { obstacles, version } = yield* DatabaseFitness.examine(pending.length === 0)
  if (obstacles.length > 0) {
    return obstacles.map(({ mend, says }) => problem("database", says, mend))
  }
  const sql = yield* SqlClient.SqlClient
  const [vector] = yield* sql`SELECT FROM pg_available_extensions WHERE name = 'vector'`
  const newer = yield* Migrations.newer
  return [
    ok("database", `PostgreSQL ${version}`),
    vector === undefined
      ? note(
          "vector",
          "search compares words, not meanings",
          "Install pgvector for the server, then: storefront migrate"
        )
      : ok("vector", "installed"),
    yield* Migrations.checkOrder.pipe(
      Effect.as(migrationsFound(pending, newer)),
      Effect.catchTag("SchemaMixed", ({ says }) =>
        Effect.succeed(problem("migrations", says, "Restore the database from a backup, or use an empty one"))
      )
    )
  ]
})

/** The configured database. An embedded one is not made by looking at it. */
export const database = Effect.gen(function* () {
  const path = yield* Path.Path
  const { dataDirectory, url } = yield* DatabaseConfig.database
  if (Option.isNone(url) && !(yield* isThere(path.join(dataDirectory, "postgres")))) {
    return [note("database", `there is no embedded database in ${dataDirectory} yet`, "storefront up creates it")]
  }
  const looked = Effect.gen(function* () {
    const found = yield* schema
    return (yield* Database.IsGuest)
      ? [
          ...found,
          note(
            "data folder",
            `another process works in ${dataDirectory}`,
            "Before another suite starts in it, stop that one"
          )
        ]
      : found
  }).pipe(Effect.provide(Database.layerCommand))
  return yield* Option.isNone(url)
    ? looked
    : Effect.catchTag(looked, "DatabaseUnavailable", ({ cause }) => {
        const { mend, says } = ConnectionFailure.reasonOf(cause)
        return Effect.succeed([problem("database", `DATABASE_URL cannot be used: ${says}`, mend)])
      })
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(
      failed("database", "Correct DATABASE_URL or STOREFRONT_DATA_DIR, or start the server")(cause),
      (found) => [found]
    )
  )
)

/** Which model answers. A recording is read as it is at the start; one that is written is not begun by looking at it. */
export const model = Effect.gen(function* () {
  const { model, provider } = yield* LanguageModels.describe
  const recording = yield* LanguageModels.recording
  if (provider === "embedded") {
    return note("model", `${model}: no language model`, "Set OPENAI_API_KEY or OPENAI_BASE_URL, and LLM_MODEL, for one")
  }
  if (Option.isSome(recording)) {
    yield* LanguageModels.checkReplay(recording.value)
    return note(
      "model",
      `${model}, from the recording ${recording.value}: no provider is asked`,
      "Unset LLM_REPLAY to ask one"
    )
  }
  return note("model", `${model} (${provider})`, "storefront model check asks it for everything that agents need")
}).pipe(Effect.catchAllCause(failed("model", "docs/models.md has examples")))

const gibibyte = 1024 ** 3

/** Whether there is room for the database. */
export const space = (freeBytes: number): Finding => {
  const text = `${(freeBytes / gibibyte).toFixed(1)} GiB free`
  return freeBytes < gibibyte / 4
    ? problem("disk", text, "Free some space, or move STOREFRONT_DATA_DIR to another disk")
    : freeBytes < gibibyte
      ? note("disk", text, "Free some space soon")
      : ok("disk", text)
}

/** The disk that has the data folder, or would have it. A server of databases has its own. */
export const disk = Effect.gen(function* () {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  if (Option.isSome(url)) {
    return ok("disk", "the database is on the server of DATABASE_URL")
  }
  const { isOpen, place } = yield* PrivateFolder.look(dataDirectory)
  const { bavail, bsize } = yield* Effect.promise(() => statfs(place))
  const found = space(bavail * bsize)
  return isOpen && found.state === "ok"
    ? note("disk", `${found.text}; others may enter ${place}`, "The next start closes it to others")
    : found
}).pipe(Effect.catchAllCause(failed("disk", "Choose another STOREFRONT_DATA_DIR")))

/** The place for the sockets of the embedded database. */
export const temporaryFolder = Effect.gen(function* () {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const place = Option.isSome(url) ? Option.none() : yield* SocketPath.placeOfLink(DataFolder.ownersIn(dataDirectory))
  return ok(
    "temporary",
    Option.getOrElse(place, () => "no temporary folder is needed")
  )
}).pipe(Effect.catchAllCause(failed("temporary", "Correct TMPDIR, or unset it")))

/** Whether this process may open as many files as the embedded database needs. */
export const openFiles = Effect.gen(function* () {
  const { url } = yield* DatabaseConfig.database
  yield* Effect.when(OpenFiles.check, () => Option.isNone(url))
  return ok("open files", "as many as are needed")
}).pipe(Effect.catchAllCause(failed("open files", "ulimit -n 1024")))

const degraded = ({ checks }: Pick<Readiness.Readiness, "checks">): ReadonlyArray<Finding> =>
  checks.flatMap(({ name, reason, state }) =>
    state === "degraded" ? [problem(name, "degraded", reason ?? "Look into the log")] : []
  )

/** What came of a turn, and what is degraded after it. */
const turnFindings = (
  where: string,
  { outcome, readiness }: Effect.Effect.Success<typeof DoctorTurn.atSuite>
): ReadonlyArray<Finding> => [
  Either.match(outcome, {
    onLeft: ({ message }) =>
      problem(
        "turn",
        `a customer's question, asked ${where}, failed: ${message}`,
        "Mend what is named below, or read the log"
      ),
    onRight: (says) => ok("turn", `${says} (asked ${where})`)
  }),
  ...degraded(readiness)
]

/** Plays a turn: at the suite that runs, else in one that is started for it. */
const turn = Effect.gen(function* () {
  const path = yield* Path.Path
  const running = yield* Readiness.of("orchestrator")
  if (running.state === "not ready") {
    return [problem("turn", `the suite serves nothing: ${running.failed.join(", ")}`, "Look into its log")]
  }
  if (running.state !== "not running") {
    return turnFindings("at the suite that runs", yield* DoctorTurn.atSuite)
  }
  const { recordTo } = yield* ModelConfig.model
  if (Option.isSome(recordTo)) {
    return [note("turn", "not played: LLM_RECORD would record it", "Unset LLM_RECORD for this")]
  }
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const hasDatabase = Option.isSome(url) || (yield* isThere(path.join(dataDirectory, "postgres")))
  const where = hasDatabase ? "in a suite started for it" : "in a suite started for it, on a database in memory"
  return turnFindings(where, yield* DoctorTurn.alone(hasDatabase ? "configured" : "in memory"))
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(failed("turn", "Mend this, and ask again")(cause), (found): ReadonlyArray<Finding> => [found])
  )
)

/** Why no turn is played; none if one can be. */
const obstacleTo = (findings: ReadonlyArray<Finding>) =>
  findings.find(({ check, state }) => state === "problem" || (check === "migrations" && state === "note"))

/** Everything, in the order in which it gets in the way; a turn only when nothing does. */
export const examine = Effect.gen(function* () {
  const findings = [
    node(process.version),
    yield* variables,
    ...(yield* ports),
    yield* secrets,
    yield* openFiles,
    yield* temporaryFolder,
    yield* disk,
    ...(yield* database),
    yield* model
  ]
  const obstacle = obstacleTo(findings)
  return obstacle === undefined
    ? [...findings, ...(yield* Effect.withConfigProvider(turn, yield* withSecrets))]
    : [
        ...findings,
        note("turn", `not played: ${obstacle.check} comes first`, "Mend that, then: storefront doctor"),
        ...degraded(yield* Effect.orElseSucceed(Readiness.of("orchestrator"), () => Readiness.unknown))
      ]
})

const marks = { ok: "ok", note: "note", problem: "FIX" } as const

/** A line for each finding, and below it what to do. */
export const lines = (findings: ReadonlyArray<Finding>, paint: typeof coloured): ReadonlyArray<string> => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const colours = { ok: paint.good, note: paint.warning, problem: paint.bad }
  return findings.flatMap(({ check, mend, state, text }) => [
    `${colours[state](marks[state].padEnd(4))}  ${check.padEnd(width)}  ${text}`,
    ...(mend === null ? [] : [`${" ".repeat(width + 8)}${paint.faint(mend)}`])
  ])
}
