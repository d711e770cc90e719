import { FileSystem, Path } from "@effect/platform"
import { AgentName, type ServiceName, services } from "@storefront/domain/Topology"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as DataFolder from "@storefront/server/platform/database/DataFolder"
import * as DiskSpace from "@storefront/server/platform/database/DiskSpace"
import * as OpenFiles from "@storefront/server/platform/database/OpenFiles"
import * as PrivateFolder from "@storefront/server/platform/database/PrivateFolder"
import * as SocketPath from "@storefront/server/platform/database/SocketPath"
import { Array, Effect, Option } from "effect"
import * as Preflight from "../Preflight.ts"
import { failed, type Finding, note, ok, problem } from "./Finding.ts"

/** Findings about the machine: its Node, ports, limits, folders and disk. */

/** The oldest version that is tested. */
const oldestNode = [20, 19] as const

/** Checks that this version of Node is new enough. */
export const node = (version: string): Finding => {
  const [major = 0, minor = 0] = version.replace(/^v/u, "").split(".").map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
    ? ok("node", version)
    : problem("node", `${version} is too old`, `Install Node ${oldestNode.join(".")} or newer: https://nodejs.org`)
}

const port = (name: ServiceName) =>
  Preflight.checkPort(name).pipe(
    Effect.as("free" as const),
    Effect.catchTag("PortTaken", () => Effect.succeed("ours" as const)),
    Effect.catchAllCause(failed("ports", `Correct ${services[name].portVariable} or HOST, or free the port`)),
    Effect.map((found) => [name, found] as const)
  )

/** Returns the text of a finding without the name of the service. */
const reasonOf = ({ text }: Finding) => text.replace(/^\S+ did not start: /u, "")

/** Checks that the agents can listen. */
export const ports = Effect.gen(function* () {
  yield* Preflight.checkPortsDiffer(AgentName.literals)
  const found = yield* Effect.forEach(AgentName.literals, port)
  const running = found.filter(([, state]) => state === "ours").map(([name]) => name)
  // A HOST that no agent can bind is reported once.
  const problems = Array.dedupeWith(
    found.flatMap(([, state]) => (typeof state === "string" ? [] : [state])),
    (one, other) => reasonOf(one) === reasonOf(other)
  )
  return running.length === 0 && problems.length === 0
    ? [ok("ports", "all free")]
    : [...(running.length === 0 ? [] : [ok("ports", `already running: ${running.join(", ")}`)]), ...problems]
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(failed("ports", "Give every service a port of its own")(cause), (found) => [found])
  )
)

/** Returns whether a file exists. Problems with the folder around it are reported by `disk`. */
export const isThere = (place: string) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((files) => files.exists(place)),
    Effect.orElseSucceed(() => false)
  )

/** Returns whether a data folder has an embedded database. */
export const hasDatabaseFiles = (dataDirectory: string) =>
  Effect.flatMap(Path.Path, (path) => isThere(path.join(dataDirectory, "postgres")))

const mebibyte = 1024 ** 2

/** Checks the free space; only a database that is still to be made needs a minimum. */
export const diskSpace = (room: DiskSpace.DiskSpace, hasDatabase: boolean): Finding => {
  const mebibytes = Math.floor(room.bytes / mebibyte)
  const free = mebibytes < 1024 ? `${mebibytes} MiB free` : `${(mebibytes / 1024).toFixed(1)} GiB free`
  const text = Number.isFinite(room.files) && room.files < 10_000 ? `${free}, for ${room.files} files` : free
  return !hasDatabase && !DiskSpace.suffices(room, DiskSpace.neededToCreate)
    ? problem("disk", `${text}: too little for a database`, "Delete files, or choose another STOREFRONT_DATA_DIR")
    : mebibytes < 1024 || room.files < 10_000
      ? note("disk", text, "Free some space soon")
      : ok("disk", text)
}

/** Checks the disk of the data folder, whether or not that exists. A database server has its own. */
export const disk = Effect.gen(function* () {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  if (Option.isSome(url)) {
    return ok("disk", "the database is on the server of DATABASE_URL")
  }
  const { isAccessible, place } = yield* PrivateFolder.inspect(dataDirectory)
  const found = diskSpace(yield* DiskSpace.freeSpaceOf(place), yield* hasDatabaseFiles(dataDirectory))
  return isAccessible && found.state === "ok"
    ? note("disk", `${found.text}; others may enter ${place}`, "The next start closes it to others")
    : found
}).pipe(Effect.catchAllCause(failed("disk", "Choose another STOREFRONT_DATA_DIR")))

/** Checks the folder for the sockets of the embedded database. */
export const temporaryFolder = Effect.gen(function* () {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const place = Option.isSome(url) ? Option.none() : yield* SocketPath.linkFolderFor(DataFolder.ownersIn(dataDirectory))
  return ok(
    "temporary",
    Option.getOrElse(place, () => "no temporary folder is needed")
  )
}).pipe(Effect.catchAllCause(failed("temporary", "Correct TMPDIR, or unset it")))

/** Checks that this process may open as many files as the embedded database needs. */
export const openFiles = Effect.gen(function* () {
  const { url } = yield* DatabaseConfig.database
  yield* Effect.when(OpenFiles.check, () => Option.isNone(url))
  return ok("open files", "as many as are needed")
}).pipe(Effect.catchAllCause(failed("open files", "ulimit -n 1024")))
