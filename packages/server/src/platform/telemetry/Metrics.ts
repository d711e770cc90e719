import { Context, Effect, Exit } from "effect"
import * as ErrorNames from "./ErrorNames.ts"

/** Metrics of the program: the instruments, and the recorder that sends their measurements. */

/** Attributes of a measurement, of low cardinality and never user input. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

interface Instrument {
  readonly name: string
  /** A UCUM unit, as the semantic conventions require. */
  readonly unit: string
  readonly description: string
}

/** Distribution of values. */
export interface Histogram extends Instrument {
  readonly boundaries: ReadonlyArray<number>
}

/** Number of events. */
export interface Counter extends Instrument {}

/** Current amount of something. */
export interface UpDownCounter extends Instrument {}

export interface Observation {
  readonly value: number
  readonly attributes: Attributes
}

/** Destination of measurements. */
export interface Recorder {
  readonly record: (histogram: Histogram, value: number, attributes: Attributes) => void
  readonly add: (counter: Counter, attributes: Attributes) => void
  /** Reads a level at every export. */
  readonly observe: (level: UpDownCounter, read: () => ReadonlyArray<Observation>) => void
}

/** Recorder of the current service. Without a collector, measurements are dropped. */
export class Metrics extends Context.Reference<Metrics>()("@storefront/server/platform/telemetry/Metrics", {
  defaultValue: (): Recorder => ({ record: () => {}, add: () => {}, observe: () => {} })
}) {}

/** Bucket boundaries that the semantic conventions recommend. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const modelSeconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const agentSeconds = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6]
const statementSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
const mcpSeconds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]
const tokens = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]

export const httpServerRequestDuration: Histogram = {
  name: "http.server.request.duration",
  unit: "s",
  description: "Duration of HTTP server requests.",
  boundaries: requestSeconds
}

export const modelOperationDuration: Histogram = {
  name: "gen_ai.client.operation.duration",
  unit: "s",
  description: "Duration of calls of the model.",
  boundaries: modelSeconds
}

export const modelTokenUsage: Histogram = {
  name: "gen_ai.client.token.usage",
  unit: "{token}",
  description: "Input and output tokens of calls of the model.",
  boundaries: tokens
}

export const agentDuration: Histogram = {
  name: "gen_ai.invoke_agent.duration",
  unit: "s",
  description: "Duration of turns of an agent.",
  boundaries: agentSeconds
}

export const statementDuration: Histogram = {
  name: "db.client.operation.duration",
  unit: "s",
  description: "Duration of statements, including the wait for a connection.",
  boundaries: statementSeconds
}

export const toolDuration: Histogram = {
  name: "gen_ai.execute_tool.duration",
  unit: "s",
  description: "Duration of tool calls.",
  boundaries: modelSeconds
}

export const mcpServerOperationDuration: Histogram = {
  name: "mcp.server.operation.duration",
  unit: "s",
  description: "Duration of tool calls at a tool server.",
  boundaries: mcpSeconds
}

export const guardVerdicts: Counter = {
  name: "storefront.guard.verdicts",
  unit: "{message}",
  description: "Messages that the injection guard scanned, by verdict."
}

export const rateLimitRefusals: Counter = {
  name: "storefront.rate_limit.refusals",
  unit: "{request}",
  description: "Requests that a rate limit refused."
}

export const openConnections: UpDownCounter = {
  name: "db.client.connection.count",
  unit: "{connection}",
  description: "Connections of the pool, by their state."
}

export const maxConnections: UpDownCounter = {
  name: "db.client.connection.max",
  unit: "{connection}",
  description: "Connections that the pool may have."
}

export const pendingRequests: UpDownCounter = {
  name: "db.client.connection.pending_requests",
  unit: "{request}",
  description: "Requests that wait for a connection."
}

export const count = (counter: Counter, attributes: Attributes) =>
  Effect.map(Metrics, ({ add }) => add(counter, attributes))

export const record = (histogram: Histogram, value: number, attributes: Attributes) =>
  Effect.map(Metrics, (measures) => measures.record(histogram, value, attributes))

/** Records the duration of an effect in seconds, with `attributesOf` its exit and the `error.type` of a failure. */
export const timed =
  <A, E>(histogram: Histogram, attributesOf: (exit: Exit.Exit<A, E>) => Attributes) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.clock, (clock) => {
      const startedAt = clock.unsafeCurrentTimeNanos()
      return Effect.onExit(effect, (exit) =>
        record(histogram, Number(clock.unsafeCurrentTimeNanos() - startedAt) / 1e9, {
          ...(Exit.isFailure(exit) ? { "error.type": ErrorNames.typeOf(exit.cause) } : {}),
          ...attributesOf(exit)
        })
      )
    })
