/**
 * Requests per second and latencies of four reads of the front door and of its plain twin: the same database, the same
 * load, turn by turn in one run.
 */
import { Array, Config, Console, Data, Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import * as Bench from "../support/Bench.ts"
import * as Load from "../support/Load.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const ports = { ours: 18_411, twin: 18_412 }

/** Requests under way at a time. */
const connections = 8

/** Requests of one turn, and how often each server has its turn with each read. */
const requests = 400
const rounds = 10
const warmUpRequests = 4000

/** A read, and which part of the twin's requests per second we have to reach. */
interface Comparison extends Load.Read {
  readonly target: number
}

/** The servers differ in what they answer, so that their speeds cannot be compared. */
class AnswersDiffer extends Data.TaggedError("AnswersDiffer")<{ readonly message: string }> {}

const twin = (database: string, environment: Readonly<Record<string, string>>): Storefront.Server => ({
  program: ["node", "--import", "tsx", fileURLToPath(new URL("twin.ts", import.meta.url))],
  environment: { ...environment, DATABASE_URL: database, TWIN_PORT: String(ports.twin) },
  port: ports.twin
})

const decodePage = Schema.decodeUnknown(
  Schema.parseJson(Schema.Struct({ products: Schema.NonEmptyArray(Schema.Struct({ id: Schema.String })) }))
)

/** The four reads, of a product among others that has reviews. */
const listReads = Effect.fnUntraced(function* (ours: Load.Connections, headers: Readonly<Record<string, string>>) {
  const read = (path: string, target: number): Comparison => ({
    name: path,
    path: `/api${path}`,
    headers,
    status: 200,
    target
  })
  const list = read("/products?limit=50", 1)
  const page = yield* Effect.flatMap(Load.send(ours, list), ({ body }) => decodePage(body))
  const detail = { ...read(`/products/${page.products[0].id}`, 1), name: "/products/{id}" }
  return [list, detail, read("/orders", 0.5), read("/conversations", 0.5)]
})

/** The same read by a client that kept the answer, when the server offers that. */
const listConditional = (
  read: Comparison,
  { headers }: { readonly headers: Load.Headers }
): ReadonlyArray<Comparison> =>
  typeof headers["etag"] === "string"
    ? [
        {
          ...read,
          name: `${read.name} (If-None-Match)`,
          headers: { ...read.headers, "if-none-match": headers["etag"] },
          status: 304
        }
      ]
    : []

interface Servers {
  readonly ours: Load.Connections
  readonly twin: Load.Connections
}

/** Makes sure that both give the same bytes, and answers the read with its conditional form. */
const verify = Effect.fnUntraced(function* ({ ours, twin }: Servers, read: Comparison) {
  const [mine, theirs] = yield* Effect.all([Load.send(ours, read), Load.send(twin, read)])
  if (mine.body !== theirs.body) {
    return yield* new AnswersDiffer({ message: `${read.path}\nours ${mine.body}\ntwin ${theirs.body}` })
  }
  return [read, ...listConditional(read, mine)]
})

const compare = Effect.fnUntraced(function* ({ ours, twin }: Servers, read: Comparison) {
  const askOurs = (count: number) => Load.measure(ours, read, count)
  // The twin knows nothing of conditional requests and answers them in full.
  const askTwin = (count: number) => Load.measure(twin, { ...read, status: 200 }, count)
  yield* Effect.all([askOurs(warmUpRequests), askTwin(warmUpRequests)])
  const samples = yield* Effect.forEach(Array.range(1, rounds), (round) =>
    round % 2 === 0
      ? Effect.all({ ours: askOurs(requests), twin: askTwin(requests) })
      : Effect.map(Effect.all([askTwin(requests), askOurs(requests)]), ([twin, ours]) => ({ ours, twin }))
  )
  return {
    read,
    ours: Load.merge(samples.map(({ ours }) => ours)),
    twin: Load.merge(samples.map(({ twin }) => twin))
  }
})

const figures = (sample: Load.Sample) => [
  Load.requestsPerSecond(sample).toFixed(0),
  Table.millis(Load.percentile(sample, 0.5)),
  Table.millis(Load.percentile(sample, 0.99))
]

const program = Effect.gen(function* () {
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const secrets = yield* Storefront.secrets
  const origins = yield* Effect.all(
    {
      ours: Storefront.start(Storefront.orchestrator(database, ports.ours, secrets)),
      twin: Storefront.start(twin(database, secrets))
    },
    { concurrency: "unbounded" }
  )
  const servers = {
    ours: yield* Load.connect(origins.ours, connections),
    twin: yield* Load.connect(origins.twin, connections)
  }
  const reads = yield* listReads(servers.ours, yield* Storefront.logIn(origins.ours))
  const comparisons = Array.flatten(yield* Effect.forEach(reads, (read) => verify(servers, read)))
  yield* Console.log(`\n${connections} connections, ${rounds} turns of ${requests} requests each; latencies in ms`)
  const results = yield* Effect.forEach(comparisons, (read) => compare(servers, read))
  yield* Table.print(
    ["read", "ours req/s", "p50", "p99", "twin req/s", "p50", "p99", "ours/twin", "target"],
    results.map(({ ours, read, twin }) => [
      read.name,
      ...figures(ours),
      ...figures(twin),
      (Load.requestsPerSecond(ours) / Load.requestsPerSecond(twin)).toFixed(2),
      read.target.toFixed(1)
    ])
  )
})

Bench.run(program)
