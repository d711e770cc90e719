import { SqlClient } from "@effect/sql"
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { vector } from "@electric-sql/pglite-pgvector"
import { Context, Data, Duration, Effect, Layer, Option, type Redacted, Ref, Schedule } from "effect"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Socket } from "node:net"
import { join, resolve } from "node:path"
import { type Pool } from "pg"
import { database } from "../config/DatabaseConfig.ts"
import * as ShopConfig from "../config/ShopConfig.ts"
import * as ConnectionFailure from "./ConnectionFailure.ts"
import * as ConnectionPool from "./ConnectionPool.ts"
import * as DataFolder from "./DataFolder.ts"
import * as DiskSpace from "./DiskSpace.ts"
import * as EngineConnection from "./EngineConnection.ts"
import * as EngineSocket from "./EngineSocket.ts"
import { DataFolderUnusable, inDataFolder, isSystemError } from "./FolderErrors.ts"
import * as OpenFiles from "./OpenFiles.ts"
import * as PrivateFolder from "./PrivateFolder.ts"
import { shortPath } from "./SocketPath.ts"
import * as ServerAddress from "./ServerAddress.ts"
import * as TableStatistics from "./TableStatistics.ts"
import { orUnavailable } from "./Transaction.ts"

/** Layers that provide SQL: over a server, over the embedded engine (PGlite), or as a guest of that engine's owner. */

/** The database cannot be opened. The message is for the operator and contains no part of the address. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly message: string
  readonly cause: unknown
  /** Transient: a retry may succeed. */
  readonly isTransient: boolean
}> {}

const createEngine = <E>(options: PGliteOptions, failed: (cause: unknown) => E) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => PGlite.create({ ...options, extensions: { vector, pg_trgm } }), catch: failed }),
    (engine) => Effect.promise(() => engine.close())
  )

/** Opens the engine in a folder. On failure checks the disk first, since the engine reports a full one as damage. */
const createEngineIn = (dataDir: string, options: PGliteOptions = {}) =>
  createEngine({ ...options, dataDir }, (cause) =>
    isSystemError(cause)
      ? new DataFolderUnusable({ folder: dataDir, cause })
      : new DatabaseUnusable({
          message:
            `The embedded database in ${dataDir} did not start: its files are damaged, of another version or not this ` +
            "user's. Move that folder away to start with an empty database.",
          cause,
          isTransient: false
        })
  ).pipe(Effect.tapErrorTag("DatabaseUnusable", () => DiskSpace.check(dataDir, DiskSpace.neededToOpen)))

interface InitialContents {
  /** A database directory made by `dumpDataDir`; without it the database starts empty. */
  readonly snapshot?: Blob
}

const engineOptions = ({ snapshot }: InitialContents): PGliteOptions =>
  snapshot === undefined ? {} : { loadDataDir: snapshot }

/** Starts PostgreSQL in memory in this process. */
export const startEngine = (origin: InitialContents = {}) =>
  createEngine(
    engineOptions(origin),
    (cause) => new DatabaseUnusable({ message: "The embedded database did not start.", cause, isTransient: false })
  )

/** Starts PostgreSQL in this process over `postgres` in the data folder, which it owns until the scope closes. */
export const startEngineIn = Effect.fn("Database.startEngineIn")(function* (
  dataDirectory: string,
  origin: InitialContents = {}
) {
  yield* OpenFiles.check
  const folder = yield* DataFolder.acquire(dataDirectory)
  const dataDir = join(folder, "postgres")
  if (!existsSync(dataDir)) {
    // Built under another name first: a process killed halfway must not leave a half-made database under the real one.
    const unfinished = join(folder, "postgres.unfinished")
    yield* inDataFolder(folder, () => rm(unfinished, { recursive: true, force: true }))
    yield* PrivateFolder.createIn(folder, "postgres.unfinished")
    yield* Effect.scoped(createEngineIn(unfinished, engineOptions(origin)))
    yield* inDataFolder(folder, () => rename(unfinished, dataDir))
  }
  // The engine would report unwritable files as damaged.
  yield* PrivateFolder.checkWritable(dataDir)
  return yield* createEngineIn(dataDir)
})

/** Opens the engine's pool. `statement_timeout` has no effect here. */
const openEnginePool = (engine: PGlite) => {
  const { config, keepStatements } = EngineConnection.make(engine)
  return Effect.tap(ConnectionPool.open(config), (pool) => pool.on("connect", keepStatements))
}

/** Provides SQL over an embedded engine. */
export const layerFromEngine = (engine: PGlite) => ConnectionPool.layer(openEnginePool(engine))

/** Provides SQL over an embedded engine in memory. */
export const layerEmbedded = (options?: Parameters<typeof startEngine>[0]) =>
  Layer.unwrapScoped(Effect.map(startEngine(options), layerFromEngine))

/** True if no other process uses the database, apart from commands that this one lets in. */
export class IsSoleOwner extends Context.Reference<IsSoleOwner>()(
  "@storefront/server/platform/database/Database/IsSoleOwner",
  {
    defaultValue: () => false
  }
) {}

/** True if this process is a guest of another one that owns the database. */
export class IsGuest extends Context.Reference<IsGuest>()("@storefront/server/platform/database/Database/IsGuest", {
  defaultValue: () => false
}) {}

/** Takes the pool's only connection until the scope closes, so that nobody else can use it. */
const borrowConnection = (pool: Pool) =>
  Effect.acquireRelease(
    Effect.async<() => void, DatabaseUnusable>((resume) =>
      pool.connect((cause, client, release) =>
        resume(
          client === undefined
            ? Effect.fail(
                new DatabaseUnusable({ message: "The embedded database is closed.", cause, isTransient: false })
              )
            : Effect.succeed(release)
        )
      )
    ),
    (release) => Effect.sync(() => release())
  )

/**
 * Provides SQL over an embedded engine in a data folder, keeps its statistics up to date, and lets commands of other
 * processes use it.
 */
export const layerDataFolder = (dataDirectory: string) =>
  Layer.merge(
    Layer.unwrapScoped(
      Effect.gen(function* () {
        const engine = yield* startEngineIn(dataDirectory)
        const pool = yield* openEnginePool(engine)
        yield* EngineSocket.serve(resolve(dataDirectory), engine, borrowConnection(pool))
        return Layer.provideMerge(TableStatistics.layer, ConnectionPool.layer(Effect.succeed(pool)))
      })
    ),
    Layer.succeed(IsSoleOwner, true)
  )

/** Opens a pool to the engine of the process that owns the data folder; fails with `inUse` if it admits no guests. */
const openGuestPool = Effect.fnUntraced(function* (inUse: DataFolder.DataFolderInUse) {
  const host = yield* shortPath(inUse.folder)
  const pool = yield* ConnectionPool.open({ host, port: EngineSocket.port, ssl: false, max: 1 }, null)
  yield* Effect.tryPromise({ try: () => pool.query("SELECT 1"), catch: () => inUse })
  return { pool, isGuest: true }
})

/** Retries for five seconds: a command that owns the data folder is soon done. */
const retryUntilFree = Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(50)))

/** Provides SQL to a command: over its own engine in the data folder, or as a guest of the process that owns it. */
export const layerOwnerOrGuest = (dataDirectory: string) =>
  Layer.unwrapScoped(
    startEngineIn(dataDirectory).pipe(
      Effect.flatMap(openEnginePool),
      Effect.map((pool) => ({ pool, isGuest: false })),
      Effect.catchTag("DataFolderInUse", openGuestPool),
      Effect.retry({ while: ({ _tag }) => _tag === "DataFolderInUse", schedule: retryUntilFree }),
      Effect.map(({ isGuest, pool }) =>
        Layer.mergeAll(
          ConnectionPool.layer(Effect.succeed(pool)),
          Layer.succeed(IsGuest, isGuest),
          Layer.succeed(IsSoleOwner, !isGuest)
        )
      )
    )
  )

/** Name of our processes in `pg_stat_activity`. */
const applicationName = "storefront"

/** Counts the connections that other processes of ours hold to the same database. */
export const otherConnections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (yield* IsGuest) {
    return 1
  }
  const others = yield* sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${applicationName} AND pid <> pg_backend_pid()`
  return others.length
}).pipe(orUnavailable)

const connectTimeout = Duration.seconds(4)

const toDatabaseUnusable = (cause: unknown) => {
  const { remedy, isTransient, problem } = ConnectionFailure.reasonOf(cause)
  return new DatabaseUnusable({ message: `DATABASE_URL cannot be used: ${problem}. ${remedy}.`, cause, isTransient })
}

/** Address of a server and the maximum size of our pool. */
interface ServerOptions {
  readonly url: Redacted.Redacted
  readonly poolMax: number
}

/** First bytes that a PostgreSQL server may send: authentication, error, notice, or protocol negotiation. */
const serverMessageTypes = Buffer.from("RENv")

/** Makes a socket that closes if the first byte is not PostgreSQL's, where the driver would wait for a long message. */
const checkedSocket = () => {
  const socket = new Socket()
  socket.once("data", (bytes: Buffer) => {
    if (!serverMessageTypes.includes(bytes.subarray(0, 1))) {
      socket.destroy(ConnectionFailure.errorWithCode("foreign"))
    }
  })
  return socket
}

/** Opens a pool with the given TLS options, and checks it with one query. */
const openAndCheck = Effect.fnUntraced(function* (
  { connectTimeoutMillis = Duration.toMillis(connectTimeout), connectionString }: ServerAddress.ServerAddress,
  ssl: ServerAddress.ConnectionAttempt,
  max: number
) {
  const pool = yield* ConnectionPool.open({
    connectionString,
    ssl,
    // With TLS, the driver checks the first answer itself.
    ...(ssl === false ? { stream: checkedSocket } : {}),
    max,
    // Keeps one connection, so that an idle process still shows in `pg_stat_activity`.
    min: 1,
    // Bounds the wait for a free connection, too.
    connectionTimeoutMillis: connectTimeoutMillis,
    keepAlive: true,
    application_name: applicationName
  })
  yield* Effect.tryPromise({ try: () => pool.query("SELECT 1"), catch: toDatabaseUnusable }).pipe(
    Effect.timeoutFail({
      duration: connectTimeoutMillis,
      onTimeout: () => toDatabaseUnusable(ConnectionFailure.errorWithCode("timeout"))
    })
  )
  return pool
})

/** Returns whether the second attempt may succeed: the server has no TLS, or `pg_hba.conf` rejected the connection. */
const otherModeMayHelp = ({ cause }: DatabaseUnusable) => ["noTls", "28000"].includes(ConnectionFailure.codeOf(cause))

const openServerPool = ({ poolMax, url }: ServerOptions) =>
  Effect.gen(function* () {
    const address = yield* Effect.mapError(ServerAddress.read(url), toDatabaseUnusable)
    const [first, second] = address.attempts
    return yield* Effect.catchIf(
      openAndCheck(address, first, poolMax),
      (refusal) => second !== undefined && otherModeMayHelp(refusal),
      () => openAndCheck(address, second ?? first, poolMax)
    )
  })

/** Provides SQL over a PostgreSQL server, which must answer one query before the layer is ready. */
export const layerServer = (options: ServerOptions) =>
  Layer.unwrapScoped(Effect.map(openServerPool(options), (pool) => ConnectionPool.layer(Effect.succeed(pool))))

/** Longest wait of a service for a server that is not up yet. */
const serverWait = Duration.seconds(60)

/** Provides SQL over a PostgreSQL server that may not be up yet: services may start before their database. */
export const layerServerOnceUp = (options: ServerOptions) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const isFirst = yield* Ref.make(true)
      const pool = yield* openServerPool(options).pipe(
        Effect.tapError(({ message, isTransient }) =>
          Effect.annotateLogs(Effect.logWarning("waiting for the database"), { reason: message }).pipe(
            Effect.whenEffect(Effect.map(Ref.getAndSet(isFirst, false), (isFirst) => isFirst && isTransient))
          )
        ),
        Effect.retry({
          while: ({ isTransient }) => isTransient,
          schedule: Schedule.intersect(Schedule.spaced("1 second"), Schedule.upTo(Schedule.forever, serverWait))
        })
      )
      return ConnectionPool.layer(Effect.succeed(pool))
    })
  )

/**
 * Provides the server if `DATABASE_URL` is set, else the embedded database in `STOREFRONT_DATA_DIR`. Settles the shop's
 * currency first, in which its amounts are.
 */
const layerChosen = <E>(
  embedded: (dataDirectory: string) => Layer.Layer<SqlClient.SqlClient | ConnectionPool.ReportedPool, E>,
  server: typeof layerServer = layerServer
) =>
  Layer.unwrapEffect(
    Effect.map(Effect.zipRight(ShopConfig.settled, database), ({ dataDirectory, poolMax, url }) =>
      Option.match(url, {
        onNone: (): Layer.Layer<SqlClient.SqlClient | ConnectionPool.ReportedPool, E | DatabaseUnusable> =>
          embedded(dataDirectory),
        onSome: (url) => server({ url, poolMax })
      })
    )
  )

/** The configured database, for a service: the server of `DATABASE_URL`, else the engine in `STOREFRONT_DATA_DIR`. */
export const layer = layerChosen(layerDataFolder, layerServerOnceUp)

/** The configured database, for a command: as a guest if a running suite owns the embedded one. */
export const layerCommand = layerChosen(layerOwnerOrGuest)
