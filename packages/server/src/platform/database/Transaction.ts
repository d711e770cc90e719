import { SqlClient, SqlError } from "@effect/sql"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Cause, Chunk, Effect, Option, ParseResult, Schedule, Schema } from "effect"

/** What the driver tells about a statement that the database refused; its class differs between the engines. */
const Refusal = Schema.Struct({
  code: Schema.String,
  severity: Schema.String,
  constraint: Schema.optional(Schema.String)
})
const decodeRefusal = Schema.decodeUnknownOption(Refusal)

const refusalOf = (error: unknown) =>
  error instanceof SqlError.SqlError ? decodeRefusal(error.cause) : Option.none<typeof Refusal.Type>()

/** The SQLSTATE of a refused statement, such as `23505`; none for a lost connection and for other errors. */
export const sqlState = (error: unknown): Option.Option<string> =>
  Option.map(refusalOf(error), (refusal) => refusal.code)

/** Whether a unique index or constraint refused the row: the one of that name, or any. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  Option.exists(
    refusalOf(error),
    (refusal) => refusal.code === "23505" && (constraint === undefined || refusal.constraint === constraint)
  )

/** Whether a rule of the database of that name, such as the limit of a trigger, refused the row. */
export const violates = (error: unknown, constraint: string): boolean =>
  Option.exists(refusalOf(error), (refusal) => refusal.constraint === constraint)

const serializationFailure = "40001"
const deadlockDetected = "40P01"

/** A lost database is the error of its statement. */
const statementOf = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable && error.cause instanceof SqlError.SqlError ? error.cause : error

/** Everything that went wrong, failures before defects. */
export const errorsOf = (cause: Cause.Cause<unknown>): Chunk.Chunk<unknown> =>
  Chunk.map(Chunk.appendAll(Cause.failures(cause), Cause.defects(cause)), statementOf)

/** Another transaction came in between: the same work, done again, will usually succeed. */
const isConflict = (error: unknown) =>
  Option.exists(sqlState(statementOf(error)), (state) => state === serializationFailure || state === deadlockDetected)

/**
 * Classes of SQLSTATE that mean "later": connection, transaction ended by the server or on one that only reads, log-in or
 * database refused, conflict, resources, object in use, intervention, system.
 */
const faultClasses = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"])

/** Whether a statement failed because the database did, rather than being refused. */
export const isFaultOf = (error: SqlError.SqlError): boolean =>
  Option.match(sqlState(error), { onNone: () => true, onSome: (state) => faultClasses.has(state.slice(0, 2)) })

/**
 * Whether the database failed, rather than refused the work: the same may succeed later. Whether a transaction that ended
 * like this was committed is unknown.
 */
const isFault = (error: unknown): boolean =>
  error instanceof SqlError.SqlError ? isFaultOf(error) : error instanceof DatabaseUnavailable

type QueryError = SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException

/**
 * Makes of the errors of a query what its caller can act on: `DatabaseUnavailable` if the database failed. A refused
 * statement and a row that is missing or does not decode are defects; any other failure stays.
 */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E, QueryError> =>
      error instanceof SqlError.SqlError || ParseResult.isParseError(error) || Cause.isNoSuchElementException(error),
    (error) =>
      error instanceof SqlError.SqlError && isFaultOf(error)
        ? Effect.fail(new DatabaseUnavailable({ cause: error }))
        : Effect.die(error)
  )

/** For work that somebody waits for: a fault of some seconds is outlasted. The count holds if the clock is set back meanwhile. */
export const forSeconds = Schedule.jittered(Schedule.exponential("100 millis")).pipe(
  Schedule.upTo("4 seconds"),
  Schedule.intersect(Schedule.recurs(6))
)

/** Runs the effect again while the database fails, as long as the schedule says. */
export const retryFaults =
  (schedule: Schedule.Schedule<unknown>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.retry(effect, { while: isFault, schedule })

/**
 * For one of several that are done one by one, and counted: one that is refused is logged as `complaint`, counts nothing
 * and does not keep the others from it. When the database fails, that does not concern this one.
 */
export const countless =
  (complaint: string) =>
  <E, R>(effect: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Option.exists(Cause.failureOption(cause), isFault)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logError(complaint, cause), 0)
    )

/** Lets the current transaction take as long as it wants. */
export const liftTimeLimits = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
)

/**
 * Runs what is one statement or one transaction again, at most three times, after a serialization failure or a deadlock,
 * also when that is told as `DatabaseUnavailable`. The effect must therefore change nothing outside the database.
 */
export const retryConflicts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, {
    times: 3,
    while: isConflict,
    schedule: Schedule.jittered(Schedule.exponential("20 millis"))
  })

/** `sql.withTransaction`, for which a COMMIT that failed is a failure: the library makes a defect of it. */
export const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.catchSomeDefect(sql.withTransaction(effect), (defect) =>
      defect instanceof SqlError.SqlError ? Option.some(Effect.fail(defect)) : Option.none()
    )

/**
 * `transact` that is run again after a conflict. Within another transaction it is run once: the outermost one
 * is run again as a whole.
 */
export const withRetry =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outer) =>
      Option.isSome(outer) ? transact(sql)(effect) : retryConflicts(transact(sql)(effect))
    )

/** `withRetry` for work that only reads: the database refuses every write. Not within another transaction. */
export const readOnly =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    withRetry(sql)(Effect.zipRight(sql`SET TRANSACTION READ ONLY`, effect))
