import { Tool } from "@effect/ai"
import { Predicate, Record } from "effect"

export interface ToolDeclaration {
  readonly name: string
  readonly description: string | undefined
  readonly parameters: unknown
}

/** JSON Schema keywords left out to save tokens: they do not help a model, and the runtime validates calls anyway. */
const omittedKeywords = new Set(["title", "additionalProperties", "minLength", "maxLength", "format", "uniqueItems"])

/** Removes these keywords and empty `required` at every depth, but not properties with such names. */
const prune = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(prune)
    : Predicate.isRecord(schema)
      ? Record.map(
          Record.filter(
            schema,
            (value, keyword) =>
              !omittedKeywords.has(keyword) && !(keyword === "required" && Array.isArray(value) && value.length === 0)
          ),
          (value, keyword) =>
            keyword === "properties" && Predicate.isRecord(value) ? Record.map(value, prune) : prune(value)
        )
      : schema

const orNull = (schema: unknown): unknown => ({ anyOf: [schema, { type: "null" }] })

/** Converts a schema to the form that providers enforce: all properties are required, optional ones are nullable. */
const toStrict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) {
    return schema.map(toStrict)
  }
  if (!Predicate.isRecord(schema)) {
    return schema
  }
  const { properties, required } = schema
  if (!Predicate.isRecord(properties)) {
    return Record.map(schema, toStrict)
  }
  const requiredNames: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return {
    ...schema,
    properties: Record.map(properties, (property, name) =>
      requiredNames.includes(name) ? toStrict(property) : orNull(toStrict(property))
    ),
    required: Object.keys(properties),
    additionalProperties: false
  }
}

const [looseCache, strictCache] = [new WeakMap<Tool.Any, ToolDeclaration>(), new WeakMap<Tool.Any, ToolDeclaration>()]

/** Returns the declaration of a tool. Cached, because its JSON Schema is expensive to build. */
export const declarationOf = (tool: Tool.Any, isStrict = false): ToolDeclaration => {
  const cache = isStrict ? strictCache : looseCache
  const cached = cache.get(tool)
  if (cached !== undefined) {
    return cached
  }
  const parameters = prune(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast))
  const declaration: ToolDeclaration = {
    name: tool.name,
    description: tool.description,
    parameters: isStrict ? toStrict(parameters) : parameters
  }
  cache.set(tool, declaration)
  return declaration
}
