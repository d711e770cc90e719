/**
 * The volume of an import beside a running front door: rows of products and stock a second, the importer's memory, and
 * the latency of catalogue reads beside it and beside price changes as frequent as its commits. The same file again
 * must write nothing. `--lines 1000000` is the size of the promise; `--grouped` makes variants of five lines each.
 */
import { Command } from "@effect/platform"
import { Config, Console, Data, Duration, Effect, Ref, Schedule, Schema, Stream } from "effect"
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Databases from "../support/Databases.ts"
import * as Load from "../support/Load.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const port = 18_417

const { values } = parseArgs({
  options: { lines: { type: "string", default: "100000" }, grouped: { type: "boolean", default: false } }
})
const lines = Number(values.lines)

/** Rows of `products` and `warehouse_inventory` a second, and the importer's memory in MiB. */
const targets = { rate: 5000, memory: 300, again: 4, latency: 3 }

const variantsPerGroup = 5

const words = "light trail shoe with a grippy sole for wet rock and long days in the hills made of recycled yarn".split(
  " "
)

/** A line of the file; texts differ, as those of a shop do. */
const lineOf = (at: number): string => {
  const description = Array.from({ length: 25 }, (_, n) => words[(at * 7 + n * (1 + (at % 11))) % words.length]).join(
    " "
  )
  const group = Math.floor(at / variantsPerGroup)
  const name = `${words[at % words.length]} ${words[(at * 3) % words.length]} ${values.grouped ? group : at}`
  const member = values.grouped ? `g${group},Size=${40 + (at % variantsPerGroup)}` : ","
  return `k${at},${name},${(at % 900) + 10}.90,Department ${at % 20},${member},${at % 50},Brand ${at % 300},${description}\n`
}

const writeFile = (path: string) =>
  Effect.async<void>((resume) => {
    const file = createWriteStream(path)
    file.write("external_id,name,price,category,group,options,quantity,brand,description\n")
    const writeFrom = (first: number): void => {
      for (let at = first; at < lines; at += 1) {
        if (!file.write(lineOf(at))) {
          file.once("drain", () => writeFrom(at + 1))
          return
        }
      }
      file.end(() => resume(Effect.void))
    }
    writeFrom(0)
  })

class ImportFailed extends Data.TaggedError("ImportFailed")<{ readonly message: string }> {}

const decodeReport = Schema.decodeUnknown(
  Schema.parseJson(Schema.Struct({ lines: Schema.Int, refused: Schema.Int, written: Schema.Int }))
)

/** Most resident memory of a process so far, in MiB; 0 once it has ended. */
const mostResident = (pid: number) =>
  Effect.try(
    () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  ).pipe(Effect.orElseSucceed(() => 0))

/** Imports the file in a process of its own. */
const importFile = Effect.fnUntraced(function* (database: string, path: string) {
  const command = Command.make(
    "node",
    Storefront.cli,
    "import",
    "products",
    path,
    "--source=bench",
    "--warehouse=Eastgate Fulfilment Centre",
    "--into-demonstration",
    "--json",
    "--yes"
  ).pipe(Command.env({ DATABASE_URL: database }), Command.stderr("inherit"))
  const memory = yield* Ref.make(0)
  const [duration, output] = yield* Effect.timed(
    Effect.scoped(
      Effect.gen(function* () {
        const { exitCode, pid, stdout } = yield* Command.start(command)
        yield* mostResident(pid).pipe(
          Effect.flatMap((now) => Ref.update(memory, (most) => Math.max(most, now))),
          Effect.repeat(Schedule.spaced("200 millis")),
          Effect.forkScoped
        )
        const output = yield* Stream.mkString(Stream.decodeText(stdout))
        const code = yield* exitCode
        return code === 0
          ? output
          : yield* new ImportFailed({ message: `the import ended with exit code ${code}: ${output}` })
      })
    )
  )
  return { ...(yield* decodeReport(output)), seconds: Duration.toSeconds(duration), memory: yield* Ref.get(memory) }
})

/** Reads until the work ends, and answers the latencies with its result. */
const readBeside = Effect.fnUntraced(function* <A, E, R>(
  door: Load.Connections,
  read: Load.Read,
  work: Effect.Effect<A, E, R>
) {
  const samples = yield* Ref.make<ReadonlyArray<Load.Sample>>([])
  const reading = Load.measure(door, read, 20).pipe(
    Effect.flatMap((sample) => Ref.update(samples, (all) => [...all, sample])),
    Effect.forever
  )
  const result = yield* Effect.raceFirst(work, reading)
  return { result, sample: Load.merge(yield* Ref.get(samples)) }
})

const program = Effect.gen(function* () {
  const server = yield* Config.string("TEST_DATABASE_URL")
  const database = yield* Databases.create(server, "import")
  yield* Storefront.run(database, "seed")
  const origin = yield* Storefront.start(Storefront.orchestrator(database, port, yield* Storefront.secrets))
  const door = yield* Load.connect(origin, 2)
  const read: Load.Read = {
    name: "catalogue",
    path: "/api/products?category=Home&sort=price_asc",
    headers: yield* Storefront.logIn(origin),
    status: 200
  }
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storefront-import-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )
  const path = join(folder, "goods.csv")
  yield* writeFile(path)

  yield* Load.measure(door, read, 50)
  const priceChanges = Databases.query(
    database,
    "UPDATE products SET price = price + 0.01, original_price = original_price + 0.01 WHERE id = (SELECT min(id::text)::uuid FROM products)"
  ).pipe(Effect.repeat(Schedule.spaced("250 millis")), Effect.timeoutOption("20 seconds"))
  const beside = yield* readBeside(door, read, priceChanges)
  const first = yield* readBeside(door, read, importFile(database, path))
  const again = yield* readBeside(door, read, importFile(database, path))

  const rate = first.result.written / first.result.seconds
  const faster = first.result.seconds / again.result.seconds
  const latency = Load.percentile(first.sample, 0.99) / Load.percentile(beside.sample, 0.99)
  yield* Console.log(
    `\n${first.result.lines} lines, ${first.result.refused} refused: ${first.result.written} rows in ` +
      `${first.result.seconds.toFixed(1)} s; the same file again in ${again.result.seconds.toFixed(1)} s`
  )
  yield* Table.print(
    ["", "found", "target"],
    [
      ["rows a second", rate.toFixed(0), `>= ${targets.rate}`],
      ["MiB of the importer", first.result.memory.toFixed(0), `<= ${targets.memory}`],
      ["rows written again", String(again.result.written), "0"],
      ["times as fast again", faster.toFixed(1), `>= ${targets.again}`],
      ["p99 of reads, ms", Table.millis(Load.percentile(first.sample, 0.99)), ""],
      ["p99 beside price changes, ms", Table.millis(Load.percentile(beside.sample, 0.99)), ""],
      ["ratio", latency.toFixed(2), `<= ${targets.latency}`]
    ]
  )
})

Bench.run(program)
