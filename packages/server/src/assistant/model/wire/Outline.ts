import { Tool } from "@effect/ai"
import { Predicate, Record } from "effect"

/** A tool as a provider is told of it. */
export interface Outline {
  readonly name: string
  readonly description: string | undefined
  readonly parameters: unknown
}

/** What does not help a model to call a tool: every token of it is paid for in every request. Calls are checked all the same. */
const needless = new Set(["title", "additionalProperties", "minLength", "maxLength", "format", "uniqueItems"])

/** A schema without the keywords, at every depth; the names of properties do not count as keywords. */
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

/** The schema in the form that providers hold a model to: every property is required, and null stands for one left out. */
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

/** The schema without the descriptions of properties that were `seen` before, with the same name and the same words. */
const describedOnce = (schema: unknown, seen: Set<string>): unknown =>
  Array.isArray(schema)
    ? schema.map((member) => describedOnce(member, seen))
    : Predicate.isRecord(schema)
      ? Record.map(schema, (value, keyword) =>
          keyword === "properties" && Predicate.isRecord(value)
            ? Record.map(value, (property, name) => {
                const key = JSON.stringify([name, property])
                const isKnown = seen.has(key)
                seen.add(key)
                return isKnown && Predicate.isRecord(property)
                  ? Record.remove(property, "description")
                  : describedOnce(property, seen)
              })
            : describedOnce(value, seen)
        )
      : schema

const schemas = new WeakMap<Tool.Any, unknown>()

/** Made once for every tool, because it takes long. */
const schemaOf = (tool: Tool.Any): unknown => {
  const known = schemas.get(tool)
  if (known !== undefined) {
    return known
  }
  const schema = without(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast))
  schemas.set(tool, schema)
  return schema
}

/** The tools of one request. What several have in common is described at the first of them. */
export const outlinesOf = (tools: ReadonlyArray<Tool.Any>, isStrict = false): ReadonlyArray<Outline> => {
  const seen = new Set<string>()
  return tools.map((tool) => {
    const parameters = describedOnce(schemaOf(tool), seen)
    return { name: tool.name, description: tool.description, parameters: isStrict ? strict(parameters) : parameters }
  })
}
