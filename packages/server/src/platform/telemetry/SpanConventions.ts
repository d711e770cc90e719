import type { Attributes, AttributeValue } from "@opentelemetry/api"
import { Option, Predicate, Schema, type Tracer } from "effect"
import { LRUCache } from "lru-cache"

/** Allowlist of spans and attributes by OpenTelemetry's semantic conventions. Nothing else is exported. */

/** Name that the SQL library gives the span of a statement. */
export const statement = "sql.execute"
const httpRequest = "http.client "

/** Returns whether a span is a liveness or readiness probe, which nobody looks for in traces. */
export const isProbe = (name: string) => /^GET \/(?:healthz|readyz)$/.test(name)

/** Returns whether a span is exported: requests, statements, and work of agents, models and tools. */
export const isExported = (name: string, kind: Tracer.SpanKind, options: Tracer.SpanOptions | undefined): boolean =>
  kind === "server" ||
  name === statement ||
  name.startsWith(httpRequest) ||
  Predicate.hasProperty(options?.attributes, "gen_ai.operation.name")

const operations = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/i

/** A statement's write to a table; locking rows and `DO UPDATE` after a conflict do not count. */
const writes = /\b(?:(INSERT)\s+INTO|(?<!\b(?:DO|FOR|KEY)\s+)(UPDATE)|(DELETE)\s+FROM)\s+"?([a-z_]+)/i

/** A statement's read of a table; a name before a parenthesis is a function. */
const reads = /\b(?:FROM|JOIN)\s+"?([a-z_]+)(?!\w|\s*\()/gi

/** Uses of `FROM` that name no table. */
const nonTableFroms = /\b(?:extract|substring|trim|overlay)\s*\([^()]*?\bFROM\b|\bDISTINCT\s+FROM\b/gi

/** Names of common table expressions. */
const commonTableExpressions = /\b([a-z_]+)\s+(?:\([^()]*\)\s+)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi

/** Finds the first table that a statement reads. */
const tableReadBy = (text: string) => {
  const cteNames = new Set(Array.from(text.matchAll(commonTableExpressions), ([, name]) => name))
  return Array.from(text.replaceAll(nonTableFroms, "").matchAll(reads), ([, name]) => name).find(
    (name) => !cteNames.has(name)
  )
}

/** Returns the operation and table of a statement: of its first write if it has one, else of its first read. */
const operationOf = (text: string) => {
  const [, insert, update, remove, writtenTable] = writes.exec(text) ?? []
  const start = Math.max(0, text.search(operations))
  const operation = insert ?? update ?? remove ?? /[a-z]+/i.exec(text.slice(start))?.[0] ?? "SQL"
  return { operation: operation.toUpperCase(), table: writtenTable ?? tableReadBy(text) }
}

const descriptions = new LRUCache<string, Attributes>({ max: 1000 })

/** Returns the attributes of a statement. Cached, because the same statements recur. */
const describe = (text: string): Attributes => {
  const known = descriptions.get(text)
  if (known !== undefined) {
    return known
  }
  const { operation, table } = operationOf(text)
  const attributes = {
    "db.query.text": text,
    "db.operation.name": operation,
    "db.query.summary": table === undefined ? operation : `${operation} ${table}`,
    ...(table === undefined ? {} : { "db.collection.name": table })
  }
  descriptions.set(text, attributes)
  return attributes
}

/** Converts an attribute's value to the exported attributes. */
type AttributeMapping = (value: AttributeValue) => Attributes

const unchanged = (...names: ReadonlyArray<string>): ReadonlyArray<readonly [string, AttributeMapping]> =>
  names.map((name) => [name, (value) => ({ [name]: value })])

const decodeUrl = Schema.decodeUnknownOption(Schema.URL)

/** Returns the attributes of a request's destination; the port defaults to the scheme's. */
export const destination = ({ hostname, port, protocol }: URL) => ({
  "server.address": hostname.replaceAll(/[[\]]/g, ""),
  "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
})

const statementAttributes: ReadonlyMap<string, AttributeMapping> = new Map([
  ...unchanged("db.system.name", "db.namespace", "error.type", "server.address", "server.port"),
  ["db.query.text", (value) => describe(String(value))]
])

const httpRequestAttributes: ReadonlyMap<string, AttributeMapping> = new Map([
  ...unchanged("error.type", "http.request.method", "url.scheme"),
  [
    "http.response.status_code",
    (value) => ({
      "http.response.status_code": value,
      ...(typeof value === "number" && value >= 400 ? { "error.type": String(value) } : {})
    })
  ],
  [
    "url.full",
    // Drops the query and the credentials.
    (value) =>
      Option.match(decodeUrl(value), {
        onNone: () => ({}),
        onSome: (url) => ({ ...destination(url), "url.full": `${url.origin}${url.pathname}` })
      })
  ]
])

const decodeList = Schema.decodeUnknownOption(Schema.parseJson(Schema.mutable(Schema.Array(Schema.String))))

/** Attributes of our own spans. */
const ownAttributes: ReadonlyMap<string, AttributeMapping> = new Map([
  ...unchanged(
    "error.type",
    "gen_ai.agent.name",
    "gen_ai.conversation.id",
    "gen_ai.operation.name",
    "gen_ai.provider.name",
    "gen_ai.request.model",
    "gen_ai.response.model",
    "gen_ai.tool.call.id",
    "gen_ai.tool.name",
    "gen_ai.tool.type",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
    "guard.rules",
    "guard.verdict",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "mcp.method.name",
    "search.retrieval",
    "server.address",
    "server.port",
    "turn.status",
    "url.path",
    "url.scheme"
  ),
  // The library encodes a list as JSON.
  [
    "gen_ai.response.finish_reasons",
    (value) =>
      Option.match(decodeList(value), {
        onNone: () => ({}),
        onSome: (reasons) => ({ "gen_ai.response.finish_reasons": reasons })
      })
  ]
])

/** Returns the exported attributes of a span. */
export const attributesOf = (name: string, attributes: Attributes): Attributes => {
  const mappings =
    name === statement ? statementAttributes : name.startsWith(httpRequest) ? httpRequestAttributes : ownAttributes
  return Object.entries(attributes).reduce<Attributes>(
    (exported, [key, value]) => (value === undefined ? exported : Object.assign(exported, mappings.get(key)?.(value))),
    {}
  )
}

/** Returns the exported name of a span; for a statement, its operation and table. */
export const nameOf = (name: string, exported: Attributes): string => {
  const summary = exported["db.query.summary"]
  return typeof summary === "string" ? summary : name.startsWith(httpRequest) ? name.slice(httpRequest.length) : name
}
