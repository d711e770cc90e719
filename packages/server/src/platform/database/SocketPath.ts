import { Effect, Option, Scope } from "effect"
import { access, constants, mkdtemp, rm, symlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { temporaryDirectory } from "../config/DatabaseConfig.ts"
import { TemporaryFolderUnusable } from "./FolderErrors.ts"

/** Shortens paths for Unix domain sockets by symlinks: a socket address holds only about 100 bytes. */

/** Size of a socket address, with the final NUL: Linux has 108 bytes, macOS 104. */
const addressBytes = 104

/** Upper bound of our sockets' names, in bytes. */
const nameBytes = 36

/** Returns whether a socket in the folder fits into an address. */
export const fitsSocketAddress = (folder: string) =>
  Buffer.byteLength(join(folder, "n".repeat(nameBytes))) < addressBytes

const linkParentPrefix = "sf-"
const linkName = "f"

/** Fallback that exists on every system and has a short path. */
const standardFolder = "/tmp"

/** Returns the folder for a symlink: the temporary folder, or `/tmp` if its path is too long. */
export const chooseLinkFolder = (temporaryFolder: string) =>
  fitsSocketAddress(join(temporaryFolder, `${linkParentPrefix}XXXXXX`, linkName)) ? temporaryFolder : standardFolder

const inTemporaryFolder = <A>(folder: string, operation: () => Promise<A>) =>
  Effect.tryPromise({ try: operation, catch: (cause) => new TemporaryFolderUnusable({ folder, cause }) })

const checkWritable = (folder: string) =>
  // With a trailing slash, a file fails the check.
  inTemporaryFolder(folder, () => access(join(folder, "/"), constants.W_OK | constants.X_OK))

/** Returns the temporary folder's absolute path. Fails if `TMPDIR` names an unwritable one, even if none is needed. */
const temporaryFolder = Effect.gen(function* () {
  const configured = Option.flatten(yield* Effect.option(temporaryDirectory))
  if (Option.isNone(configured)) {
    return standardFolder
  }
  const folder = resolve(configured.value)
  yield* checkWritable(folder)
  return folder
})

/** Returns the folder for a symlink to `folder`; none if its own path is short enough. Creates nothing. */
export const linkFolderFor = Effect.fnUntraced(function* (folder: string) {
  const temporary = yield* temporaryFolder
  if (fitsSocketAddress(folder)) {
    return Option.none<string>()
  }
  const linkFolder = chooseLinkFolder(temporary)
  yield* checkWritable(linkFolder)
  return Option.some(linkFolder)
})

/** Returns a short path to `folder` for sockets, valid until the scope closes. */
export const shortPath = Effect.fnUntraced(function* (folder: string) {
  const linkFolder = yield* linkFolderFor(folder)
  if (Option.isNone(linkFolder)) {
    return folder
  }
  const parent = yield* Effect.acquireRelease(
    inTemporaryFolder(linkFolder.value, () => mkdtemp(join(linkFolder.value, linkParentPrefix))),
    (parent) => Effect.promise(() => rm(parent, { recursive: true, force: true }))
  )
  yield* inTemporaryFolder(linkFolder.value, () => symlink(folder, join(parent, linkName)))
  return join(parent, linkName)
})

/** Runs `use` with a short path to `folder` for sockets. */
export const withShortPath = <A, E, R>(folder: string, use: (shortPath: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Scope.make(),
    (scope) => Effect.flatMap(Scope.extend(shortPath(folder), scope), use),
    (scope, exit) => Scope.close(scope, exit)
  )
