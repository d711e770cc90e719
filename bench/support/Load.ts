import { Array, Data, Duration, Effect } from "effect"
import { type Dispatcher, Pool } from "undici"

/** A `GET` that is sent again and again, and the status that it must be answered with. */
export interface Read {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** Headers of a response by their lower-case names. */
export type Headers = Dispatcher.ResponseData["headers"]

/** What a number of equal requests took. */
export interface Sample {
  readonly seconds: number
  /** Of every request, in milliseconds. */
  readonly latencies: ReadonlyArray<number>
}

/** A server did not answer as it must, so that its speed means nothing. */
class ReadFailed extends Data.TaggedError("ReadFailed")<{ readonly message: string; readonly cause?: unknown }> {}

/** Connections to a server that are kept open; as many requests are under way at a time. */
export interface Connections {
  readonly origin: string
  readonly count: number
  readonly pool: Pool
}

/** Opens connections to a server on this machine, and closes them with the scope. */
export const connect = (origin: string, count: number) =>
  Effect.acquireRelease(
    Effect.sync((): Connections => ({ origin, count, pool: new Pool(origin, { connections: count }) })),
    ({ pool }) => Effect.promise(() => pool.destroy())
  )

/** Sends the read once and answers its body, headers and latency in milliseconds. */
export const send = ({ origin, pool }: Connections, { headers, path, status }: Read) =>
  Effect.tryPromise({
    try: async (signal) => {
      const start = performance.now()
      const response = await pool.request({ method: "GET", path, headers, signal })
      const body = await response.body.text()
      return { body, headers: response.headers, status: response.statusCode, millis: performance.now() - start }
    },
    catch: (cause) => new ReadFailed({ message: `${origin}${path} was not answered`, cause })
  }).pipe(
    Effect.filterOrFail(
      (response) => response.status === status,
      (response) => new ReadFailed({ message: `${origin}${path} was answered with ${response.status}, not ${status}` })
    )
  )

/** Sends the read a fixed number of times, as many at a time as there are connections. */
export const measure = (connections: Connections, read: Read, requests: number) =>
  Effect.forEach(Array.range(1, requests), () => Effect.map(send(connections, read), ({ millis }) => millis), {
    concurrency: connections.count
  }).pipe(
    Effect.timed,
    Effect.map(([duration, latencies]): Sample => ({ seconds: Duration.toSeconds(duration), latencies }))
  )

/** Several samples of the same read as one. */
export const merge = (samples: ReadonlyArray<Sample>): Sample => ({
  seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
  latencies: samples.flatMap(({ latencies }) => latencies)
})

export const requestsPerSecond = ({ latencies, seconds }: Sample) => latencies.length / seconds

/** The latency in milliseconds that the given share of the requests did not exceed. */
export const percentile = ({ latencies }: Sample, share: number) => {
  const ordered = latencies.toSorted((a, b) => a - b)
  return ordered[Math.max(0, Math.ceil(ordered.length * share) - 1)] ?? Number.NaN
}
