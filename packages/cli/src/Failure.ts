import { Terminal } from "@effect/platform"
import { Array, Cause, ConfigError, type Option, Predicate } from "effect"

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
export const describe = (cause: Cause.Cause<unknown>): string => {
  const failure: Option.Option<unknown> = Array.head([...Cause.failures(cause)])
  const text =
    failure._tag === "Some"
      ? sentenceOf(failure.value)
      : `unexpected failure: ${sentenceOf(Array.head([...Cause.defects(cause)]).pipe((defect) => (defect._tag === "Some" ? defect.value : undefined)))}`
  return text.split("\n").join(" ")
}
