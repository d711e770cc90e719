import { OpenApi } from "@effect/platform"
import { Record as Records } from "effect"
import { ids } from "./examples/Ids.ts"
import { examples } from "./Examples.ts"
import { StorefrontApi } from "./StorefrontApi.ts"

/** Any JSON object of the document. */
type Json = Readonly<Record<string, unknown>>

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** Description of each error status, and its sentences for operations that declare none of their own. */
const refusals: Readonly<Record<number, { readonly description: string; readonly sentences: ReadonlyArray<string> }>> =
  {
    400: { description: "The body is not valid JSON.", sentences: ["Request body is not valid JSON"] },
    401: {
      description: "The token is missing or invalid.",
      sentences: [
        "Not authenticated",
        "Token expired",
        "Invalid token",
        "Invalid token type",
        "Session is no longer valid"
      ]
    },
    403: { description: "The caller is not allowed to do this.", sentences: ["Admin access required"] },
    404: { description: "It does not exist, or is not the caller's.", sentences: ["Not found"] },
    409: { description: "It conflicts with the present state.", sentences: ["Conflict"] },
    413: { description: "The body is larger than 1 MiB.", sentences: ["Request body too large"] },
    415: { description: "The content type is not JSON.", sentences: ["Content-Type must be application/json"] },
    422: {
      description: "The first invalid field and its rule; the value is never repeated.",
      sentences: ["offset: must be between 0 and 1,000,000"]
    },
    429: {
      description: "A rate limit was reached; `Retry-After` says when to try again.",
      sentences: ["Too many requests"]
    },
    500: {
      description: "An internal error; the log has it under the trace id.",
      sentences: ["Internal server error"]
    },
    502: {
      description: "The turn ended without a usable answer.",
      sentences: ["The assistant could not produce an answer"]
    },
    503: {
      description: "Temporarily unavailable; `Retry-After` says when to try again.",
      sentences: ["Service temporarily unavailable"]
    },
    504: { description: "The time limit was exceeded.", sentences: ["Request timed out"] }
  }

const headers: Readonly<Record<string, Json>> = {
  "x-trace-id": {
    description: "Trace id of the request, as in the log.",
    schema: { type: "string", pattern: "^[0-9a-f]{32}$" }
  },
  "x-conversation-id": {
    description: "The conversation to continue, if there is one.",
    schema: { type: "string", format: "uuid" }
  },
  "www-authenticate": { description: "`Bearer`", schema: { type: "string" } },
  "retry-after": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  etag: { description: "Identifies this content for `If-None-Match`.", schema: { type: "string" } }
}

const headersOf = (operation: string, status: number): ReadonlyArray<string> => [
  "x-trace-id",
  ...(status === 401 ? ["www-authenticate"] : []),
  ...(status === 429 || status === 503 ? ["retry-after"] : []),
  ...(isTagged(operation) && status < 400 ? ["etag"] : []),
  ...(operation === "chat.send" && status >= 502 ? ["x-conversation-id"] : [])
]

/** Returns whether the operation's responses have an `ETag`. */
const isTagged = (operation: string) => operation.startsWith("products.")

const withHeaders = (operation: string, status: number, response: Json) => ({
  ...response,
  headers: Object.fromEntries(headersOf(operation, status).map((name) => [name, ref("headers", name)]))
})

const bodyExamples = (sentences: ReadonlyArray<string>) =>
  Object.fromEntries(sentences.map((detail) => [detail, { value: { detail } }]))

const refusal = (operation: string, status: number) => {
  const { description = "", sentences = [] } = refusals[status] ?? {}
  return {
    description,
    content: {
      "application/json": {
        schema: ref("schemas", "Error"),
        examples: bodyExamples(examples[operation]?.refusals?.[status] ?? sentences)
      }
    }
  }
}

/** Returns whether an operation can fail with this status: 400 and 415 need a body, 422 a body or query parameters. */
const canGive = (operation: OpenApi.OpenAPISpecOperation, status: number) => {
  switch (status) {
    case 400:
    case 415:
      return operation.requestBody !== undefined
    case 422:
      return operation.requestBody !== undefined || operation.parameters.some((parameter) => parameter.in === "query")
    default:
      return true
  }
}

const responsesOf = (operation: OpenApi.OpenAPISpecOperation) => {
  const id = operation.operationId
  const statuses = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => canGive(operation, status))
  const success = {
    description: "Success",
    content: {
      "application/json": {
        schema: operation.responses[200]?.content?.["application/json"]?.schema,
        example: examples[id]?.response
      }
    }
  }
  const all: ReadonlyArray<readonly [number, Json]> = [
    ...statuses.map((status) => [status, status === 200 ? success : refusal(id, status)] as const),
    ...(isTagged(id) ? [[304, { description: "The content has not changed since `If-None-Match`." }] as const] : [])
  ]
  return Object.fromEntries(all.map(([status, response]) => [status, withHeaders(id, status, response)]))
}

/** Describes the request body: unknown keys are ignored, and the body is optional if all of its fields are. */
const requestBodyOf = ({ operationId, requestBody }: OpenApi.OpenAPISpecOperation) => {
  const schema = requestBody?.content["application/json"]?.schema
  return schema === undefined || !("properties" in schema)
    ? {}
    : {
        requestBody: {
          required: schema.required.length > 0,
          content: {
            "application/json": {
              schema: { ...schema, additionalProperties: true },
              example: examples[operationId]?.request
            }
          }
        }
      }
}

const ifNoneMatch = {
  name: "if-none-match",
  in: "header",
  required: false,
  description: "The `ETag`s that the client has.",
  schema: { type: "string" }
}

const parametersOf = ({ operationId, parameters }: OpenApi.OpenAPISpecOperation) => [
  ...parameters.map((parameter) =>
    parameter.in === "path"
      ? {
          ...parameter,
          description: "A malformed id is answered like an unknown one.",
          example: Object.entries(ids).find(([name]) => name === parameter.name)?.[1]
        }
      : parameter
  ),
  ...(isTagged(operationId) ? [ifNoneMatch] : [])
]

const operationOf = (operation: OpenApi.OpenAPISpecOperation) => ({
  ...operation,
  parameters: parametersOf(operation),
  ...requestBodyOf(operation),
  responses: responsesOf(operation)
})

/** Replaces schemas and titles that the generator named itself by their form on the wire. */
const readable = (document: Json): unknown =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    switch (true) {
      case value?.$ref === "#/components/schemas/Int":
        return { type: "integer" }
      case value?.$ref === "#/components/schemas/DateTimeUtc":
        return { type: "string", format: "date-time" }
      case value?.$ref === "#/components/schemas/UUID" || value?.format === "uuid":
        return { type: "string", format: "uuid" }
      case value?.$id === "/schemas/unknown":
        return true
      case key === "title" && /^\w+\(|^int$/.test(value):
        return undefined
      default:
        return value
    }
  })

/** Components that `readable` inlines, and those of the generator's own error, which is never sent. */
const omitted = new Set(["Int", "DateTimeUtc", "UUID", "HttpApiDecodeError", "Issue", "PropertyKey"])

/** Contact and licence; who operates the shop is unknown to the code. */
const owner = {
  contact: { name: "The operators of this shop" },
  license: { name: "MIT License", identifier: "MIT" }
}

const make = ({ components, info, paths, ...spec }: OpenApi.OpenAPISpec, version: string) => {
  const described = Records.map(paths, (item) =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, operationOf(operation)]))
  )
  const used = new Set(JSON.stringify([described, components.schemas]).match(/(?<=#\/components\/schemas\/)\w+/g))
  const schemas = Records.filter(components.schemas, (_, name) => used.has(name) && !omitted.has(name))
  return readable({
    ...spec,
    info: { ...info, version, ...owner },
    paths: described,
    components: {
      ...components,
      schemas: {
        ...schemas,
        Error: {
          type: "object",
          description: "The body of every refusal: one sentence for the person who made the request.",
          required: ["detail"],
          properties: { detail: { type: "string" } },
          additionalProperties: false
        }
      },
      headers
    }
  })
}

/** Generates the OpenAPI 3.1 document of the REST interface, with examples, from the contract. */
export const openApiDocument = (version: string) => make(OpenApi.fromApi(StorefrontApi), version)
