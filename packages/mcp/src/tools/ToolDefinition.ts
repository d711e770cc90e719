import { Tool } from "@effect/ai"
import { type Schema } from "effect"

/** A JSON Schema as it stands in a list of tools. */
type JsonSchema = Readonly<Record<string, unknown>>

/** What a tool server says about a tool in its list. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

const schemaOf = ({ ast }: Schema.Annotable.All): JsonSchema => ({ ...Tool.getJsonSchemaFromSchemaAst(ast) })

/**
 * The contract of a tool as a tool server has to list it. Clients check failures with the schema of the output, too, so
 * it allows for both.
 */
export const definitionOf = (tool: Tool.Any): ToolDefinition => ({
  name: tool.name,
  description: tool.description ?? "",
  inputSchema: schemaOf(tool.parametersSchema),
  outputSchema: { type: "object", anyOf: [schemaOf(tool.successSchema), schemaOf(tool.failureSchema)] }
})
