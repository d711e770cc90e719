import { Console, Effect, Record, Stream } from "effect"
import * as Chat from "../support/Chat.ts"
import { percentile } from "../support/Load.ts"
import * as Table from "../support/Table.ts"
import * as Door from "./Door.ts"
import * as Model from "./Model.ts"
import { type FrontDoor } from "./Suite.ts"

/** Waiting times: of a customer for the first frame of a turn, and of a finished sentence for the customer. */

const warmUp = 100

/** Milliseconds that the median may be. */
const maxAcceptedMillis = 30
const maxHopMillis = 15

const turn = Effect.fnUntraced(function* (
  { pool }: FrontDoor,
  customer: Chat.Customer,
  { sentenceWritten }: Model.Model,
  message: string
) {
  const sent = performance.now()
  const arrivals = yield* Stream.runCollect(Door.read(pool, customer, Door.streamPath, Door.messageOf(message)))
  const [accepted, text] = ["", `"artifactUpdate"`].map((part) => [...arrivals].find(({ text }) => text.includes(part)))
  if (accepted === undefined || text === undefined) {
    return yield* new Door.NotServed({ message: [...arrivals].map(({ text }) => text).join("") })
  }
  return { accepted: accepted.at - sent, text: text.at - (yield* sentenceWritten) }
})

/** Plays turns of both kinds one after another; the hops are those that the text makes. */
export const measure = Effect.fnUntraced(function* (door: FrontDoor, model: Model.Model, turns: number) {
  const customer = yield* Chat.signUp(door.origin)
  const play = Effect.fnUntraced(function* (message: string, hops: number) {
    const ask = turn(door, customer, model, message)
    yield* Effect.replicateEffect(ask, warmUp)
    const samples = yield* Effect.replicateEffect(ask, turns)
    return {
      accepted: { seconds: 0, latencies: samples.map(({ accepted }) => accepted) },
      text: { seconds: 0, latencies: samples.map(({ text }) => text) },
      hops
    }
  })
  const own = yield* play(Model.messages.own, 1)
  const direct = yield* play(Model.messages.direct, 2)
  yield* Console.log(`\n${turns} streamed turns each, one at a time; ms`)
  yield* Table.print(
    ["", "p50", "p99"],
    Record.toEntries({
      "request to accepted, own answer": own.accepted,
      "request to accepted, answer of a specialist": direct.accepted,
      "sentence to the customer, one hop": own.text,
      "sentence to the customer, two hops": direct.text
    }).map(([name, sample]) => [name, Table.millis(percentile(sample, 0.5)), Table.millis(percentile(sample, 0.99))])
  )
  const figures: ReadonlyArray<Table.Figure> = [
    { name: "ms to accepted, own answer, p50", found: percentile(own.accepted, 0.5), allowed: maxAcceptedMillis },
    {
      name: "ms to accepted, answer of a specialist, p50",
      found: percentile(direct.accepted, 0.5),
      allowed: maxAcceptedMillis
    },
    ...[own, direct].map(({ hops, text }) => ({
      name: `ms a hop from a sentence to the customer, ${hops} of them, p50`,
      found: percentile(text, 0.5) / hops,
      allowed: maxHopMillis
    }))
  ]
  return figures
})
