import { SqlClient, SqlError } from "@effect/sql"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Cause, Chunk, Effect, Option, ParseResult, Schedule, Schema } from "effect"

/** Error of a statement that the database refused, by its fields: the driver's class differs between the engines. */
const Refusal = Schema.Struct({
  code: Schema.String,
  severity: Schema.String,
  constraint: Schema.optional(Schema.String)
})
const decodeRefusal = Schema.decodeUnknownOption(Refusal)

const refusalOf = (error: unknown) =>
  error instanceof SqlError.SqlError ? decodeRefusal(error.cause) : Option.none<typeof Refusal.Type>()

/** Returns the SQLSTATE of a refused statement, such as `23505`; none for a lost connection and other errors. */
export const sqlState = (error: unknown): Option.Option<string> =>
  Option.map(refusalOf(error), (refusal) => refusal.code)

/** Returns whether a unique constraint or index refused the row: the named one, or any. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  Option.exists(
    refusalOf(error),
    (refusal) => refusal.code === "23505" && (constraint === undefined || refusal.constraint === constraint)
  )

/** Returns whether the named constraint, or a trigger that reports that name, refused the row. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  Option.exists(refusalOf(error), (refusal) => refusal.constraint === constraint)

const serializationFailure = "40001"
const deadlockDetected = "40P01"

/** Unwraps `DatabaseUnavailable` into the error of its statement. */
const unwrapStatementError = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable && error.cause instanceof SqlError.SqlError ? error.cause : error

/** Lists all errors of a cause, failures before defects. */
export const errorsOf = (cause: Cause.Cause<unknown>): Chunk.Chunk<unknown> =>
  Chunk.map(Chunk.appendAll(Cause.failures(cause), Cause.defects(cause)), unwrapStatementError)

/** Returns whether a concurrent transaction interfered, so that a retry usually succeeds. */
const isConflict = (error: unknown) =>
  Option.exists(
    sqlState(unwrapStatementError(error)),
    (state) => state === serializationFailure || state === deadlockDetected
  )

/**
 * SQLSTATE classes that call for a retry: connection, transaction terminated or read-only, log-in or database refused,
 * conflict, resources, object in use, operator intervention, system error.
 */
const faultClasses = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"])

/** Returns whether a statement failed because of the database's state rather than being refused. */
export const isDatabaseFault = (error: SqlError.SqlError): boolean =>
  Option.match(sqlState(error), { onNone: () => true, onSome: (state) => faultClasses.has(state.slice(0, 2)) })

/** Returns whether the database failed rather than refused the work. A transaction may still have been committed. */
const isFault = (error: unknown): boolean =>
  error instanceof SqlError.SqlError ? isDatabaseFault(error) : error instanceof DatabaseUnavailable

type QueryError = SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException

/**
 * Narrows the errors of a query to what its caller can act on: `DatabaseUnavailable` if the database failed. A refused
 * statement and a missing or undecodable row become defects; other failures stay.
 */
export const orUnavailable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E, QueryError> =>
      error instanceof SqlError.SqlError || ParseResult.isParseError(error) || Cause.isNoSuchElementException(error),
    (error) =>
      error instanceof SqlError.SqlError && isDatabaseFault(error)
        ? Effect.fail(new DatabaseUnavailable({ cause: error }))
        : Effect.die(error)
  )

/** Retries for about four seconds while a caller waits; the count bounds it even if the clock is set back. */
export const briefRetry = Schedule.jittered(Schedule.exponential("100 millis")).pipe(
  Schedule.upTo("4 seconds"),
  Schedule.intersect(Schedule.recurs(6))
)

/** Retries the effect on the schedule while the database fails. */
export const retryFaults =
  (schedule: Schedule.Schedule<unknown>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.retry(effect, { while: isFault, schedule })

/**
 * Isolates one of several jobs that return a count: if it fails, logs `logMessage` and counts 0, so that the others
 * proceed. A failure of the database is passed on, since it affects them all.
 */
export const countOrLog =
  (logMessage: string) =>
  <E, R>(effect: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Option.exists(Cause.failureOption(cause), isFault)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logError(logMessage, cause), 0)
    )

/** Lifts the timeouts of the current transaction. */
export const liftTimeLimits = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
)

/**
 * Retries a statement or transaction up to three times after a serialization failure or deadlock, even one wrapped in
 * `DatabaseUnavailable`. The effect must therefore change nothing outside the database.
 */
export const retryConflicts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, {
    times: 3,
    while: isConflict,
    schedule: Schedule.jittered(Schedule.exponential("20 millis"))
  })

/** Runs `sql.withTransaction`, but fails if the COMMIT fails; the library makes that a defect. */
export const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.catchSomeDefect(sql.withTransaction(effect), (defect) =>
      defect instanceof SqlError.SqlError ? Option.some(Effect.fail(defect)) : Option.none()
    )

/** Runs a transaction whose statements may take as long as they need, such as those on a whole table. */
export const withoutTimeLimits =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    transact(sql)(Effect.zipRight(Effect.provideService(liftTimeLimits, SqlClient.SqlClient, sql), effect))

/** Runs a transaction and retries it after a conflict. Nested, it runs once: only the outermost can be retried. */
export const withRetry =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (outerTransaction) =>
      Option.isSome(outerTransaction) ? transact(sql)(effect) : retryConflicts(transact(sql)(effect))
    )

/** Runs a read-only transaction with retries: the database refuses every write. Must not be nested. */
export const readOnly =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    withRetry(sql)(Effect.zipRight(sql`SET TRANSACTION READ ONLY`, effect))
