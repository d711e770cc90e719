import { type HttpClient } from "@effect/platform"
import { type Duration, Effect } from "effect"
import { type Lane } from "./Lane.ts"

/** Something that goes wrong for a while. */
export interface Fault {
  readonly name: string
  /** Begins the fault; what came to the gap goes on afterwards. `stop` is the customer's. */
  readonly begin: (lane: Lane, stop: Effect.Effect<void>) => Effect.Effect<void>
  readonly lasts: Duration.DurationInput
  readonly end: (lane: Lane) => Effect.Effect<void, never, HttpClient.HttpClient>
}

const nothing = () => Effect.void

/** Longer than a hop may take, and shorter than a turn. */
const long = "5 seconds"

const everyDatabase = (lane: Lane, act: "reset" | "refuse" | "accept") =>
  Effect.forEach(Object.values(lane.databases), (relay) => relay[act], { discard: true })

/** Everything that the bench can break. */
export const faults = {
  none: { name: "none", begin: nothing, lasts: 0, end: nothing },
  databaseStopped: {
    name: "database stopped",
    begin: (lane) => everyDatabase(lane, "refuse"),
    lasts: "4 seconds",
    end: (lane) => everyDatabase(lane, "accept")
  },
  databaseFrozen: {
    name: "database frozen",
    begin: ({ way }) => Effect.asVoid(way.open.close),
    lasts: long,
    end: ({ way }) => Effect.asVoid(way.open.open)
  },
  connectionsReset: {
    name: "connections reset",
    begin: (lane) => everyDatabase(lane, "reset"),
    lasts: 0,
    end: nothing
  },
  statementsDelayed: {
    name: "statements delayed",
    begin: ({ way }) =>
      Effect.sync(() => {
        way.delay = "300 millis"
      }),
    lasts: "4 seconds",
    end: ({ way }) =>
      Effect.sync(() => {
        way.delay = 0
      })
  },
  specialistKilled: {
    name: "specialist killed",
    // Who is dead has sent nothing more, and nobody listens in its place.
    begin: ({ databases, hop, specialist }) =>
      Effect.all([specialist.kill, databases["order-management"].reset, hop.refuse], { discard: true }),
    lasts: 0,
    end: ({ hop, specialist }) => Effect.zipRight(specialist.start, hop.accept)
  },
  specialistHung: {
    name: "specialist hung",
    begin: ({ specialist }) => specialist.stop,
    lasts: long,
    end: ({ specialist }) => specialist.resume
  },
  modelSlow: {
    name: "model slow",
    begin: () => Effect.sleep(long),
    lasts: 0,
    end: nothing
  },
  answerLost: {
    name: "answer lost",
    begin: ({ hop }) => hop.reset,
    lasts: 0,
    end: nothing
  },
  stopped: {
    name: "stopped",
    begin: (_, stop) => stop,
    lasts: 0,
    end: nothing
  },
  clientGone: {
    name: "client gone",
    begin: ({ door }) => door.reset,
    lasts: 0,
    end: nothing
  }
} as const satisfies Record<string, Fault>
