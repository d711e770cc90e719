import { type Tool } from "@effect/ai"
import { Array, Either, ParseResult, Predicate, Schema, SchemaAST } from "effect"

/** Why one argument cannot be used; the rule quotes nothing of what was given. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** Enough to correct a call by; more would only repeat what the model got wrong. */
const maxFieldErrors = 20
const maxIssues = 200

const notAParameter = "is not a parameter of this tool"

/** One rule out of what Schema says about a field: every member of a union speaks for itself, and quotes the value. */
const ruleOf = (issues: ReadonlyArray<ParseResult.ArrayFormatterIssue>): string => {
  const [first] = issues
  if (first?._tag === "Unexpected") {
    return notAParameter
  }
  if (first?._tag === "Missing") {
    return "is required"
  }
  const messages = issues
    .map(({ message }) => message.replace(/, actual [\s\S]*$/, ""))
    .filter((message) => message !== "Expected undefined")
  const expected = messages.flatMap((message) => /^Expected "?(.*?)"?$/.exec(message)?.[1] ?? [])
  return expected.length < messages.length
    ? (messages.find((message) => !message.startsWith("Expected ")) ?? "")
    : expected.length === 1
      ? `must be a ${expected.join()}`
      : `must be one of ${expected.join(", ")}`
}

/** Schema takes any value for a struct without fields. */
const takesNothing = ({ ast }: Tool.AnyParametersSchema) =>
  SchemaAST.isTypeLiteral(ast) && ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0

const errorsOf = (error: ParseResult.ParseError): ReadonlyArray<FieldError> => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error).slice(0, maxIssues)
  const fieldOf = (issue: ParseResult.ArrayFormatterIssue) => issue.path.join(".")
  return Array.dedupe(issues.map(fieldOf)).map((field) => ({
    field,
    message: ruleOf(issues.filter((issue) => fieldOf(issue) === field))
  }))
}

/**
 * What is wrong with the arguments of a call, by field; empty when they fit. Keys that the tool does not have are
 * refused.
 */
export const check = (tool: Tool.Any, params: unknown): ReadonlyArray<FieldError> => {
  if (!Predicate.isRecord(params)) {
    return [{ field: "", message: "the arguments must be one JSON object" }]
  }
  if (takesNothing(tool.parametersSchema)) {
    return Object.keys(params)
      .slice(0, maxFieldErrors)
      .map((field) => ({ field, message: notAParameter }))
  }
  const decode = Schema.decodeUnknownEither(Schema.make(tool.parametersSchema.ast), {
    errors: "all",
    onExcessProperty: "error"
  })
  return Either.match(decode(params), {
    onRight: () => [],
    onLeft: (error) => errorsOf(error).slice(0, maxFieldErrors)
  })
}
