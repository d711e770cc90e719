import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, FiberId, FiberSet, Layer, Option, Predicate, Ref, type Scope } from "effect"
import { Pool, type PoolClient, type PoolConfig } from "pg"

/**
 * The same on every connection, whatever the server's own settings are. Long work lifts the limits for its transaction. A
 * process that hangs in a transaction does not keep its locks for ever; one that has nothing to do keeps its connections. Statements are not compiled to machine code: for
 * the searches of a large catalogue that takes longer than it saves.
 */
const session = [
  "SET TIME ZONE 'UTC'",
  "SET DateStyle TO 'ISO'",
  "SET statement_timeout TO '10s'",
  "SET idle_in_transaction_session_timeout TO '15s'",
  "SET standard_conforming_strings TO on",
  "SET jit TO off",
  // PostgreSQL 13 has no such setting, and is to be told as too old.
  "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
].join("; ")

/** After this even a statement that the server has forgotten is over: a little more than the limit of the session. */
const statementEnd = Duration.seconds(12)

/** Not in the types of the driver: false while a statement runs. */
const isReady = (client: PoolClient) => Predicate.hasProperty(client, "readyForQuery") && client.readyForQuery === true

/** Gives a connection back to its pool, or closes it if there is a cause. */
type Release = (cause?: Error | boolean) => void

/**
 * Gives connections back when their last statement is over. Whoever was interrupted does not wait for that, and whoever
 * borrows the connection next gets it idle. A connection whose statement does not end is closed.
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
      const limit = runFork(
        Effect.delay(
          Effect.sync(() => giveBack(true)),
          statementEnd
        )
      )
      const giveBack: Release = (broken) => {
        limit.unsafeInterruptAsFork(FiberId.none)
        client.off("drain", onReady)
        client.off("error", giveBack)
        release(broken)
      }
      const onReady = () => giveBack()
      client.once("drain", onReady)
      client.once("error", giveBack)
    }
)

/**
 * A pool whose connections are nobody's until they are idle. A statement that is no longer wanted is not cancelled: the
 * cancellation could hit the one after it. The limit of the session ends it.
 */
export const open = Effect.fnUntraced(function* (config: PoolConfig, settings: string | null = session) {
  const releaseWhenReady = yield* makeReleaseWhenReady
  return yield* Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool(settings === null ? config : { ...config, onConnect: (client) => client.query(settings) })
      // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
      pool.on("error", () => {})
      // The library cancels statements by process id, and not at all where there is none.
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

/** How many connections there are now. */
export interface Connections {
  readonly max: number
  readonly open: number
  readonly idle: number
  /** Statements and transactions that wait for one. */
  readonly waiting: number
}

/** Lets one of the services of a process report the connections that they share: the first one that asks. */
export class ReportedConnections extends Context.Reference<ReportedConnections>()(
  "@storefront/server/platform/database/ConnectionPool/ReportedConnections",
  { defaultValue: (): Effect.Effect<Option.Option<() => Connections>> => Effect.succeedNone }
) {}

const connectionsOf = (pool: Pool) => (): Connections => ({
  max: pool.options.max,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount
})

/** SQL over a pool that closes with the scope. */
export const layer = (acquire: Effect.Effect<Pool, never, Scope.Scope>) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const pool = yield* acquire
      const unreported = yield* Ref.make(Option.some(connectionsOf(pool)))
      return Layer.merge(
        Layer.orDie(PgClient.layerFromPool({ acquire: Effect.succeed(pool) })),
        Layer.succeed(ReportedConnections, Ref.getAndSet(unreported, Option.none()))
      )
    })
  )
