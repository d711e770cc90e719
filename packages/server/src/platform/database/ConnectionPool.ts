import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, FiberId, FiberSet, Layer, Option, Predicate, Ref, type Scope } from "effect"
import { Pool, type PoolClient, type PoolConfig } from "pg"

/**
 * Settings of every session, which override the server's own. Long work lifts the limits for its transaction. A process
 * that hangs in a transaction loses its locks after a while; an idle connection stays open. JIT compilation is off
 * because it costs the searches of a large catalogue more time than it saves.
 */
const sessionSettings = [
  "SET TIME ZONE 'UTC'",
  "SET DateStyle TO 'ISO'",
  "SET statement_timeout TO '10s'",
  "SET idle_in_transaction_session_timeout TO '15s'",
  "SET standard_conforming_strings TO on",
  "SET jit TO off",
  // PostgreSQL 13 lacks this setting, and must be reported as too old rather than fail here.
  "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
].join("; ")

/** Slightly longer than `statement_timeout`, so that the server has ended all statements subject to that limit. */
const releaseTimeout = Duration.seconds(12)

/** Reads a property that the driver's types lack: false while a statement runs. */
const isReady = (client: PoolClient) => Predicate.hasProperty(client, "readyForQuery") && client.readyForQuery === true

/** Returns a connection to its pool, or closes it if there is a cause. */
type Release = (cause?: Error | boolean) => void

/**
 * Delays the release of a connection until its last statement has finished: an interrupted caller need not wait, and
 * the next borrower gets an idle connection. Closes a connection whose statement does not finish in time.
 */
const makeReleaseWhenReady = Effect.map(
  FiberSet.makeRuntime<never>(),
  (runFork) =>
    (client: PoolClient, release: Release): Release =>
    (cause) => {
      if (cause !== undefined || isReady(client)) {
        release(cause)
        return
      }
      const timer = runFork(
        Effect.delay(
          Effect.sync(() => releaseOnce(true)),
          releaseTimeout
        )
      )
      const releaseOnce: Release = (broken) => {
        timer.unsafeInterruptAsFork(FiberId.none)
        client.off("drain", onReady)
        client.off("error", releaseOnce)
        release(broken)
      }
      const onReady = () => releaseOnce()
      client.once("drain", onReady)
      client.once("error", releaseOnce)
    }
)

/**
 * Opens a pool that lends only idle connections. Statements of interrupted callers are not cancelled, because the
 * cancel request could hit the next statement on the connection; `statement_timeout` ends them.
 */
export const open = Effect.fnUntraced(function* (config: PoolConfig, settings: string | null = sessionSettings) {
  const releaseWhenReady = yield* makeReleaseWhenReady
  return yield* Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool(settings === null ? config : { ...config, onConnect: (client) => client.query(settings) })
      // A broken idle connection leaves the pool by itself; without a listener the error would end the process.
      pool.on("error", () => {})
      // The library cancels statements by the backend's process id. Without that, it cancels none.
      pool.on("connect", (client) => Object.assign(client, { processID: undefined }))
      const connect = pool.connect.bind(pool)
      return Object.assign(pool, {
        connect: (callback: Parameters<typeof connect>[0]) =>
          connect((error, client, done) => {
            const release = client === undefined ? done : releaseWhenReady(client, done)
            callback(error, client === undefined ? undefined : Object.assign(client, { release }), release)
          })
      })
    }),
    (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption("1 second"))
  )
})

/** Current size and load of the pool. */
export interface PoolStatistics {
  readonly max: number
  readonly open: number
  readonly idle: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

/** Statistics of the pool that the services of one process share; only the first service to ask gets to report them. */
export class ReportedPool extends Context.Reference<ReportedPool>()(
  "@storefront/server/platform/database/ConnectionPool/ReportedPool",
  { defaultValue: (): Effect.Effect<Option.Option<() => PoolStatistics>> => Effect.succeedNone }
) {}

const statisticsOf = (pool: Pool) => (): PoolStatistics => ({
  max: pool.options.max,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount
})

/** Provides SQL over a pool that closes with the scope. */
export const layer = (acquire: Effect.Effect<Pool, never, Scope.Scope>) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const pool = yield* acquire
      const unreported = yield* Ref.make(Option.some(statisticsOf(pool)))
      return Layer.merge(
        Layer.orDie(PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
        Layer.succeed(ReportedPool, Ref.getAndSet(unreported, Option.none()))
      )
    })
  )
