import { Effect, Option, Scope } from "effect"
import { access, constants, mkdtemp, rm, symlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { temporaryDirectory } from "../config/DatabaseConfig.ts"
import { TemporaryFolderUnusable } from "./FolderUnusable.ts"

/** Shortens paths for Unix domain sockets, whose addresses have room for about 100 bytes. */

/** Bytes of a socket address including the final NUL: Linux allows 108, macOS 104. */
const addressBytes = 104

/** Longest name of our sockets: a UUID. */
const nameBytes = 36

/** Returns whether a socket in the folder fits into an address. */
export const hasRoom = (folder: string) => Buffer.byteLength(join(folder, "n".repeat(nameBytes))) < addressBytes

const prefix = "sf-"
const link = "f"

/** Fallback that every system has and that is short enough for a link. */
const standardFolder = "/tmp"

/** Returns the folder for a symlink: the temporary folder, or `/tmp` if its path is too long. */
export const folderOfLink = (temporaryFolder: string) =>
  hasRoom(join(temporaryFolder, `${prefix}XXXXXX`, link)) ? temporaryFolder : standardFolder

const inTemporaryFolder = <A>(folder: string, step: () => Promise<A>) =>
  Effect.tryPromise({ try: step, catch: (cause) => new TemporaryFolderUnusable({ folder, cause }) })

const checkWritable = (folder: string) =>
  // With a trailing slash, a file fails the check.
  inTemporaryFolder(folder, () => access(join(folder, "/"), constants.W_OK | constants.X_OK))

/** Returns the temporary folder's absolute path. Fails if `TMPDIR` names an unwritable one, even if none is needed. */
const temporaryFolder = Effect.gen(function* () {
  const given = Option.flatten(yield* Effect.option(temporaryDirectory))
  if (Option.isNone(given)) {
    return standardFolder
  }
  const folder = resolve(given.value)
  yield* checkWritable(folder)
  return folder
})

/** Returns the folder for a symlink to `folder`; none if its own path is short enough for sockets. Makes nothing. */
export const placeOfLink = Effect.fnUntraced(function* (folder: string) {
  const temporary = yield* temporaryFolder
  if (hasRoom(folder)) {
    return Option.none<string>()
  }
  const place = folderOfLink(temporary)
  yield* checkWritable(place)
  return Option.some(place)
})

/** Returns a short path to `folder` for sockets, valid until the scope closes. */
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

/** Runs `use` with a short path to `folder` for sockets. */
export const withShortPath = <A, E, R>(folder: string, use: (shortPath: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Scope.make(),
    (own) => Effect.flatMap(Scope.extend(shortPath(folder), own), use),
    (own, exit) => Scope.close(own, exit)
  )
