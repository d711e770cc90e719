import { Array, Cause, Chunk, Option, Predicate } from "effect"
import { errorCode } from "../database/ErrorCode.ts"
import { errorsOf } from "../database/Transaction.ts"

/** Names errors for spans, metrics and the log, without their messages. */

/** Value of `error.type` for interrupted work. */
export const cancelled = "cancelled"

/** Names an error without quoting its message, which may contain people's words, statements and keys. */
const nameOf = (error: unknown): string =>
  Predicate.hasProperty(error, "_tag") && typeof error._tag === "string"
    ? error._tag
    : error instanceof Error
      ? error.name
      : "UnknownError"

const causeOf = (error: unknown): Option.Option<unknown> =>
  Predicate.hasProperty(error, "cause") ? Option.fromNullable(error.cause) : Option.none()

/** Maximum length of a chain of causes, the error itself included; also ends a cycle. */
const maxDepth = 4

/** Returns an error and its causes, outermost first. */
const chainOf = (error: unknown): ReadonlyArray<unknown> =>
  Array.unfold({ error: Option.some(error), depth: 0 }, ({ depth, error }) =>
    depth === maxDepth
      ? Option.none()
      : Option.map(error, (at) => [at, { error: causeOf(at), depth: depth + 1 }] as const)
  )

/** Finds the code that Node or PostgreSQL gave the error or its cause, such as `ECONNREFUSED` or `57P01`. */
const codeOf = (error: unknown): Option.Option<string> =>
  Array.findFirst(Array.map(chainOf(error), errorCode), (code) => code !== "")

/** Returns the `error.type` of a cause: the code of its first error, else that error's name. */
export const typeOf = (cause: Cause.Cause<unknown>): string =>
  Option.match(Chunk.head(errorsOf(cause)), {
    onNone: () => cancelled,
    onSome: (error) => Option.getOrElse(codeOf(error), () => nameOf(error))
  })

/** Returns the frames of an error's stack, without its message. */
const frames = (error: unknown): ReadonlyArray<string> =>
  error instanceof Error
    ? (error.stack ?? "").split("\n").flatMap((line) => (/^\s+at\s/.test(line) ? [line.trim()] : []))
    : []

const maxFrames = 12

/** Names an error with its code and causes: `SqlError: DatabaseError 57P01`. */
const title = (error: unknown): string =>
  chainOf(error)
    .map((at) => `${nameOf(at)} ${errorCode(at)}`.trimEnd())
    .join(": ")

/** Describes an error for the log by names, codes and stack frames. */
export const describe = (error: unknown): string => [title(error), ...frames(error).slice(0, maxFrames)].join("\n    ")

/** Describes every error in a cause for the log. */
export const describeCause = (cause: Cause.Cause<unknown>): string =>
  Cause.isInterruptedOnly(cause) ? cancelled : Chunk.toReadonlyArray(errorsOf(cause)).map(describe).join("\n")
