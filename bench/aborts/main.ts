/**
 * Whether somebody who behaves badly costs others: searches that are given up, many messages of one person, many log-ins
 * of one account.
 *
 *   npm run bench:aborts -- [--seconds <number>] [--logs <folder>]
 */
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { services } from "@storefront/domain/Topology"
import { freePort } from "@storefront/server/testing/FreePort"
import { Array, Config, Console, Context, Duration, Effect, Layer, Option, Random, Ref } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Chat from "../support/Chat.ts"
import * as Load from "../support/Load.ts"
import * as Provider from "../support/Provider.ts"
import { specialist, type Wish } from "../support/Script.ts"
import * as ServiceProcess from "../support/ServiceProcess.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" }, logs: { type: "string" } } })

const aborters = 40
const customers = 20
const messages = 64
const logIns = 140

/** An abandoned search is given up after at most this. */
const maxSearchMillis = 15

/** How long somebody else may take to log in, and how much longer than alone a turn beside many may take. */
const maxLogInMillis = 2_000
const maxRatio = 2

/** How long the model thinks: turns of one person are under way together. */
const thought = "150 millis"

/** Turns that are measured alone and beside others. */
const turns = 10

const wish: Wish = {
  message: "Show me my orders, please",
  tool: "get_user_orders",
  params: {},
  done: "these are your orders."
}

/** The front door and one specialist, in processes of their own. */
const startSuite = Effect.fnUntraced(function* (database: string) {
  const logs = yield* Bench.logsIn(values.logs)
  const provider = yield* Provider.make(
    (words) => (words.endsWith(wish.message) ? Option.some({ wish, manner: "plain" }) : Option.none()),
    () => Effect.sleep(thought)
  )
  const secrets = yield* Storefront.secrets
  const ports = yield* Effect.scoped(Effect.all({ orchestrator: freePort, [specialist]: freePort }))
  const start = Effect.fnUntraced(function* (name: "orchestrator" | typeof specialist) {
    const process = yield* ServiceProcess.make({
      words: ["start", name],
      port: ports[name],
      log: `${logs}/${name}.log`,
      environment: {
        ...secrets,
        DATABASE_URL: database,
        [services[name].portVariable]: String(ports[name]),
        AGENT_REGISTRY: Storefront.registryOf(ports[specialist]),
        OPENAI_BASE_URL: provider,
        RATE_LIMIT_SIGNUP: "0",
        RATE_LIMIT_CHAT: "0"
      }
    })
    yield* process.start
    return process.origin
  })
  const [origin] = yield* Effect.all([start("orchestrator"), start(specialist)], { concurrency: "unbounded" })
  return origin
})

/** A new customer in a conversation. */
const arrive = Effect.fnUntraced(function* (origin: string) {
  const customer = yield* Chat.signUp(origin)
  const conversation: Chat.Conversation = {
    origin,
    customer,
    id: yield* Chat.begin(origin, customer),
    patience: "60 seconds"
  }
  return conversation
})

const forAWhile = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.asVoid(Effect.timeoutOption(Effect.forever(effect), Duration.seconds(Number(values.seconds))))

/** Clients that give searches up as fast as they can, beside customers who chat. */
const aborts = Effect.fnUntraced(function* (origin: string) {
  // Somebody else's program: a request that is given up costs its connection, which must not be one of a customer.
  const client = Context.get(yield* Layer.build(Layer.fresh(NodeHttpClient.layerUndici)), HttpClient.HttpClient)
  const { authorization } = yield* Chat.signUp(origin)
  const searches = yield* Ref.make(0)
  const replies = yield* Ref.make<ReadonlyArray<Chat.Told>>([])
  const abort = Effect.gen(function* () {
    const word = yield* Random.nextIntBetween(0, 1_000_000)
    yield* client
      .execute(
        HttpClientRequest.get(`${origin}/api/products?search=${word}`).pipe(
          HttpClientRequest.setHeader("authorization", authorization)
        )
      )
      .pipe(Effect.timeoutOption(yield* Random.nextIntBetween(0, maxSearchMillis)), Effect.exit)
    yield* Ref.update(searches, (count) => count + 1)
  })
  const chat = Effect.fnUntraced(function* (conversation: Chat.Conversation) {
    const { millis, text, told } = yield* Chat.say(conversation, wish.message)
    if (told !== "done") {
      yield* Console.log(`After ${millis.toFixed(0)} ms: ${text}`)
    }
    yield* Ref.update(replies, (sofar) => [...sofar, told])
  })
  const conversations = yield* Effect.replicateEffect(arrive(origin), customers)
  yield* Effect.all(
    [...Array.makeBy(aborters, () => forAWhile(abort)), ...conversations.map((who) => forAWhile(chat(who)))],
    { concurrency: "unbounded" }
  )
  const told = yield* replies
  yield* Console.log(`${yield* searches} searches were given up beside ${told.length} answers of the assistant`)
  const figures: ReadonlyArray<Table.Figure> = [
    {
      name: "failures of customers beside aborted searches",
      found: told.filter((one) => one !== "done").length,
      allowed: 0
    }
  ]
  return figures
})

const measure = Effect.fnUntraced(function* (conversation: Chat.Conversation) {
  const replies = yield* Effect.replicateEffect(Chat.say(conversation, wish.message), turns)
  return {
    millis: Load.percentile({ seconds: 0, latencies: replies.map(({ millis }) => millis) }, 0.5),
    failures: replies.filter(({ told }) => told !== "done").length
  }
})

/** Many messages of one person at once, each in a conversation of its own, beside somebody else. */
const crowd = Effect.fnUntraced(function* (origin: string) {
  const other = yield* arrive(origin)
  const hasty = yield* Chat.signUp(origin)
  yield* measure(other)
  const alone = yield* measure(other)
  const message = Effect.exit(Chat.begin(origin, hasty, wish.message))
  const everything = Effect.all(
    Array.makeBy(messages, () => message),
    { concurrency: "unbounded" }
  )
  const beside = yield* Effect.raceFirst(measure(other), Effect.forever(everything))
  yield* Console.log(
    `A turn took ${alone.millis.toFixed(0)} ms alone, and ${beside.millis.toFixed(0)} ms beside ${messages} messages of one person`
  )
  const figures: ReadonlyArray<Table.Figure> = [
    { name: "failures of another person beside many messages", found: beside.failures, allowed: 0 },
    {
      name: "the time of another person, times as long as alone",
      found: beside.millis / alone.millis,
      allowed: maxRatio
    }
  ]
  return figures
})

/** Many log-ins of one account at once, beside somebody else's. */
const entrance = Effect.fnUntraced(function* (origin: string) {
  const logIn = yield* Storefront.makeLogIn(origin)
  const logInOther = yield* Storefront.makeLogIn(origin, yield* Chat.signUp(origin))
  const everything = Effect.all(
    Array.makeBy(logIns, () => Effect.exit(logIn)),
    { concurrency: "unbounded" }
  )
  const [[duration]] = yield* Effect.all([Effect.delay(Effect.timed(logInOther), "100 millis"), everything], {
    concurrency: "unbounded"
  })
  const figures: ReadonlyArray<Table.Figure> = [
    {
      name: "ms that another person logs in beside many log-ins of one account",
      found: Duration.toMillis(duration),
      allowed: maxLogInMillis
    }
  ]
  return figures
})

const program = Effect.gen(function* () {
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const origin = yield* startSuite(database)
  const figures = Array.flatten(yield* Effect.forEach([aborts, crowd, entrance], (part) => part(origin)))
  yield* Console.log("")
  if (yield* Table.judge(figures)) {
    return yield* new Bench.NotGood({ message: "Somebody paid for what others did" })
  }
})

Bench.run(program)
