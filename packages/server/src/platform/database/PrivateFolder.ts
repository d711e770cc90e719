import { Effect } from "effect"
import { type Stats } from "node:fs"
import { access, chmod, constants, lstat, mkdir, readdir, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { DataFolderNotPrivate, DataFolderUnusable, inDataFolder } from "./FolderErrors.ts"
import { errorCode } from "./ErrorCode.ts"

/** Keeps the data folder private to its user: it holds keys and personal data. */

/**
 * Names of everything that this program creates in the data folder, and the file system's `lost+found`. A name missing
 * here makes the folder look shared with other files, so it would no longer be restricted.
 */
const ownNames = new Set([
  "owners",
  "postgres",
  "postgres.unfinished",
  "secrets",
  ".s.PGSQL.5432",
  ".s.PGSQL.5432.draft",
  "lost+found"
])

const othersMask = 0o077
const writableForOthers = 0o022
const sticky = 0o1000

/** Returns whether this user owns the file. Windows has no user ids. */
const isOurs = ({ uid }: Stats) => process.getuid === undefined || uid === process.getuid()

const isAccessibleToOthers = ({ mode }: Stats) => (mode & othersMask) !== 0

/** Returns whether others may access the folder. Fails if it is another user's or holds other files as well. */
const needsRestriction = Effect.fnUntraced(function* (folder: string) {
  const info = yield* inDataFolder(folder, () => stat(folder))
  const useSubfolder = `Choose another STOREFRONT_DATA_DIR, for example ${join(folder, "storefront")}`
  if (!isOurs(info)) {
    return yield* new DataFolderNotPrivate({ folder, reason: "it belongs to another user", remedy: useSubfolder })
  }
  if (!isAccessibleToOthers(info)) {
    return false
  }
  if ((info.mode & sticky) !== 0) {
    return yield* new DataFolderNotPrivate({ folder, reason: "everybody keeps files there", remedy: useSubfolder })
  }
  const names = yield* inDataFolder(folder, () => readdir(folder))
  const other = names.find((name) => !ownNames.has(name))
  if (other !== undefined) {
    return yield* new DataFolderNotPrivate({
      folder,
      reason: `others may enter it, and it holds more than the shop's data: ${other}`,
      remedy: `${useSubfolder}; or close it: chmod 700 ${JSON.stringify(folder)}`
    })
  }
  return true
})

/** Lists everything below the folder without following links. */
const entries = (
  folder: string
): Effect.Effect<ReadonlyArray<readonly [path: string, info: Stats]>, DataFolderUnusable> =>
  Effect.gen(function* () {
    const names = yield* inDataFolder(folder, () => readdir(folder))
    const found = yield* Effect.forEach(names, (name) =>
      Effect.gen(function* () {
        const path = join(folder, name)
        const info = yield* inDataFolder(folder, () => lstat(path))
        return [[path, info] as const, ...(info.isDirectory() ? yield* entries(path) : [])]
      })
    )
    return found.flat()
  })

/** Restricts the folder and its contents to this user. Fails if another user may have planted a file there. */
const restrict = Effect.fnUntraced(function* (folder: string) {
  const { mode } = yield* inDataFolder(folder, () => stat(folder))
  yield* inDataFolder(folder, () => chmod(folder, 0o700))
  if (isAccessibleToOthers(yield* inDataFolder(folder, () => stat(folder)))) {
    return yield* new DataFolderNotPrivate({
      folder,
      reason: "others may enter it, and its file system keeps no permissions",
      remedy: "Choose another STOREFRONT_DATA_DIR"
    })
  }
  const found = (yield* entries(folder)).filter(([path]) => path !== join(folder, "lost+found"))
  const foreign = (mode & writableForOthers) === 0 ? undefined : found.find(([, info]) => !isOurs(info))
  if (foreign !== undefined) {
    // Restores the mode, or the next start would take the folder for our own.
    yield* inDataFolder(folder, () => chmod(folder, mode & 0o7777))
    return yield* new DataFolderNotPrivate({
      folder,
      reason: `others could write there, and ${foreign[0]} belongs to another user`,
      remedy: "Choose another STOREFRONT_DATA_DIR"
    })
  }
  yield* Effect.forEach(
    found.filter(([, info]) => !info.isSymbolicLink() && isAccessibleToOthers(info) && isOurs(info)),
    ([path, info]) => inDataFolder(folder, () => chmod(path, info.mode & 0o700)),
    { discard: true }
  )
})

/** Fails unless this user may read, write and enter the folder. */
export const checkWritable = (folder: string) =>
  inDataFolder(folder, () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK))

/** Makes a folder and its parents. Node's recursive `mkdir` never returns where none can be made, as in `/proc`. */
const makeFolder = (folder: string): Effect.Effect<void, DataFolderUnusable> => {
  const make = inDataFolder(folder, () => mkdir(folder, { mode: 0o700 }))
  return make.pipe(
    Effect.catchIf(
      ({ cause }) => errorCode(cause) === "ENOENT",
      () => Effect.zipRight(makeFolder(dirname(folder)), make)
    ),
    Effect.catchIf(
      ({ cause }) => errorCode(cause) === "EEXIST",
      (exists) =>
        Effect.flatMap(
          inDataFolder(folder, () => stat(folder)),
          (info) => (info.isDirectory() ? Effect.void : exists)
        )
    )
  )
}

/** Makes the data folder and its parents, and restricts it to this user. Returns the absolute path. */
export const create = Effect.fn("PrivateFolder.create")(function* (path: string) {
  const folder = resolve(path)
  yield* makeFolder(folder).pipe(Effect.mapError(({ cause }) => new DataFolderUnusable({ folder, cause })))
  if (yield* needsRestriction(folder)) {
    yield* restrict(folder)
  }
  yield* checkWritable(folder)
  return folder
})

/** Makes a subfolder of the data folder. */
export const createIn = Effect.fnUntraced(function* (folder: string, name: string) {
  const path = join(folder, name)
  yield* makeFolder(path)
  yield* checkWritable(path)
  return path
})

/** State of a data folder, found without making it. */
export interface FolderState {
  /** The folder itself, or its nearest existing parent. */
  readonly place: string
  /** True if others may access the data folder until the next start restricts it. */
  readonly isAccessible: boolean
}

/** Checks whether the data folder can be made or used; changes nothing. */
export const inspect = Effect.fnUntraced(function* (path: string) {
  const folder = resolve(path)
  const nearest = (place: string): Effect.Effect<string, DataFolderUnusable> =>
    inDataFolder(folder, () => stat(place)).pipe(
      Effect.filterOrFail(
        (info) => info.isDirectory(),
        () => new DataFolderUnusable({ folder, cause: Object.assign(new Error("a file"), { code: "EEXIST" }) })
      ),
      Effect.as(place),
      Effect.catchIf(
        ({ cause }) => errorCode(cause) === "ENOENT",
        (missing) =>
          // A dangling symlink is an error, not a missing folder.
          inDataFolder(folder, () => lstat(place)).pipe(
            Effect.matchEffect({ onFailure: () => nearest(dirname(place)), onSuccess: () => missing })
          )
      )
    )
  const place = yield* nearest(folder)
  const isAccessible = place === folder && (yield* needsRestriction(folder))
  yield* inDataFolder(folder, () => access(place, constants.W_OK | constants.X_OK))
  const found: FolderState = { place, isAccessible }
  return found
})
