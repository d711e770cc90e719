import { Console, Effect, Schedule, Stream } from "effect"
import { connect } from "node:net"
import type * as Chat from "../support/Chat.ts"
import type * as Table from "../support/Table.ts"
import * as Door from "./Door.ts"
import * as Memory from "./Memory.ts"
import * as Model from "./Model.ts"
import { type FrontDoor, people, type Suite } from "./Suite.ts"

/** A reader that never reads: memory and turn. */

/** Readers, and how many of them begin at a time. */
const readers = 20
const atATime = 4

const maxKiB = 256

/** Sends a message over a connection of its own from which nothing is ever read. */
const send = ({ origin }: FrontDoor, customer: Chat.Customer, body: object) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof connect>>((resume) => {
      const { host, hostname, port } = new URL(origin)
      const socket = connect(Number(port), hostname, () => {
        const json = JSON.stringify(body)
        const headers = { ...Door.headersOf(customer), host, "content-length": String(Buffer.byteLength(json)) }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`POST ${Door.streamPath} HTTP/1.1\r\n${lines.join("")}\r\n${json}`, () =>
          resume(Effect.succeed(socket))
        )
      })
      socket.on("error", () => undefined)
      socket.pause()
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Waits for the end of the person's turn, and answers its task. */
const untilEnd = ({ pool }: FrontDoor, customer: Chat.Customer) =>
  Door.newest(pool, customer).pipe(
    Effect.filterOrFail(
      ({ status }) => status.state === "TASK_STATE_COMPLETED",
      ({ status }) => new Door.NotServed({ message: `A turn with a reader that never reads is ${status.state}` })
    ),
    Effect.retry(Schedule.spaced("250 millis")),
    Effect.timeout("1 minute")
  )

/** Memory that a process has more for each reader, once all their turns have ended. */
const cost = <E, R>({ pid }: FrontDoor, turns: Effect.Effect<unknown, E, R>) =>
  Effect.map(
    Effect.all([Memory.measure(pid), turns, Memory.measure(pid)]),
    ([before, , after]) => (after - before) / readers
  )

/** The longest answers, with readers that read nothing here and readers that read everything beside. */
export const measure = Effect.fnUntraced(function* ({ beside, here }: Suite) {
  // People of their own, since a turn has ended when its person's newest one has.
  const customers = { reading: yield* people(here, readers), deaf: yield* people(here, readers) }
  const read = (door: FrontDoor) => (customer: Chat.Customer) =>
    Stream.runDrain(Door.read(door.pool, customer, Door.streamPath, Door.messageOf(Model.messages.long)))
  // Both have played such turns before.
  yield* Effect.forEach([here, beside], (door) => Effect.forEach(customers.reading.slice(0, atATime), read(door)))
  const reading = yield* cost(beside, Effect.forEach(customers.reading, read(beside), { concurrency: atATime }))
  const deaf = yield* cost(
    here,
    Effect.forEach(
      customers.deaf,
      (customer) =>
        Effect.zipRight(send(here, customer, Door.messageOf(Model.messages.long)), untilEnd(here, customer)),
      { concurrency: atATime }
    )
  )
  const followUps = yield* Effect.forEach(customers.deaf, (customer) =>
    Effect.flatMap(Door.newest(here.pool, customer), ({ contextId }) =>
      Door.ask(here.pool, customer, "Thank you", contextId)
    )
  )
  yield* Console.log(
    `\n${readers} turns each with the longest answer; resident KiB a turn more after its end: ${reading.toFixed(0)} with readers that read, ${deaf.toFixed(0)} with readers that never do`
  )
  const figures: ReadonlyArray<Table.Figure> = [
    { name: "resident KiB a reader that never reads", found: deaf - reading, allowed: maxKiB },
    {
      name: "conversations that are not free after a reader that never reads",
      found: followUps.filter(({ status }) => status.state !== "TASK_STATE_COMPLETED").length,
      allowed: 0
    }
  ]
  return figures
})
