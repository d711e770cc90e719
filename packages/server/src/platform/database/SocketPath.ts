import { Effect, Option, Scope } from "effect"
import { access, constants, mkdtemp, rm, symlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { temporaryDirectory } from "../config/DatabaseConfig.ts"
import { TemporaryFolderUnusable } from "./FolderUnusable.ts"

/** Paths at which sockets can listen: the address of a Unix domain socket is short. */

/** Bytes of such an address with the NUL at its end: Linux has room for 108, macOS for 104. */
const addressBytes = 104

/** The longest name of a socket of ours: a UUID. */
const nameBytes = 36

/** Returns whether a socket in the folder can have an address. */
export const hasRoom = (folder: string) => Buffer.byteLength(join(folder, "n".repeat(nameBytes))) < addressBytes

const prefix = "sf-"
const link = "f"

/** Every system has it, and a link in it has room. */
const standardFolder = "/tmp"

/** The folder for a link: the temporary one, unless its path is too long. */
export const folderOfLink = (temporaryFolder: string) =>
  hasRoom(join(temporaryFolder, `${prefix}XXXXXX`, link)) ? temporaryFolder : standardFolder

const inTemporaryFolder = <A>(folder: string, step: () => Promise<A>) =>
  Effect.tryPromise({ try: step, catch: (cause) => new TemporaryFolderUnusable({ folder, cause }) })

const checkWritable = (folder: string) =>
  // With a slash at its end a file is none.
  inTemporaryFolder(folder, () => access(join(folder, "/"), constants.W_OK | constants.X_OK))

/** The absolute path of the temporary folder. Fails where `TMPDIR` names one that cannot be written, needed or not. */
const temporaryFolder = Effect.gen(function* () {
  const given = Option.flatten(yield* Effect.option(temporaryDirectory))
  if (Option.isNone(given)) {
    return standardFolder
  }
  const folder = resolve(given.value)
  yield* checkWritable(folder)
  return folder
})

/** Where sockets in `folder` need a link: nowhere if there is room in its own path. Makes nothing. */
export const placeOfLink = Effect.fnUntraced(function* (folder: string) {
  const temporary = yield* temporaryFolder
  if (hasRoom(folder)) {
    return Option.none<string>()
  }
  const place = folderOfLink(temporary)
  yield* checkWritable(place)
  return Option.some(place)
})

/** A path to `folder` at which sockets can listen, until the scope closes. */
export const shortPath = Effect.fnUntraced(function* (folder: string) {
  const place = yield* placeOfLink(folder)
  if (Option.isNone(place)) {
    return folder
  }
  const parent = yield* Effect.acquireRelease(
    inTemporaryFolder(place.value, () => mkdtemp(join(place.value, prefix))),
    (parent) => Effect.promise(() => rm(parent, { recursive: true, force: true }))
  )
  yield* inTemporaryFolder(place.value, () => symlink(folder, join(parent, link)))
  return join(parent, link)
})

/** The same while `use` runs. */
export const withShortPath = <A, E, R>(folder: string, use: (shortPath: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Scope.make(),
    (own) => Effect.flatMap(Scope.extend(shortPath(folder), own), use),
    (own, exit) => Scope.close(own, exit)
  )
