import { Array, Console, Deferred, Effect, Fiber, Stream } from "effect"
import * as Chat from "../support/Chat.ts"
import * as Load from "../support/Load.ts"
import * as Table from "../support/Table.ts"
import * as Door from "./Door.ts"
import * as Memory from "./Memory.ts"
import * as Model from "./Model.ts"
import { type FrontDoor, people, type Suite } from "./Suite.ts"

/** Memory of open streams, and the time of other requests beside them. */

/** As many as a process serves, each person with as many as one may have. */
const streams = 1_000
const streamsPerPerson = 10

const maxKiB = 64
const maxRatio = 2

/** Reads and chats of a round, how often each door has its turn, and how many there are at a time. */
const reads = 500
const chats = 24
const rounds = 8
const atATime = 4

const read: Omit<Load.Read, "headers"> = { name: "GET /api/products", path: "/api/products?limit=50", status: 200 }

/** Somebody else at a door. */
const visit = Effect.fnUntraced(function* (door: FrontDoor) {
  const customers = yield* people(door, atATime)
  const { authorization } = yield* Chat.signUp(door.origin)
  const connections = yield* Load.connect(door.origin, atATime)
  const chat = (customer: Chat.Customer) =>
    Effect.flatMap(
      Chat.say({ origin: door.origin, customer, patience: "60 seconds" }, "Thank you"),
      ({ millis, text, told }) => (told === "undone" ? Effect.succeed(millis) : new Door.NotServed({ message: text }))
    )
  return {
    read: (count: number) => Load.measure(connections, { ...read, headers: { authorization } }, count),
    chat: (count: number) =>
      Effect.forEach(customers, (customer) => Effect.replicateEffect(chat(customer), count / atATime), {
        concurrency: "unbounded"
      }).pipe(Effect.map((latencies): Load.Sample => ({ seconds: 0, latencies: latencies.flat() })))
  }
})
type Visit = Effect.Effect.Success<ReturnType<typeof visit>>

const p99 = (samples: ReadonlyArray<Load.Sample>) => Load.percentile(Load.merge(samples), 0.99)

/** The p99 of others at both doors, which have their turns alternately. */
const compare = Effect.fnUntraced(function* (here: Visit, beside: Visit) {
  const ofBoth = <A, E, R>(ask: (visit: Visit) => Effect.Effect<A, E, R>) =>
    Effect.forEach(Array.range(1, rounds), (round) =>
      round % 2 === 0
        ? Effect.all({ here: ask(here), beside: ask(beside) })
        : Effect.map(Effect.all([ask(beside), ask(here)]), ([beside, here]) => ({ here, beside }))
    )
  const ofReads = yield* ofBoth(({ read }) => read(reads))
  const ofChats = yield* ofBoth(({ chat }) => chat(chats))
  return [
    { name: read.name, here: p99(ofReads.map(({ here }) => here)), beside: p99(ofReads.map(({ beside }) => beside)) },
    {
      name: "POST /api/chat",
      here: p99(ofChats.map(({ here }) => here)),
      beside: p99(ofChats.map(({ beside }) => beside))
    }
  ]
})

/** Reads a stream until it ends, in the background; answers when its first bytes are there. */
const open = Effect.fnUntraced(function* ({ pool }: FrontDoor, customer: Chat.Customer, task: string) {
  const isOpen = yield* Deferred.make<void, Door.NotServed>()
  const reading = yield* Door.read(pool, customer, Door.subscribePath(task)).pipe(
    Stream.runFoldEffect("", (_, { text }) => Effect.as(Deferred.succeed(isOpen, undefined), text)),
    Effect.tapError((error) => Deferred.fail(isOpen, error)),
    Effect.forkScoped
  )
  yield* Deferred.await(isOpen)
  return reading
})

/**
 * Opens streams at one of the doors, of turns that wait for the model. A process runs fewer turns than it serves streams,
 * so half of the turns are the other door's; both doors have as many.
 */
export const measure = Effect.fnUntraced(function* ({ beside, here }: Suite, gate: Effect.Latch) {
  const customers = yield* people(here, streams / streamsPerPerson)
  const visits = { here: yield* visit(here), beside: yield* visit(beside) }
  yield* Effect.forEach([visits.here, visits.beside], ({ chat, read }) => Effect.all([read(4_000), chat(200)]))
  const without = yield* compare(visits.here, visits.beside)

  const before = yield* Memory.measure(here.pid)
  const tasks = yield* Effect.forEach(customers, (customer, index) =>
    Effect.map(Door.begin((index % 2 === 0 ? here : beside).pool, customer, Model.messages.waiting), ({ id }) => ({
      customer,
      id
    }))
  )
  const withTurns = yield* Memory.measure(here.pid)
  const readings = yield* Effect.forEach(
    tasks.flatMap((task) => Array.replicate(task, streamsPerPerson)),
    ({ customer, id }) => open(here, customer, id),
    { concurrency: 20 }
  )
  const withStreams = yield* Memory.measure(here.pid)
  const beside1000 = yield* compare(visits.here, visits.beside)
  yield* gate.open
  const ends = yield* Effect.forEach(readings, Fiber.join)

  yield* Console.log(
    `\n${streams} streams of ${customers.length} turns at one door, none at the other; resident ${before} KiB before, ${withTurns} KiB with the turns, ${withStreams} KiB with the streams; p99 in ms`
  )
  yield* Table.print(
    ["", "without", "none there", "with", "none there", "ratio"],
    Array.zipWith(without, beside1000, (one, other) => [
      one.name,
      Table.millis(one.here),
      Table.millis(one.beside),
      Table.millis(other.here),
      Table.millis(other.beside),
      (other.here / other.beside).toFixed(2)
    ])
  )
  const figures: ReadonlyArray<Table.Figure> = [
    { name: "resident KiB an open stream", found: (withStreams - before) / streams, allowed: maxKiB },
    ...beside1000.map(({ beside, here, name }) => ({
      name: `p99 of ${name} beside the streams, times as long as without`,
      found: here / beside,
      allowed: maxRatio
    })),
    {
      name: "streams without the end of their turn",
      found: ends.filter((text) => !text.includes("TASK_STATE_COMPLETED")).length,
      allowed: 0
    }
  ]
  return figures
})
