import { Terminal } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import * as ConnectionFailure from "@storefront/server/platform/database/ConnectionFailure"
import { Cause, ConfigError, Option, Predicate } from "effect"

const configProblem = (error: ConfigError.ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return configProblem(error.left)
    case "MissingData":
      return `${error.path.join("_")} is not set`
    default:
      // A rule follows its variable ("must be …"), a sentence of its own comes after a colon.
      return `${error.path.join("_")}${/^[a-z]/.test(error.message) ? "" : ":"} ${error.message}`
  }
}

const sentenceOf = (failure: unknown): string =>
  ConfigError.isConfigError(failure)
    ? configProblem(failure)
    : Terminal.isQuitException(failure)
      ? "Stopped. Nothing was changed."
      : Predicate.hasProperty(failure, "message") && Predicate.isString(failure.message)
        ? failure.message
        : "an unexpected failure"

/** Returns a sentence for a refusal by the database, at any depth of causes: a defect, but nobody's bug. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof SqlError.SqlError
    ? ConnectionFailure.refusalSentenceOf(error.cause)
    : Predicate.hasProperty(error, "cause")
      ? refusalOf(error.cause)
      : undefined

const defectOf = (defect: unknown) => refusalOf(defect) ?? `unexpected failure: ${sentenceOf(defect)}`

/** Returns the one line that a person needs to fix a failure; a defect is named as such. */
export const describe = (cause: Cause.Cause<unknown>): string =>
  Option.match(Cause.failureOption(cause), {
    onSome: (failure) =>
      failure instanceof DatabaseUnavailable
        ? (refusalOf(failure) ?? "the database does not answer")
        : ((failure instanceof SqlError.SqlError ? refusalOf(failure) : undefined) ?? sentenceOf(failure)),
    onNone: () => defectOf(Option.getOrUndefined(Cause.dieOption(cause)))
  }).replaceAll("\n", " ")
