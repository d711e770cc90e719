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
import * as ConnectionFailure from "./ConnectionFailure.ts"
import * as ConnectionPool from "./ConnectionPool.ts"
import * as DataFolder from "./DataFolder.ts"
import * as DiskRoom from "./DiskRoom.ts"
import * as EngineConnection from "./EngineConnection.ts"
import * as EngineSocket from "./EngineSocket.ts"
import { DataFolderUnusable, inDataFolder, isOfSystem } from "./FolderUnusable.ts"
import * as OpenFiles from "./OpenFiles.ts"
import * as PrivateFolder from "./PrivateFolder.ts"
import { shortPath } from "./SocketPath.ts"
import * as ServerAddress from "./ServerAddress.ts"
import { orUnavailable } from "./Transaction.ts"

/** There is no database to work with. The message is for the operator and holds no part of the address. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{
  readonly message: string
  readonly cause: unknown
  /** The database may be there later. */
  readonly passes: boolean
}> {}

const createEngine = <E>(options: PGliteOptions, failed: (cause: unknown) => E) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => PGlite.create({ ...options, extensions: { vector, pg_trgm } }), catch: failed }),
    (engine) => Effect.promise(() => engine.close())
  )

/** The engine takes files that it cannot write for damaged ones. */
const createEngineIn = (dataDir: string, options: PGliteOptions = {}) =>
  createEngine({ ...options, dataDir }, (cause) =>
    isOfSystem(cause)
      ? new DataFolderUnusable({ folder: dataDir, cause })
      : new DatabaseUnusable({
          message:
            `The embedded database in ${dataDir} did not start: its files are damaged, of another version or not this ` +
            "user's. Move that folder away to start with an empty database.",
          cause,
          passes: false
        })
  ).pipe(Effect.tapErrorTag("DatabaseUnusable", () => DiskRoom.check(dataDir, DiskRoom.toOpen)))

/** What a new database is made from. */
interface Origin {
  /** A database directory made by `dumpDataDir`; without it the database is empty. */
  readonly snapshot?: Blob
}

const fromOrigin = ({ snapshot }: Origin): PGliteOptions => (snapshot === undefined ? {} : { loadDataDir: snapshot })

/** Starts PostgreSQL in this process and in memory. */
export const startEngine = (origin: Origin = {}) =>
  createEngine(
    fromOrigin(origin),
    (cause) => new DatabaseUnusable({ message: "The embedded database did not start.", cause, passes: false })
  )

/** Starts PostgreSQL in this process, its files in `postgres` under the data folder, which it owns with the scope. */
export const startEngineIn = Effect.fn("Database.startEngineIn")(function* (
  dataDirectory: string,
  origin: Origin = {}
) {
  yield* OpenFiles.check
  const folder = yield* DataFolder.own(dataDirectory)
  const dataDir = join(folder, "postgres")
  if (!existsSync(dataDir)) {
    // A process that is killed while it makes the files leaves no half-made database under the real name.
    const unfinished = join(folder, "postgres.unfinished")
    yield* inDataFolder(folder, () => rm(unfinished, { recursive: true, force: true }))
    yield* PrivateFolder.createIn(folder, "postgres.unfinished")
    yield* Effect.scoped(createEngineIn(unfinished, fromOrigin(origin)))
    yield* inDataFolder(folder, () => rename(unfinished, dataDir))
  }
  // The engine would take files that it may not write for damaged ones.
  yield* PrivateFolder.checkWritable(dataDir)
  return yield* createEngineIn(dataDir)
})

/** The statement timeout does not work here. */
const openEnginePool = (engine: PGlite) => {
  const { config, keepStatements } = EngineConnection.make(engine)
  return Effect.tap(ConnectionPool.open(config), (pool) => pool.on("connect", keepStatements))
}

/** SQL over an embedded engine. */
export const layerFromEngine = (engine: PGlite) => ConnectionPool.layer(openEnginePool(engine))

/** SQL over an embedded engine in memory. */
export const layerEmbedded = (options?: Parameters<typeof startEngine>[0]) =>
  Layer.unwrapScoped(Effect.map(startEngine(options), layerFromEngine))

/** Whether no other process works with the database while this one does, or only commands that it lets in. */
export class IsSoleOwner extends Context.Reference<IsSoleOwner>()(
  "@storefront/server/platform/database/Database/IsSoleOwner",
  {
    defaultValue: () => false
  }
) {}

/** Whether another process has the database, and lets this one in. */
export class IsGuest extends Context.Reference<IsGuest>()("@storefront/server/platform/database/Database/IsGuest", {
  defaultValue: () => false
}) {}

/** Takes the connection of a pool away from everybody else until the scope closes. */
const borrow = (pool: Pool) =>
  Effect.acquireRelease(
    Effect.async<() => void, DatabaseUnusable>((resume) =>
      pool.connect((cause, client, release) =>
        resume(
          client === undefined
            ? Effect.fail(new DatabaseUnusable({ message: "The embedded database is closed.", cause, passes: false }))
            : Effect.succeed(release)
        )
      )
    ),
    (release) => Effect.sync(() => release())
  )

/** SQL over an embedded engine in a data folder, which commands beside this process use, too. */
export const layerFolder = (dataDirectory: string) =>
  Layer.merge(
    Layer.unwrapScoped(
      Effect.gen(function* () {
        const engine = yield* startEngineIn(dataDirectory)
        const pool = yield* openEnginePool(engine)
        yield* EngineSocket.serve(resolve(dataDirectory), engine, borrow(pool))
        return ConnectionPool.layer(Effect.succeed(pool))
      })
    ),
    Layer.succeed(IsSoleOwner, true)
  )

/** Connections to the engine of the process that has the data folder; in use it is where nobody is let in. */
const openGuestPool = Effect.fnUntraced(function* (inUse: DataFolder.DataFolderInUse) {
  const host = yield* shortPath(inUse.folder)
  const pool = yield* ConnectionPool.open({ host, port: EngineSocket.port, ssl: false, max: 1 }, null)
  yield* Effect.tryPromise({ try: () => pool.query("SELECT 1"), catch: () => inUse })
  return { pool, isGuest: true }
})

/** A command that has the data folder for itself is over soon. */
const untilFree = Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(50)))

/** SQL for a command: over the engine in the data folder, or over that of the process that has it. */
export const layerBeside = (dataDirectory: string) =>
  Layer.unwrapScoped(
    startEngineIn(dataDirectory).pipe(
      Effect.flatMap(openEnginePool),
      Effect.map((pool) => ({ pool, isGuest: false })),
      Effect.catchTag("DataFolderInUse", openGuestPool),
      Effect.retry({ while: ({ _tag }) => _tag === "DataFolderInUse", schedule: untilFree }),
      Effect.map(({ isGuest, pool }) =>
        Layer.mergeAll(
          ConnectionPool.layer(Effect.succeed(pool)),
          Layer.succeed(IsGuest, isGuest),
          Layer.succeed(IsSoleOwner, !isGuest)
        )
      )
    )
  )

/** SQL over the engine of the process that has the data folder; in use it is where there is none. */
const layerGuest = (dataDirectory: string) =>
  Layer.unwrapScoped(
    Effect.map(openGuestPool(new DataFolder.DataFolderInUse({ folder: resolve(dataDirectory) })), ({ pool }) =>
      ConnectionPool.layer(Effect.succeed(pool))
    )
  )

/** What our processes are called on a server. */
const applicationName = "storefront"

/** Connections of other processes of ours to the database of a server. */
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

const unavailable = (cause: unknown) => {
  const { mend, passes, says } = ConnectionFailure.reasonOf(cause)
  return new DatabaseUnusable({ message: `DATABASE_URL cannot be used: ${says}. ${mend}.`, cause, passes })
}

/** Where a server is, and how many connections it gets. */
interface ServerOptions {
  readonly url: Redacted.Redacted
  readonly poolMax: number
}

/** How PostgreSQL's first answer begins: with authentication, an error, a notice, or another version of its protocol. */
const openings = Buffer.from("RENv")

/** A socket that ends at the first answer that is not PostgreSQL's: the driver would wait for the rest of a long message. */
const attentiveSocket = () => {
  const socket = new Socket()
  socket.once("data", (bytes: Buffer) => {
    if (!openings.includes(bytes.subarray(0, 1))) {
      socket.destroy(ConnectionFailure.failureOf("foreign"))
    }
  })
  return socket
}

/** A pool that connects in one way, and has done so once. */
const openWay = Effect.fnUntraced(function* (
  { connectTimeoutMillis = Duration.toMillis(connectTimeout), connectionString }: ServerAddress.ServerAddress,
  ssl: ServerAddress.Way,
  max: number
) {
  const pool = yield* ConnectionPool.open({
    connectionString,
    ssl,
    // With TLS the driver looks at the first answer itself.
    ...(ssl === false ? { stream: attentiveSocket } : {}),
    max,
    // A process that is there is seen on the server, also when it has nothing to do.
    min: 1,
    // Also the longest wait for a free connection.
    connectionTimeoutMillis: connectTimeoutMillis,
    keepAlive: true,
    application_name: applicationName
  })
  yield* Effect.tryPromise({ try: () => pool.query("SELECT 1"), catch: unavailable }).pipe(
    Effect.timeoutFail({
      duration: connectTimeoutMillis,
      onTimeout: () => unavailable(ConnectionFailure.failureOf("timeout"))
    })
  )
  return pool
})

/** Returns true where the other way may help: the server has no TLS, or admits no connection without it. */
const mayDiffer = ({ cause }: DatabaseUnusable) => ["noTls", "28000"].includes(ConnectionFailure.codeOf(cause))

const openServerPool = ({ poolMax, url }: ServerOptions) =>
  Effect.gen(function* () {
    const address = yield* Effect.mapError(ServerAddress.read(url), unavailable)
    const [first, second] = address.ways
    return yield* Effect.catchIf(
      openWay(address, first, poolMax),
      (refusal) => second !== undefined && mayDiffer(refusal),
      () => openWay(address, second ?? first, poolMax)
    )
  })

/** SQL over a PostgreSQL server, which is asked once before the layer is ready. */
export const layerServer = (options: ServerOptions) =>
  Layer.unwrapScoped(Effect.map(openServerPool(options), (pool) => ConnectionPool.layer(Effect.succeed(pool))))

/** How long a service waits for a server that is not there yet. */
const patience = Duration.seconds(60)

/** SQL over a PostgreSQL server that may not be there yet: a service may start beside its database, or before it. */
export const layerServerWhenThere = (options: ServerOptions) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const isFirst = yield* Ref.make(true)
      const pool = yield* openServerPool(options).pipe(
        Effect.tapError(({ message, passes }) =>
          Effect.annotateLogs(Effect.logWarning("waiting for the database"), { reason: message }).pipe(
            Effect.whenEffect(Effect.map(Ref.getAndSet(isFirst, false), (isFirst) => isFirst && passes))
          )
        ),
        Effect.retry({
          while: ({ passes }) => passes,
          schedule: Schedule.intersect(Schedule.spaced("1 second"), Schedule.upTo(Schedule.forever, patience))
        })
      )
      return ConnectionPool.layer(Effect.succeed(pool))
    })
  )

/** A server if `DATABASE_URL` names one, else what is made of `STOREFRONT_DATA_DIR`. */
const layerOr = <E>(
  embedded: (dataDirectory: string) => Layer.Layer<SqlClient.SqlClient | ConnectionPool.ReportedConnections, E>,
  server: typeof layerServer = layerServer
) =>
  Layer.unwrapEffect(
    Effect.map(database, ({ dataDirectory, poolMax, url }) =>
      Option.match(url, {
        onNone: (): Layer.Layer<SqlClient.SqlClient | ConnectionPool.ReportedConnections, E | DatabaseUnusable> =>
          embedded(dataDirectory),
        onSome: (url) => server({ url, poolMax })
      })
    )
  )

/** The engine that the configuration asks for: `DATABASE_URL`, else the embedded one in `STOREFRONT_DATA_DIR`. */
export const layer = layerOr(layerFolder, layerServerWhenThere)

/** The same for a command: where a suite works with the embedded one, it is let in. */
export const layerCommand = layerOr(layerBeside)

/** The same for whoever only looks at a suite that runs: nothing is opened that it does not have. */
export const layerVisitor = layerOr(layerGuest)
