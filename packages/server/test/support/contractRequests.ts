import { type HttpMethod } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Array, Effect, FastCheck as fc } from "effect"
import { type Sent } from "./requests.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the document is JSON of every form
export type Json = any

/** Who sends a request. */
export type Sender = "owner" | "stranger" | "nobody" | "forger"

/** A request to an operation, made from what the OpenAPI document says of it. */
export interface Generated {
  readonly operation: string
  readonly method: HttpMethod.HttpMethod
  readonly url: string
  readonly sender: Sender
  readonly path: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [string, string]>
  /** None, a JSON value, or a text that is not JSON. */
  readonly body: Pick<Sent, "json" | "text">
}

/** Values that exist, by the name of the field; half of the requests use them. */
export type Known = Readonly<Record<string, ReadonlyArray<string>>>

/** Values that exist, by a query for a column `id`. */
export const selectIds = (query: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: string }>`${sql.literal(query)}`,
      Array.map(({ id }) => id)
    )
  )

/** Text of every script, without what cannot be stored. */
const text = ({ maxLength = 60, minLength = 0 }: Json) =>
  fc
    .string({ unit: "grapheme", minLength: Math.min(minLength, 50), maxLength: Math.min(maxLength, 60) })
    .filter(
      (value) => !value.includes("\u0000") && [...value.trim()].length >= minLength && [...value].length <= maxLength
    )

const password = fc.string({ minLength: 8, maxLength: 72, unit: "grapheme-ascii" })

/** A value that a JSON schema of the document allows. */
const valueOf = (schema: Json): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) {
    return fc.constantFrom(...schema.enum)
  }
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map(valueOf))
  }
  switch (schema.type) {
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 })
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: 1e6, noNaN: true })
    case "array":
      return fc.array(valueOf(schema.items), { minLength: schema.minItems, maxLength: schema.maxItems })
    case "null":
      return fc.constant(null)
    case "string":
      return schema.format === "email" ? fc.emailAddress() : schema.format === "password" ? password : text(schema)
    default:
      throw new Error(`The generator does not know ${JSON.stringify(schema)}`)
  }
}

const fieldOf = (known: Known, name: string, schema: Json): fc.Arbitrary<unknown> => {
  const values = known[name]
  return values === undefined ? valueOf(schema) : fc.oneof(valueOf(schema), fc.constantFrom(...values))
}

/** Values of which at least one is wrong for any field of a body. */
export const faults: ReadonlyArray<unknown> = [
  null,
  0,
  -1,
  1.5,
  true,
  [],
  ["x"],
  {},
  { $gt: "" },
  "",
  " ",
  "a\u0000b",
  "\uD800",
  "\u202E",
  "x".repeat(9000),
  "😀".repeat(101),
  "' OR 1=1 --",
  "__proto__",
  "%",
  "null"
]

/** The same for paths and queries, which are text. */
export const textFaults = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "१२",
  "99999999999999999999",
  "true",
  "[]",
  "a\u0000b",
  "%",
  "\\",
  "'; DROP TABLE users; --",
  "../../etc/passwd",
  "x".repeat(5000),
  "😀".repeat(201)
]

const requestTo = (known: Known, template: string, method: string, operation: Json): fc.Arbitrary<Generated> => {
  const parameters = (place: string) => operation.parameters.filter((each: Json) => each.in === place)
  const uuid = fc.oneof(fc.uuid(), fc.constant("not-an-id"))
  const paths = fc.record(
    Object.fromEntries(
      parameters("path").map(({ name }: Json) => [
        name,
        known[name] === undefined ? uuid : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known[name]) }, uuid)
      ])
    )
  ) as fc.Arbitrary<Record<string, string>>
  const queries = fc.record(
    Object.fromEntries(parameters("query").map(({ name, schema }: Json) => [name, fieldOf(known, name, schema)])),
    { requiredKeys: [] }
  )
  const schema = operation.requestBody?.content["application/json"].schema
  const bodies =
    schema === undefined
      ? fc.constant(undefined)
      : fc.record(
          Object.fromEntries(
            Object.entries<Json>(schema.properties).map(([name, field]) => [name, fieldOf(known, name, field)])
          ),
          { requiredKeys: schema.required }
        )
  const sender = fc.oneof(
    { weight: 8, arbitrary: fc.constant<Sender>("owner") },
    { weight: 2, arbitrary: fc.constantFrom<Sender>("stranger", "nobody", "forger") }
  )
  const valid = fc.record({ path: paths, query: queries, body: bodies, sender })

  /** Which field is broken, as a number that is cut to those there are; none in half of the requests. */
  const fault = fc.option(
    fc.record({
      field: fc.nat(),
      json: fc.constantFrom(...faults),
      text: fc.constantFrom(...textFaults),
      kind: fc.nat(9)
    })
  )

  return fc.tuple(valid, fault).map(([{ body, path, query, sender }, broken]): Generated => {
    const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as const)
    const base = { operation: operation.operationId, method: method.toUpperCase() as HttpMethod.HttpMethod, sender }
    const whole = (
      newPath: Record<string, string>,
      newQuery: ReadonlyArray<readonly [string, string]>,
      newBody: Generated["body"]
    ): Generated => {
      const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(newPath[name]!))
      const search = newQuery.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")
      return {
        ...base,
        url: search === "" ? filled : `${filled}?${search}`,
        path: newPath,
        query: newQuery,
        body: newBody
      }
    }
    const sentBody = body === undefined ? {} : { json: body }
    const names = [
      ...parameters("path").map(({ name }: Json) => ["path", name] as const),
      ...parameters("query").map(({ name }: Json) => ["query", name] as const),
      ...Object.keys(schema?.properties ?? {}).map((name) => ["body", name] as const)
    ]
    if (broken === null || names.length === 0) {
      return whole(path, pairs, sentBody)
    }
    const [place, name] = names[broken.field % names.length]!
    switch (place) {
      case "path":
        // A segment of nothing, or of dots, is another path.
        return whole({ ...path, [name]: /^\.*$/.test(broken.text) ? "x" : broken.text }, pairs, sentBody)
      case "query": {
        const others = pairs.filter(([other]) => other !== name)
        const twice = broken.kind === 0 ? [[name, "1"] as const] : []
        return whole(path, [...others, [name, broken.text], ...twice], sentBody)
      }
      default: {
        if (broken.kind === 0) {
          return whole(path, pairs, { text: ["{", "[]", "null", '"x"', "{'a': 1}", "\u0000"][broken.field % 6]! })
        }
        const { [name]: _, ...others } = body as Record<string, unknown>
        return whole(path, pairs, { json: broken.kind < 3 ? others : { ...others, [name]: broken.json } })
      }
    }
  })
}

/** Requests to every operation of the document, as many to each. */
export const requests = (document: Json, known: Known, each: number, seed: number): ReadonlyArray<Generated> =>
  Object.entries<Json>(document.paths)
    .flatMap(([template, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => requestTo(known, template, method, operation))
    )
    .flatMap((arbitrary, index) => fc.sample(arbitrary, { numRuns: each, seed: seed + index }))
