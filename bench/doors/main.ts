/**
 * How the assistant's door holds: how long a customer waits for the first frame and for a sentence that the model has
 * finished, what open streams cost, what a reader costs that never reads, and progress behind a proxy that buffers.
 *
 *   npm run bench:doors -- [--turns <number>] [--part text|streams|deaf|proxy]
 */
import { Array, Config, Console, Effect, Record } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"
import * as FirstText from "./FirstText.ts"
import * as Model from "./Model.ts"
import * as OpenStreams from "./OpenStreams.ts"
import * as Suite from "./Suite.ts"

const { values } = parseArgs({ options: { turns: { type: "string", default: "300" }, part: { type: "string" } } })

const program = Effect.gen(function* () {
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const gate = yield* Effect.makeLatch()
  const model = yield* Model.serve(gate)
  const suite = yield* Suite.start(database, model.address)
  const parts = {
    text: FirstText.measure(suite.here, model, Number(values.turns)),
    streams: OpenStreams.measure(suite, gate)
  }
  const asked = Record.filter(parts, (_, name) => values.part === undefined || values.part === name)
  const figures = Array.flatten(yield* Effect.all(Record.values(asked).map((part) => Effect.scoped(part))))
  yield* Console.log("")
  if (yield* Table.judge(figures)) {
    return yield* new Bench.NotGood({ message: "The door does not hold" })
  }
})

Bench.run(program)
