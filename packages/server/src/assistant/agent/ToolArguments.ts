import { Tool } from "@effect/ai"
import { Array, Effect, Option, ParseResult, Predicate, Record, Schema, SchemaAST } from "effect"

/** Validation of tool arguments against their contract. Its messages are for the model that has to correct them. */

/** Error of one argument. The message must not quote the input. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** Maximum number of errors reported to the model, and of schema issues that they are derived from. */
const maxFieldErrors = 20
const maxIssues = 200

const notAParameter = "is not a parameter of this tool"

/** Finds the description of the parameter at a path of a JSON Schema. */
const descriptionAt = (schema: unknown, path: ReadonlyArray<PropertyKey>): Option.Option<string> => {
  const [key, ...rest] = path
  if (!Predicate.isRecord(schema)) {
    return Option.none()
  }
  if (key === undefined) {
    return Option.liftPredicate(schema["description"], Predicate.isString)
  }
  const { items, properties } = schema
  return descriptionAt(
    typeof key === "number" ? items : Predicate.isRecord(properties) ? properties[String(key)] : undefined,
    rest
  )
}

/** Builds the message about a missing parameter, with its description. */
const missingMessage = (tool: Tool.Any, path: ReadonlyArray<PropertyKey>) =>
  Option.match(descriptionAt(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast), path), {
    onNone: () => "is required",
    onSome: (description) => `is required: ${description}`
  })

/** Returns Schema's message for an issue, without the value that it quotes. */
const messageOf = (tool: Tool.Any, { _tag, message, path }: ParseResult.ArrayFormatterIssue) =>
  _tag === "Unexpected"
    ? notAParameter
    : _tag === "Missing"
      ? missingMessage(tool, path)
      : message.replace(/, actual [\s\S]*$/, "")

/** Extracts the expected value from a message of Schema's own, such as `Expected "up"`; undefined for a custom one. */
const expectationIn = (rule: string) => {
  const expected = /^Expected "?([\s\S]*?)"?$/.exec(rule)?.[1]
  return expected?.startsWith("ReadonlyArray") ? "list" : expected?.startsWith("{") ? "JSON object" : expected
}

/** Returns one message for a field: a custom message of its contract, else the expected values of all union members. */
const fieldMessage = (rules: ReadonlyArray<string>): string => {
  const expectedValues = rules.map(expectationIn)
  const customMessage = rules.find((_, index) => expectedValues[index] === undefined)
  const expectations = expectedValues.join(", ")
  const article = expectedValues.length > 1 ? "one of " : /^an? /.test(expectations) ? "" : "a "
  return customMessage ?? `must be ${article}${expectations}`
}

/** Returns whether an issue helps to correct the call: not if it only says that the field could be absent or null. */
const isHelpful = ({ rule }: { readonly rule: string }) => rule !== "Expected undefined" && rule !== "Expected null"

/** Returns whether a tool has no parameters. Schema accepts any value for a struct without fields. */
const hasNoParameters = ({ ast }: Tool.AnyParametersSchema) =>
  SchemaAST.isTypeLiteral(ast) && ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => (SchemaAST.isUnion(ast) ? ast.types : [ast])

/** Removes nulls in place of optional fields, at every depth of the schema. */
const withoutAbsentNulls = (ast: SchemaAST.AST, value: unknown): unknown => {
  if (Array.isArray(value)) {
    const item = membersOf(ast).find(SchemaAST.isTupleType)?.rest[0]?.type
    return item === undefined ? value : value.map((element) => withoutAbsentNulls(item, element))
  }
  if (!Predicate.isRecord(value)) {
    return value
  }
  const properties = membersOf(ast).find(SchemaAST.isTypeLiteral)?.propertySignatures ?? []
  return Record.filterMap(value, (field, name) => {
    const property = properties.find((signature) => signature.name === name)
    return property === undefined
      ? Option.some(field)
      : field === null && property.isOptional && !Schema.is(Schema.make(property.type))(null)
        ? Option.none()
        : Option.some(withoutAbsentNulls(property.type, field))
  })
}

const hasNull = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.some(hasNull)) ||
  (Predicate.isRecord(value) && Object.values(value).some(hasNull))

/** Removes arguments that are null where only absence is allowed. A provider's strict schema makes models send null. */
export const withoutNulls = (tool: Tool.Any, params: unknown): unknown =>
  hasNull(params) ? withoutAbsentNulls(SchemaAST.encodedAST(tool.parametersSchema.ast), params) : params

const errorsOf = Effect.fnUntraced(function* (tool: Tool.Any, error: ParseResult.ParseError) {
  const issues = (yield* ParseResult.ArrayFormatter.formatError(error))
    .slice(0, maxIssues)
    .map((issue) => ({ field: issue.path.join("."), rule: messageOf(tool, issue) }))
    .filter(isHelpful)
  return Array.dedupe(issues.map(({ field }) => field)).map((field) => ({
    field,
    message: fieldMessage(issues.filter((issue) => issue.field === field).map(({ rule }) => rule))
  }))
})

/**
 * Validates the arguments of a call, names of the shop against `KnownNames`. Returns the errors by field; unknown keys
 * are errors.
 */
export const check = Effect.fnUntraced(function* (tool: Tool.Any, params: unknown) {
  if (!Predicate.isRecord(params)) {
    return [{ field: "", message: "the arguments must be one JSON object" }] satisfies ReadonlyArray<FieldError>
  }
  if (hasNoParameters(tool.parametersSchema)) {
    return Object.keys(params)
      .slice(0, maxFieldErrors)
      .map((field) => ({ field, message: notAParameter }))
  }
  const decode = Schema.decodeUnknown(Schema.make(tool.parametersSchema.ast), {
    errors: "all",
    onExcessProperty: "error"
  })
  return yield* Effect.matchEffect(decode(params), {
    onSuccess: () => Effect.succeed([]),
    onFailure: (error) => Effect.map(errorsOf(tool, error), Array.take(maxFieldErrors))
  })
})

const ArgumentRefusal = Schema.Struct({
  error: Schema.Literal("invalid_argument"),
  field_errors: Schema.Array(Schema.Struct({ field: Schema.NonEmptyString, message: Schema.String }))
})
const decodeRefusal = Schema.decodeUnknownOption(ArgumentRefusal)

/**
 * Returns the errors of missing or invalid arguments from a tool's result. Errors about unknown keys are left out,
 * since their names may come from any text that the model has read.
 */
export const fieldErrorsIn = (output: unknown): ReadonlyArray<FieldError> =>
  Option.match(decodeRefusal(output), {
    onNone: () => [],
    onSome: ({ field_errors: errors }) => errors.filter(({ message }) => message !== notAParameter)
  })
