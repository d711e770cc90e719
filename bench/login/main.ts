/** How long the catalogue takes while many people log in, beside how long it takes when nobody does. */
import { Array, Config, Console, Effect, Ref } from "effect"
import * as Bench from "../support/Bench.ts"
import * as Load from "../support/Load.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const port = 18_415

/** Clients that log in again as soon as they are logged in. */
const clients = 20

const connections = 4
const requests = 300
const rounds = 5
const target = 3

const program = Effect.gen(function* () {
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const origin = yield* Storefront.start(Storefront.orchestrator(database, port, yield* Storefront.secrets))
  const door = yield* Load.connect(origin, connections)
  // One client for all of them: making it takes longer than a request, and the time would count as the server's.
  const logIn = yield* Storefront.makeLogIn(origin)
  const read: Load.Read = {
    name: "/products",
    path: "/api/products",
    headers: yield* logIn,
    status: 200
  }
  const logIns = yield* Ref.make(0)
  const client = Effect.forever(
    Effect.zipRight(
      logIn,
      Ref.update(logIns, (count) => count + 1)
    )
  )
  const everybody = Effect.all(
    Array.makeBy(clients, () => client),
    { concurrency: "unbounded" }
  )

  const quiet = Load.measure(door, read, requests)
  // A log-in that is refused ends the run.
  const busy = Effect.raceFirst(quiet, Effect.zipRight(everybody, Effect.never))

  yield* quiet
  const samples = yield* Effect.forEach(Array.range(1, rounds), () => Effect.all({ quiet, busy }))
  const alone = Load.merge(samples.map(({ quiet }) => quiet))
  const crowded = Load.merge(samples.map(({ busy }) => busy))
  const rate = (yield* Ref.get(logIns)) / crowded.seconds
  const ratio = Load.percentile(crowded, 0.99) / Load.percentile(alone, 0.99)
  yield* Console.log(
    `\n${connections} connections, ${rounds} turns of ${requests} requests each; ` +
      `${rate.toFixed(1)} log-ins per second of ${clients} clients; latencies in ms`
  )
  yield* Table.print(
    ["GET /api/products", "alone", "while people log in", "ratio", "target"],
    [0.5, 0.99].map((share) => [
      `p${share * 100}`,
      Table.millis(Load.percentile(alone, share)),
      Table.millis(Load.percentile(crowded, share)),
      (Load.percentile(crowded, share) / Load.percentile(alone, share)).toFixed(2),
      share === 0.99 ? `${target.toFixed(1)}${ratio <= target ? "" : " missed"}` : ""
    ])
  )
})

Bench.run(program)
