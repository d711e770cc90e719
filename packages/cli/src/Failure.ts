import { Terminal } from "@effect/platform"
import { Cause, ConfigError, Option, Predicate } from "effect"

const configProblem = (error: ConfigError.ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return configProblem(error.left)
    case "MissingData":
      return `${error.path.join("_")} is not set`
    default:
      return `${error.path.join("_")} ${error.message}`
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

/** The first line a person needs in order to mend what went wrong; a defect is named as one. */
export const describe = (cause: Cause.Cause<unknown>): string =>
  Option.match(Cause.failureOption(cause), {
    onSome: sentenceOf,
    onNone: () => `unexpected failure: ${sentenceOf(Option.getOrUndefined(Cause.dieOption(cause)))}`
  }).replaceAll("\n", " ")
