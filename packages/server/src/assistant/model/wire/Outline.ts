import { Tool } from "@effect/ai"
import { Predicate, Record } from "effect"

/** Declaration of a tool in a request. */
export interface Outline {
  readonly name: string
  readonly description: string | undefined
  readonly parameters: unknown
}

/** JSON Schema keywords left out to save tokens: they do not help a model, and the runtime validates calls anyway. */
const needless = new Set(["title", "additionalProperties", "minLength", "maxLength", "format", "uniqueItems"])

/** Removes these keywords and empty `required` at every depth, but not properties with such names. */
const without = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(without)
    : Predicate.isRecord(schema)
      ? Record.map(
          Record.filter(
            schema,
            (value, keyword) =>
              !needless.has(keyword) && !(keyword === "required" && Array.isArray(value) && value.length === 0)
          ),
          (value, keyword) =>
            keyword === "properties" && Predicate.isRecord(value) ? Record.map(value, without) : without(value)
        )
      : schema

const orNull = (schema: unknown): unknown => ({ anyOf: [schema, { type: "null" }] })

/** Converts a schema to the form that providers enforce: all properties are required, optional ones are nullable. */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) {
    return schema.map(strict)
  }
  if (!Predicate.isRecord(schema)) {
    return schema
  }
  const { properties, required } = schema
  if (!Predicate.isRecord(properties)) {
    return Record.map(schema, strict)
  }
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return {
    ...schema,
    properties: Record.map(properties, (property, name) =>
      needed.includes(name) ? strict(property) : orNull(strict(property))
    ),
    required: Object.keys(properties),
    additionalProperties: false
  }
}

const outlines = { loose: new WeakMap<Tool.Any, Outline>(), strict: new WeakMap<Tool.Any, Outline>() }

/** Returns the declaration of a tool. Cached, because its JSON Schema is expensive to build. */
export const outlineOf = (tool: Tool.Any, isStrict = false): Outline => {
  const kept = isStrict ? outlines.strict : outlines.loose
  const known = kept.get(tool)
  if (known !== undefined) {
    return known
  }
  const parameters = without(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast))
  const outline: Outline = {
    name: tool.name,
    description: tool.description,
    parameters: isStrict ? strict(parameters) : parameters
  }
  kept.set(tool, outline)
  return outline
}
