/**
 * What a turn costs the suite itself: latency, turns a second and processor time, over the embedded model and over a
 * provider that answers at once; what a hop adds over a provider that takes its time; and what a turn asks of the model.
 *
 *   npm run bench:chat -- [--turns <number>] [--profile <folder>]
 *   npm run bench:chat -- --beside <checkout> [--turns <number>]
 *
 * With another checkout, which is built, both play the same turns in turn: what a turn costs here, as a share of what it costs
 * there.
 */
import { FileSystem, HttpServerRequest } from "@effect/platform"
import * as Question from "@storefront/cli/bridge/Question"
import * as Tokens from "@storefront/cli/bridge/Tokens"
import { AgentName, services } from "@storefront/domain/Topology"
import { portVariables } from "@storefront/server/testing/FreePort"
import { Array, Config, Console, Data, Duration, Effect, Number as Numbers, Option, Ref, Schema } from "effect"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Pool } from "undici"
import * as Bench from "../support/Bench.ts"
import * as Chat from "../support/Chat.ts"
import * as Databases from "../support/Databases.ts"
import { percentile } from "../support/Load.ts"
import * as Provider from "../support/Provider.ts"
import type * as Script from "../support/Script.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const { values } = parseArgs({
  options: { turns: { type: "string", default: "400" }, profile: { type: "string" }, beside: { type: "string" } }
})

const turns = Number(values.turns)
/** Turns that are not counted: in them what is made on first use is made, and what is used often compiled. */
const warmUp = 400
const crowds = [1, 8]

/** What a hop may add at the median. */
const maxHopMillis = 15

/** How long the slow provider takes for an answer. */
const thought = Duration.millis(100)

/** Questions with one specialist and no writing. */
const questions = [
  "Where is my latest order?",
  "Is the Hush 700 in stock?",
  "What do people think about the Hush 700?",
  "Show me headphones under $200",
  "What is in my cart?"
]

/** One specialist and two tools, over a provider. */
const wish: Script.Wish = {
  message: "Show me my orders, please",
  tool: "get_user_orders",
  params: {},
  done: "these are they."
}

class NotAnswered extends Data.TaggedError("NotAnswered")<{ readonly message: string }> {}

/** Processor time of a process so far, in milliseconds; the kernel counts in hundredths of a second. */
const processorMillis = (pid: number) =>
  Effect.sync(() => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  })

/** A suite in one process, with a customer for each turn under way. */
const suite = Effect.fnUntraced(function* (
  name: string,
  environment: Readonly<Record<string, string>>,
  cli: string = Storefront.cli
) {
  const ports = yield* portVariables(AgentName.literals)
  const profiled = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}/${name}`]
  const { origin, pid } = yield* Storefront.launch({
    program: ["node", ...profiled, cli, "up"],
    environment: {
      ...ports,
      ...(yield* Storefront.secrets),
      RATE_LIMIT_CHAT: "0",
      RATE_LIMIT_SIGNUP: "0",
      ...environment
    },
    port: Number(ports[services.orchestrator.portVariable])
  })
  const customers = yield* Effect.replicateEffect(Chat.signUp(origin), Math.max(...crowds))
  return { name, origin, pid, customers }
})
type Suite = Effect.Effect.Success<ReturnType<typeof suite>>

/** Plays turns, each in a new conversation; answers how long each took, and what all together took. */
const play = Effect.fnUntraced(function* (
  { customers, origin, pid }: Suite,
  messages: ReadonlyArray<string>,
  count: number,
  crowd: number
) {
  const next = yield* Ref.make(0)
  const before = yield* processorMillis(pid)
  const ask = (customer: Chat.Customer) =>
    Effect.gen(function* () {
      const index = yield* Ref.getAndUpdate(next, (sofar) => sofar + 1)
      const { millis, text, told } = yield* Chat.say(
        { origin, customer, patience: "30 seconds" },
        messages[index % messages.length] ?? ""
      )
      return told === "failed" || told === "nothing" ? yield* new NotAnswered({ message: text }) : millis
    })
  const [took, latencies] = yield* Effect.forEach(
    customers.slice(0, crowd),
    (customer) => Effect.replicateEffect(ask(customer), Math.ceil(count / crowd)),
    { concurrency: crowd }
  ).pipe(Effect.timed)
  const sample = { seconds: Duration.toSeconds(took), latencies: latencies.flat() }
  return { ...sample, processor: ((yield* processorMillis(pid)) - before) / sample.latencies.length }
})

/** How many at a time, p50, p99, turns a second and processor time of the suite. */
const measure = (messages: ReadonlyArray<string>) =>
  Effect.fnUntraced(function* (running: Suite) {
    yield* play(running, messages, warmUp, 1)
    return yield* Effect.forEach(crowds, (crowd) =>
      Effect.map(play(running, messages, turns, crowd), (sample) => [
        running.name,
        String(crowd),
        Table.millis(percentile(sample, 0.5)),
        Table.millis(percentile(sample, 0.99)),
        (sample.latencies.length / sample.seconds).toFixed(1),
        sample.processor.toFixed(1)
      ])
    )
  })

/** How often two checkouts take turns. */
const rounds = 8

/** Processor time of a turn here and there, in milliseconds, in as many rounds. */
const measureBeside = Effect.fnUntraced(function* (here: Suite, there: Suite, messages: ReadonlyArray<string>) {
  yield* Effect.forEach([here, there], (running) => play(running, messages, warmUp, 1))
  const costs = yield* Effect.replicateEffect(
    Effect.forEach([here, there], (running) =>
      Effect.map(play(running, messages, turns / rounds, 1), ({ processor }) => processor)
    ),
    rounds
  )
  const [one, other] = [here, there].map((_, side) => Array.map(costs, (round) => round[side] ?? 0))
  const mean = (figures: ReadonlyArray<number> = []) => Numbers.sumAll(figures) / figures.length
  return [
    here.name,
    mean(one).toFixed(2),
    mean(other).toFixed(2),
    `${((100 * mean(one)) / mean(other)).toFixed(1)} %`,
    costs.map(([mine = 0, yours = 0]) => ((100 * mine) / yours).toFixed(0)).join(" ")
  ]
})

/** Many, so that what the workers of the suite do meanwhile hardly counts. */
const countedTurns = 300

/** Database transactions of a turn in a conversation that is there. */
const transactionsOf = Effect.fnUntraced(function* ({ customers: [customer], origin }: Suite, database: string) {
  if (customer === undefined) {
    return Number.NaN
  }
  const committed = Effect.zipRight(
    // The server tells the figures of its sessions a little later.
    Effect.sleep("2 seconds"),
    Effect.map(
      Databases.query(
        database,
        "SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()"
      ),
      ([row]) => Number(row?.["n"])
    )
  )
  const id = yield* Chat.begin(origin, customer, wish.message)
  const say = Chat.say({ origin, customer, id, patience: "30 seconds" }, wish.message)
  const before = yield* committed
  yield* Effect.replicateEffect(say, countedTurns)
  return ((yield* committed) - before) / countedTurns
})

/** How the provider is asked; a suite beside this one may not see by its address which interface it speaks. */
const asking = (provider: string) => ({ OPENAI_BASE_URL: provider, LLM_API: "chat" })

/** What the provider has been asked since somebody last looked, in its order. */
type Questions = Ref.Ref<ReadonlyArray<string>>

/**
 * What a turn takes longer than a plain program takes to put the same questions to the provider, one after another:
 * with a hop and without one. Each turn is followed by its questions, so that both meet the same machine.
 */
const measureHop = (provider: string, questions: Questions) =>
  Effect.fnUntraced(function* ({ origin }: Suite) {
    const customer = yield* Chat.signUp(origin)
    const plain = new Pool(new URL(provider).origin, { connections: 1 })
    yield* Effect.addFinalizer(() => Effect.promise(() => plain.destroy()))
    const put = (body: string) =>
      Effect.promise(async () => {
        const response = await plain.request({
          method: "POST",
          path: `${new URL(provider).pathname}/chat/completions`,
          headers: { "content-type": "application/json" },
          body
        })
        await response.body.text()
      })
    const once = Effect.fnUntraced(function* (message: string) {
      yield* Ref.set(questions, [])
      const { millis } = yield* Chat.say({ origin, customer, patience: "30 seconds" }, message)
      const [took] = yield* Effect.timed(Effect.forEach(yield* Ref.get(questions), put))
      return millis - Duration.toMillis(took)
    })
    const added = (message: string, count: number) =>
      Effect.map(Effect.replicateEffect(once(message), count), (latencies) =>
        percentile({ seconds: 0, latencies }, 0.5)
      )
    return { without: yield* added("Thank you", turns / 4), withHop: yield* added(wish.message, turns / 4) }
  })

/** Turns by which the model's part is counted: it is the same in each. */
const modelTurns = 10

/** Its columns where the planner answers. */
const noModel = ["", "", "", ""]

const parseQuestion = Schema.decodeSync(Schema.parseJson())

/** Requests to the model, input and output tokens of a turn, and the share of instructions and tools in the input. */
const measureModel = Effect.fnUntraced(function* (
  { customers: [customer], origin }: Suite,
  questions: Questions,
  sayings: Ref.Ref<ReadonlyArray<Script.Answer>>
) {
  const tokens = yield* Tokens.makeCounter
  yield* Ref.set(questions, [])
  yield* Ref.set(sayings, [])
  if (customer !== undefined) {
    yield* Effect.replicateEffect(Chat.say({ origin, customer, patience: "30 seconds" }, wish.message), modelTurns)
  }
  const asked = (yield* Ref.get(questions)).map((body) => tokens.ofQuestion(Question.read("chat", parseQuestion(body))))
  const input = Numbers.sumAll(asked.map(({ total }) => total))
  const fixed = Numbers.sumAll(asked.map(({ instructions, tools }) => instructions + tools))
  const output = Numbers.sumAll((yield* Ref.get(sayings)).map((said) => tokens.ofAnswer(Provider.answerOf(said))))
  return [
    (asked.length / modelTurns).toFixed(1),
    (input / modelTurns).toFixed(0),
    (output / modelTurns).toFixed(0),
    `${((100 * fixed) / input).toFixed(0)} %`
  ]
})

const program = Effect.gen(function* () {
  const server = yield* Config.string("TEST_DATABASE_URL")
  const asked: Questions = yield* Ref.make<ReadonlyArray<string>>([])
  const sayings = yield* Ref.make<ReadonlyArray<Script.Answer>>([])
  const delay = yield* Ref.make(Duration.zero)
  const provider = yield* Provider.make(
    (words) => (words.endsWith(wish.message) ? Option.some({ wish, manner: "repeats" as const }) : Option.none()),
    ({ said }) => Ref.update(sayings, Array.append(said)),
    (answer) =>
      Effect.gen(function* () {
        const question = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) => text)
        yield* Ref.update(asked, Array.append(question))
        yield* Effect.flatMap(delay, Effect.sleep)
        return yield* answer
      })
  )
  const postgresFor = Effect.fnUntraced(function* (name: string, cli: string) {
    const database = yield* Databases.create(server, name)
    yield* Storefront.runOf(cli, database, "seed")
    return { DATABASE_URL: database }
  })
  const postgres = postgresFor("bench_chat", Storefront.cli)
  const embedded = Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped()),
    (folder) => ({ STOREFRONT_DATA_DIR: folder })
  )

  if (values.beside !== undefined) {
    const other = Storefront.cliOf(values.beside)
    const engines = yield* Effect.scoped(
      Effect.gen(function* () {
        const here = yield* suite("embedded model and engine", yield* embedded)
        const there = yield* suite("beside", yield* embedded, other)
        return yield* measureBeside(here, there, questions)
      })
    )
    const servers = yield* Effect.scoped(
      Effect.gen(function* () {
        const mine = yield* postgres
        const yours = yield* postgresFor("bench_chat_beside", other)
        const here = yield* suite("provider, PostgreSQL", { ...mine, ...asking(provider) })
        const there = yield* suite("beside", { ...yours, ...asking(provider) }, other)
        const row = yield* measureBeside(here, there, [wish.message])
        const counts = [
          yield* transactionsOf(here, mine.DATABASE_URL),
          yield* transactionsOf(there, yours.DATABASE_URL)
        ]
        return { row, counts }
      })
    )
    yield* Console.log(`\n${turns} turns each, every one in a new conversation, in turn with ${values.beside}; ms`)
    yield* Table.print(
      ["POST /api/chat", "processor a turn here", "there", "here of there", "by round"],
      [engines, servers.row]
    )
    return yield* Console.log(
      `\nDatabase transactions of a turn with two tools in a conversation that is there: ${servers.counts.map((count) => count.toFixed(1)).join(" here, ")} there`
    )
  }

  const { added, rows: overProvider } = yield* Effect.scoped(
    Effect.gen(function* () {
      const running = yield* suite("provider, PostgreSQL", { ...(yield* postgres), ...asking(provider) })
      const rows = yield* measure([wish.message])(running)
      const ofModel = yield* measureModel(running, asked, sayings)
      yield* Ref.set(delay, thought)
      return { rows: rows.map((row) => [...row, ...ofModel]), added: yield* measureHop(provider, asked)(running) }
    })
  )
  const onEngine = yield* Effect.scoped(
    Effect.flatMap(embedded, (where) => Effect.flatMap(suite("embedded model and engine", where), measure(questions)))
  )
  const onPostgres = yield* Effect.scoped(
    Effect.flatMap(postgres, (where) => Effect.flatMap(suite("embedded model, PostgreSQL", where), measure(questions)))
  )
  yield* Console.log(`\n${turns} turns each, every one in a new conversation; ms`)
  yield* Table.print(
    [
      "POST /api/chat",
      "at a time",
      "p50",
      "p99",
      "turns/s",
      "processor a turn",
      "model calls",
      "tokens in",
      "tokens out",
      "fixed",
      "target"
    ],
    [
      ...overProvider.map((row) => [...row, "processor 25"]),
      ...onEngine.map((row) => [...row, ...noModel, "p50 30, p99 120, 60 turns/s"]),
      ...onPostgres.map((row) => [...row, ...noModel, ""])
    ]
  )
  yield* Console.log(
    `\nA turn over a provider that takes ${Duration.toMillis(thought)} ms for each answer took ${Table.millis(added.withHop)} ms longer than that with a hop, ${Table.millis(added.without)} ms without: ${Table.millis(added.withHop - added.without)} ms for the hop (target ${maxHopMillis})`
  )
})

Bench.run(program)
