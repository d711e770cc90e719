import { Array, Cause, Chunk, Option, Predicate } from "effect"
import { errorCode } from "../database/ErrorCode.ts"
import { errorsOf } from "../database/Transaction.ts"

/** What `error.type` says of work that was stopped before its end. */
export const cancelled = "cancelled"

/** What an error is called, without its message, which may quote people, statements and keys. */
const nameOf = (error: unknown): string =>
  Predicate.hasProperty(error, "_tag") && typeof error._tag === "string"
    ? error._tag
    : error instanceof Error
      ? error.name
      : "UnknownError"

const causeOf = (error: unknown): Option.Option<unknown> =>
  Predicate.hasProperty(error, "cause") ? Option.fromNullable(error.cause) : Option.none()

/** How deep the reasons of an error are looked at. */
const maxDepth = 4

/** An error and its reasons, outermost first. */
const chainOf = (error: unknown): ReadonlyArray<unknown> =>
  Array.unfold({ error: Option.some(error), depth: 0 }, ({ depth, error }) =>
    depth === maxDepth
      ? Option.none()
      : Option.map(error, (at) => [at, { error: causeOf(at), depth: depth + 1 }] as const)
  )

/** The code that Node or PostgreSQL gave the error or its reason, such as `ECONNREFUSED` or `57P01`. */
const codeOf = (error: unknown): Option.Option<string> =>
  Array.findFirst(Array.map(chainOf(error), errorCode), (code) => code !== "")

/** `error.type` of a cause: the code of its first error, else that error's name. */
export const typeOf = (cause: Cause.Cause<unknown>): string =>
  Option.match(Chunk.head(errorsOf(cause)), {
    onNone: () => cancelled,
    onSome: (error) => Option.getOrElse(codeOf(error), () => nameOf(error))
  })

/** Lines of a stack that say where, and nothing else. */
const frames = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? (error.stack ?? "").split("\n").flatMap((line) => (/^\s+at\s/.test(line) ? [line.trim()] : []))
    : []

const maxFrames = 12

/** `DatabaseError 57P01`, and what led to it: `SqlError: DatabaseError 57P01`. */
const title = (error: unknown): string =>
  chainOf(error)
    .map((at) => `${nameOf(at)} ${errorCode(at)}`.trimEnd())
    .join(": ")

/** What the log tells about errors: what they are called and where they came from. */
export const describe = (error: unknown): string => [title(error), ...frames(error).slice(0, maxFrames)].join("\n    ")

/** The same for everything in a cause. */
export const describeCause = (cause: Cause.Cause<unknown>): string =>
  Cause.isInterruptedOnly(cause) ? cancelled : Chunk.toReadonlyArray(errorsOf(cause)).map(describe).join("\n")
