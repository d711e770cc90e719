import { type Tool } from "@effect/ai"
import { titleOf, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { JSONSchema, Record, Schema } from "effect"

/** A JSON Schema (2020-12, which `$schema` need not state), as sent to clients. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Listing of a tool: its contract, as sent to clients. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** Covers success and failure, because clients validate both against it. */
  readonly outputSchema: JsonSchema
  readonly annotations: typeof annotations
}

/** All served tools only read, and only from our own database. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Failures of tools that know no caller and change nothing. */
export const ServedFailure = Schema.Struct(ToolFailure.fields).pick(
  "error",
  "message",
  "entity",
  "id",
  "missing_ids",
  "candidates",
  "field_errors",
  "retryable"
)

const jsonSchemaOf = (...schemas: ReadonlyArray<Schema.Schema.All>) => {
  const definitions: Record<string, JSONSchema.JsonSchema7> = {}
  const members = schemas.map(({ ast }) =>
    JSONSchema.fromAST(ast, { definitions, topLevelReferenceStrategy: "skip", target: "jsonSchema2020-12" })
  )
  return { members, shared: Record.isEmptyRecord(definitions) ? {} : { $defs: definitions } }
}

const inputSchema = (parameters: Schema.Schema.All): JsonSchema => {
  const { members, shared } = jsonSchemaOf(parameters)
  return { ...members[0], ...shared }
}

const outputSchema = (success: Schema.Schema.All): JsonSchema => {
  const { members, shared } = jsonSchemaOf(success, ServedFailure)
  return { type: "object", anyOf: members, ...shared }
}

/** Returns the listing of a contract. */
export const of = ({ description = "", name, parametersSchema, successSchema }: Tool.Any): ListedTool => ({
  name,
  title: titleOf(name),
  description,
  inputSchema: inputSchema(parametersSchema),
  outputSchema: outputSchema(successSchema),
  annotations
})
