import { Data, Effect, Predicate } from "effect"
import { errorCode } from "./ErrorCode.ts"

/** Errors of the folders that the embedded database needs, with a remedy for the operator. */

interface Problem {
  readonly reason: string
  /** Remedy, if something better helps than choosing another folder. */
  readonly remedy?: string
}

const unwritable: Problem = { reason: "this user may not read and write there" }
const withoutSockets: Problem = { reason: "the file system has no Unix domain sockets" }
const full: Problem = { reason: "the disk is full", remedy: "Delete files there, or choose another folder" }
const exhausted: Problem = { reason: "too many files are open", remedy: "Raise the limit: ulimit -n 1024" }

/** Keyed by the operating system's error code. */
const problems: Readonly<Record<string, Problem>> = {
  EACCES: unwritable,
  EDQUOT: full,
  EEXIST: { reason: "it is a file" },
  EIO: { reason: "the disk cannot be read or written" },
  ELOOP: { reason: "its links lead in a circle" },
  EMFILE: exhausted,
  ENAMETOOLONG: { reason: "its path is too long" },
  ENFILE: exhausted,
  ENOENT: { reason: "it does not exist" },
  ENOSPC: full,
  ENOTDIR: { reason: "a part of its path is a file" },
  ENOTSUP: withoutSockets,
  EOPNOTSUPP: withoutSockets,
  EPERM: unwritable,
  EROFS: { reason: "the file system is read-only" }
}

/** Operating system codes by WASI `errno`, with which the engine's own file system fails. */
const wasiErrorCodes: Readonly<Record<number, string>> = {
  2: "EACCES",
  19: "EDQUOT",
  29: "EIO",
  33: "EMFILE",
  41: "ENFILE",
  51: "ENOSPC",
  63: "EPERM",
  69: "EROFS"
}

const diskFull = "53100"

const systemCode = (cause: unknown): string => {
  const code = errorCode(cause)
  return code === diskFull
    ? "ENOSPC"
    : code === "" && Predicate.hasProperty(cause, "errno") && typeof cause.errno === "number"
      ? (wasiErrorCodes[cause.errno] ?? "")
      : code
}

/** Returns whether the operating system, rather than the engine, caused a failure. */
export const isSystemError = (cause: unknown): boolean => systemCode(cause) in problems

const problemOf = (cause: unknown): Problem => {
  const code = systemCode(cause)
  return problems[code] ?? { reason: `the system refuses it (${code === "" ? "it gives no reason" : code})` }
}

/** Builds the message about a folder, with the problem's own remedy or else `defaultRemedy`. */
const messageAbout = (folder: string, { remedy, reason }: Problem, defaultRemedy: string) =>
  `${folder} cannot be used: ${reason}. ${remedy ?? defaultRemedy}.`

/** The data folder cannot be made, read, written or locked. */
export class DataFolderUnusable extends Data.TaggedError("DataFolderUnusable")<{
  readonly folder: string
  readonly cause: unknown
}> {
  override get message() {
    return messageAbout(`The data folder ${this.folder}`, problemOf(this.cause), "Choose another STOREFRONT_DATA_DIR")
  }
}

/** Other users can access the data folder, and it cannot safely be restricted to this one. */
export class DataFolderNotPrivate extends Data.TaggedError("DataFolderOpen")<{
  readonly folder: string
  readonly reason: string
  readonly remedy: string
}> {
  override get message() {
    return messageAbout(`The data folder ${this.folder}`, this, "")
  }
}

/** The temporary folder, named by `TMPDIR` or needed for a symlink, cannot be written. */
export class TemporaryFolderUnusable extends Data.TaggedError("TemporaryFolderUnusable")<{
  readonly folder: string
  readonly cause: unknown
}> {
  override get message() {
    return messageAbout(
      `The temporary folder ${this.folder}`,
      problemOf(this.cause),
      "Set TMPDIR to another folder, one with a short path that this user may write"
    )
  }
}

/** Runs a file operation on the data folder and maps its failure. */
export const inDataFolder = <A>(folder: string, operation: () => Promise<A>) =>
  Effect.tryPromise({ try: operation, catch: (cause) => new DataFolderUnusable({ folder, cause }) })
