/**
 * How the assistant's door holds: how long a customer waits for the first frame and for a sentence that the model has
 * finished, what open streams cost, what a reader costs that never reads, and progress behind a proxy that buffers.
 *
 *   npm run bench:doors -- [--turns <number>] [--part text|proxy|deaf|streams]
 */
import { Array, Config, Console, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"
import * as BehindProxy from "./BehindProxy.ts"
import * as DeafReaders from "./DeafReaders.ts"
import * as FirstText from "./FirstText.ts"
import * as Model from "./Model.ts"
import * as OpenStreams from "./OpenStreams.ts"
import * as Suite from "./Suite.ts"

const { values } = parseArgs({ options: { turns: { type: "string", default: "300" }, part: { type: "string" } } })

/** Measures unless another part is asked for. */
const part = <E, R>(name: string, measure: Effect.Effect<ReadonlyArray<Table.Figure>, E, R>) =>
  Effect.scoped(values.part === undefined || values.part === name ? measure : Effect.succeed([]))

const program = Effect.gen(function* () {
  const database = yield* Config.string("TEST_DATABASE_URL")
  yield* Storefront.run(database, "seed")
  const gate = yield* Effect.makeLatch()
  const model = yield* Model.serve(gate)
  const suite = yield* Suite.start(database, model.address)
  const figures = Array.flatten(
    yield* Effect.all([
      part("text", FirstText.measure(suite.here, model, Number(values.turns))),
      part("proxy", BehindProxy.measure(suite.here)),
      part("deaf", DeafReaders.measure(suite)),
      part("streams", OpenStreams.measure(suite, gate))
    ])
  )
  yield* Console.log("")
  if (yield* Table.judge(figures)) {
    return yield* new Bench.NotGood({ message: "The door does not hold" })
  }
})

Bench.run(program)
