/**
 * Kills imports of every kind at random moments, runs them again, and compares all tables with those after one run, ids
 * aside. Also looks that the invariants hold, that no staging table is left, and that the file again writes nothing.
 *
 *   npm run bench:import-kills -- [--kills 30] [--kinds products,inventory] [--engine server|embedded|both]
 */
import { Command } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { verify } from "@storefront/server/assistant/usage/Verification"
import { Clock, Config, Console, Data, Duration, Effect, Random, Schedule, Schema, Stream } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { env } from "node:process"
import { parseArgs } from "node:util"
import * as Bench from "../../support/Bench.ts"
import * as Storefront from "../../support/Storefront.ts"
import * as Table from "../../support/Table.ts"
import * as Contents from "./Contents.ts"
import { type File, type Killed, killed } from "./Files.ts"
import * as Shops from "./Shops.ts"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "30" },
    kinds: { type: "string", default: killed.map(({ kind }) => kind).join(",") },
    engine: { type: "string", default: "server" }
  }
})
const kills = Number(values.kills)

/** Every so many kills the next import waits for the end of the dead one's lease. */
const waitsEvery = 10

class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

const decodeReport = Schema.decodeUnknown(Schema.parseJson(Schema.Struct({ refused: Schema.Int, written: Schema.Int })))

/** Runs a command on a shop to its end, and returns its output. */
const storefront = Effect.fnUntraced(function* ({ environment }: Shops.Shop, ...words: ReadonlyArray<string>) {
  const command = Command.make("node", Storefront.cli, ...words).pipe(Command.env(environment))
  const { exitCode, stderr, stdout } = yield* Command.start(command)
  const text = <E>(bytes: Stream.Stream<Uint8Array, E>) => Stream.mkString(Stream.decodeText(bytes))
  const [code, output, errors] = yield* Effect.all([exitCode, text(stdout), text(stderr)], { concurrency: "unbounded" })
  return code === 0
    ? output
    : yield* new CommandFailed({ message: `storefront ${words.join(" ")} ended with ${code}: ${output}${errors}` })
}, Effect.scoped)

/** The words of an import of a file on disk. */
const wordsOf = ({ kind, options }: File, path: string) => ["import", kind, path, ...options, "--yes", "--json"]

/** Imports a file of which every line is right. */
const importFile = Effect.fnUntraced(function* (shop: Shops.Shop, file: File, path: string) {
  writeFileSync(path, file.content)
  const report = yield* Effect.flatMap(storefront(shop, ...wordsOf(file, path)), decodeReport)
  return report.refused === 0
    ? report.written
    : yield* new CommandFailed({ message: `${report.refused} lines of ${file.kind} are refused` })
})

const hasBegun = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.repeat(Effect.orDie(sql`SELECT FROM imports WHERE state = 'running'`), {
    until: (rows) => rows.length > 0,
    schedule: Schedule.spaced("10 millis")
  })
)

/** Kills an import so long after it has begun, or after its process has, where no other can look. */
const kill = (shop: Shops.Shop, words: ReadonlyArray<string>, isShared: boolean, millis: number) =>
  Effect.acquireUseRelease(
    Effect.sync(() =>
      spawn("node", [Storefront.cli, ...words], { env: { PATH: env["PATH"], ...shop.environment }, stdio: "ignore" })
    ),
    () =>
      Effect.zipRight(
        isShared ? Effect.asVoid(Effect.timeoutOption(shop.look(hasBegun), "30 seconds")) : Effect.void,
        Effect.sleep(Duration.millis(millis))
      ),
    (child) =>
      Effect.async<void>((resume) => {
        if (child.exitCode !== null || !child.kill("SIGKILL")) {
          resume(Effect.void)
        } else {
          child.once("exit", () => resume(Effect.void))
        }
      })
  )

const endLease = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.orDie(sql`UPDATE imports SET lease_until = clock_timestamp() WHERE state = 'running'`)
)

/** Lists broken invariants. */
const broken = Effect.map(Effect.orDie(verify), (verdicts) =>
  verdicts.filter(({ ok }) => !ok).map(({ invariant, violations }) => `${invariant}: ${violations.join(", ")}`)
)

/** Kills the import of a kind so many times, and returns the number of kills after which something was wrong. */
const torture = Effect.fnUntraced(function* (engine: Shops.Engine, base: Shops.Shop, file: Killed, path: string) {
  const start = yield* Clock.currentTimeMillis
  const look = (shop: Shops.Shop) => shop.look(Contents.read(start - 3_600_000))
  const before = yield* look(base)
  const once = yield* base.copy("kills_once")
  writeFileSync(path, file.content)
  const counting = engine.isShared
    ? Effect.zipRight(once.look(hasBegun), Clock.currentTimeMillis)
    : Clock.currentTimeMillis
  const [written, begun] = yield* Effect.all([importFile(once, file, path), counting], { concurrency: "unbounded" })
  const millis = (yield* Clock.currentTimeMillis) - begun
  const expected = yield* look(once)
  const again = yield* importFile(once, file, path)
  const moments = { reading: 0, writing: 0, over: 0 }
  let wrong = 0
  for (let number = 1; number <= kills; number++) {
    const shop = yield* base.copy("kills_run")
    const moment = yield* Random.nextIntBetween(0, millis)
    yield* kill(shop, wordsOf(file, path), engine.isShared, moment)
    const left = yield* look(shop)
    const isUntouched = Contents.differences(before, left).every((table) => table.startsWith("staged_"))
    const isOver = Contents.differences(expected, left).length === 0
    moments[isUntouched ? "reading" : isOver ? "over" : "writing"] += 1
    yield* number % waitsEvery === 0 ? Effect.void : shop.look(endLease)
    yield* importFile(shop, file, path)
    const differences = Contents.differences(expected, yield* look(shop))
    const invariants = yield* shop.look(broken)
    const rewritten = number % waitsEvery === 0 ? yield* importFile(shop, file, path) : 0
    const faults = [...differences, ...invariants, ...(rewritten > 0 ? [`${rewritten} rows written again`] : [])]
    yield* Effect.forEach(faults, (fault) => Console.log(`${file.kind}, killed after ${moment} ms: ${fault}`))
    wrong += Number(faults.length > 0)
    yield* number % waitsEvery === 0 ? Console.log(`${file.kind}, ${engine.name}: ${number} kills`) : Effect.void
  }
  const row = [
    `${file.kind}, ${engine.name}`,
    ...[written, millis, kills, moments.reading, moments.writing, moments.over, again, wrong].map(String)
  ]
  return { row, isWrong: wrong + again > 0 || (yield* once.look(broken)).length > 0 }
})

const program = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storefront-kills-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const engines = [
    { name: "server", engine: Shops.server(yield* Config.string("TEST_DATABASE_URL")) },
    { name: "embedded", engine: Shops.embedded }
  ].filter(({ name }) => values.engine === "both" || values.engine === name)
  const outcomes: Array<{ readonly row: ReadonlyArray<string>; readonly isWrong: boolean }> = []
  for (const { engine } of engines) {
    const empty = yield* engine.create("kills_empty")
    yield* storefront(empty, "migrate")
    for (const file of killed.filter(({ kind }) => values.kinds.split(",").includes(kind))) {
      const isKnown = yield* Effect.isSuccess(
        Effect.forEach([file, ...file.before], ({ kind }) => storefront(empty, "import", kind, "--template"))
      )
      if (!isKnown) {
        yield* Console.log(`${file.kind}: there is no such command yet`)
        continue
      }
      const base = yield* empty.copy("kills_base")
      yield* Effect.forEach(file.before, (earlier) => importFile(base, earlier, join(folder, `${earlier.kind}.csv`)))
      outcomes.push(yield* torture(engine, base, file, join(folder, `${file.kind}-killed.csv`)))
    }
  }
  yield* Table.print(
    ["", "rows", "ms", "kills", "reading", "writing", "over", "rows again", "WRONG"],
    outcomes.map(({ row }) => row)
  )
  if (outcomes.some(({ isWrong }) => isWrong)) {
    return yield* new Bench.NotGood({ message: "Imports that are killed leave something behind" })
  }
})

Bench.run(program)
