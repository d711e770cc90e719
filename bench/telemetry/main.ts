/** How long a turn takes while everything about it is exported, beside how long it takes when nothing is. */
import { FileSystem, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { AgentName, services } from "@storefront/domain/Topology"
import { portVariables } from "@storefront/server/testing/FreePort"
import { Array, Console, Context, Effect, Layer, Ref } from "effect"
import { createServer } from "node:http"
import * as Bench from "../support/Bench.ts"
import * as Chat from "../support/Chat.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

/** Turns that are not counted, and turns that are. */
const warmUp = 30
const turns = 200
const target = 1.1

/** Two specialists, four statements or more each, and no writing. */
const question = "Is the Hush 700 in stock, and what do people think about it?"

/** A collector that counts what it gets. */
const collector = Effect.gen(function* () {
  const bytes = yield* Ref.make(0)
  const server = yield* HttpServer.serve(
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => request.arrayBuffer)
      yield* Ref.update(bytes, (sum) => sum + body.byteLength)
      return HttpServerResponse.empty()
    })
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })), Layer.build)
  const { address } = Context.get(server, HttpServer.HttpServer)
  return { bytes, url: `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}` }
})

/** A suite on an embedded shop of its own, with a customer who has said hello. */
const suite = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
  const ports = yield* portVariables(AgentName.literals)
  const origin = yield* Storefront.start({
    program: ["node", Storefront.cli, "up"],
    environment: {
      ...ports,
      STOREFRONT_DATA_DIR: folder,
      RATE_LIMIT_CHAT: "0",
      ...environment
    },
    port: Number(ports[services.orchestrator.portVariable])
  })
  return { origin, customer: yield* Chat.signUp(origin) }
})

type Suite = Effect.Effect.Success<ReturnType<typeof suite>>

/** How long the question takes in a new conversation. */
const ask = Effect.fnUntraced(function* ({ customer, origin }: Suite) {
  const id = yield* Chat.begin(origin, customer)
  const { millis } = yield* Chat.say({ origin, customer, id, patience: "30 seconds" }, question)
  return millis
})

const median = (samples: ReadonlyArray<number>) =>
  samples.toSorted((one, other) => one - other)[samples.length >> 1] ?? 0

const program = Effect.gen(function* () {
  const { bytes, url } = yield* collector
  const off = ask(yield* suite({}))
  const on = ask(yield* suite({ OTEL_EXPORTER_OTLP_ENDPOINT: url }))
  // In changing order, so that whatever else the machine does hits both.
  const pairs = (count: number) =>
    Effect.forEach(Array.range(1, count), (index) =>
      index % 2 === 0 ? Effect.all({ off, on }) : Effect.all({ on, off })
    )
  yield* pairs(warmUp)
  const before = yield* Ref.get(bytes)
  const samples = yield* pairs(turns)
  const sent = (yield* Ref.get(bytes)) - before
  const [alone, exporting] = [median(Array.map(samples, ({ off }) => off)), median(Array.map(samples, ({ on }) => on))]
  const ratio = exporting / alone
  yield* Console.log(
    `\n${turns} turns each, in turns; ${Math.round(sent / turns / 1024)} KiB to the collector a turn; ms`
  )
  yield* Table.print(
    ["POST /api/chat", "export off", "export on", "ratio", "target"],
    [
      [
        "p50",
        Table.millis(alone),
        Table.millis(exporting),
        ratio.toFixed(2),
        `${target}${ratio <= target ? "" : " missed"}`
      ]
    ]
  )
})

Bench.run(program)
