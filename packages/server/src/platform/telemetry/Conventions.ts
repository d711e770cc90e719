import { type Attributes, type AttributeValue } from "@opentelemetry/api"
import { Option, Predicate, type Tracer } from "effect"
import { LRUCache } from "lru-cache"

/**
 * How spans are called and what they say, after the semantic conventions of OpenTelemetry. The spans of libraries are
 * translated; of their attributes only those named here are shown.
 */

/** What the library calls the span of a statement. */
export const statement = "sql.execute"
const httpRequest = "http.client "

/** Where a service says that it is alive and ready; nobody looks for these in traces. */
const probes = /^GET \/(?:healthz|readyz)$/

/** What an operator reads of a trace: requests, statements, and what agents, models and tools do. */
export const isShown = (name: string, kind: Tracer.SpanKind, options: Tracer.SpanOptions | undefined): boolean =>
  kind === "server"
    ? !probes.test(name)
    : name === statement ||
      name.startsWith(httpRequest) ||
      Predicate.hasProperty(options?.attributes, "gen_ai.operation.name")

/** The name of a span; a statement is named again when its text is known. */
export const nameOf = (name: string): string => (name.startsWith(httpRequest) ? name.slice(httpRequest.length) : name)

/** A value as a span takes it. */
export const valueOf = (value: unknown): AttributeValue =>
  typeof value === "number" || typeof value === "boolean"
    ? value
    : Array.isArray(value)
      ? value.map(String)
      : String(value)

const operations = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/i

/** Where a statement changes a table; not where it locks rows, or says what becomes of one that is there. */
const writes = /\b(?:(INSERT)\s+INTO|(?<!\b(?:DO|FOR|KEY)\s+)(UPDATE)|(DELETE)\s+FROM)\s+"?([a-z_]+)/i

/** Where it reads one. A name before a parenthesis is that of a function. */
const reads = /\b(?:FROM|JOIN)\s+"?([a-z_]+)(?!\w|\s*\()/gi

/** Where `FROM` names no table. */
const otherFroms = /\b(?:extract|substring|trim|overlay)\s*\([^()]*?\bFROM\b|\bDISTINCT\s+FROM\b/gi

/** Parts of a statement that have a name of their own. */
const named = /\b([a-z_]+)\s+(?:\([^()]*\)\s+)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi

/** The first table that a statement reads. */
const tableReadBy = (text: string) => {
  const own = new Set(Array.from(text.matchAll(named), ([, name]) => name))
  return Array.from(text.replaceAll(otherFroms, "").matchAll(reads), ([, name]) => name).find((name) => !own.has(name))
}

/** What a statement does, and to which table: one that writes anything writes. */
const operationOf = (text: string) => {
  const [, insert, update, remove, written] = writes.exec(text) ?? []
  const start = Math.max(0, text.search(operations))
  const operation = insert ?? update ?? remove ?? /[a-z]+/i.exec(text.slice(start))?.[0] ?? "SQL"
  return { operation: operation.toUpperCase(), table: written ?? tableReadBy(text) }
}

const described = new LRUCache<string, Attributes>({ max: 1000 })

/** What a statement says of itself. Looked at once: the same ones come again and again. */
const describe = (text: string): Attributes => {
  const known = described.get(text)
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
  described.set(text, attributes)
  return attributes
}

const urlOf = (text: unknown): Option.Option<URL> =>
  typeof text === "string" && URL.canParse(text) ? Option.some(new URL(text)) : Option.none()

const same =
  (key: string) =>
  (value: unknown): Attributes => ({ [key]: valueOf(value) })

const fromUrl =
  (read: (url: URL) => Attributes) =>
  (value: unknown): Attributes =>
    Option.match(urlOf(value), { onNone: () => ({}), onSome: read })

/** Where a request goes; a port that an address does not name is that of its scheme. */
export const destination = ({ hostname, port, protocol }: URL) => ({
  "server.address": hostname.replaceAll(/[[\]]/g, ""),
  "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
})

type Translations = Readonly<Record<string, (value: unknown) => Attributes>>

const ofStatement: Translations = {
  "db.system.name": same("db.system.name"),
  "db.namespace": same("db.namespace"),
  "db.query.text": (value) => describe(String(value)),
  "server.address": same("server.address"),
  "server.port": same("server.port")
}

const ofHttpRequest: Translations = {
  "http.request.method": same("http.request.method"),
  "http.response.status_code": (value) => ({
    "http.response.status_code": valueOf(value),
    ...(typeof value === "number" && value >= 400 ? { "error.type": String(value) } : {})
  }),
  // Without the query and the password.
  "url.full": fromUrl((url) => ({ ...destination(url), "url.full": `${url.origin}${url.pathname}` })),
  "url.scheme": same("url.scheme")
}

/** What an attribute comes to on the span of that name. */
export const attributesOf = (name: string, key: string, value: unknown): Attributes => {
  if (value === undefined) {
    return {}
  }
  const translations = name === statement ? ofStatement : name.startsWith(httpRequest) ? ofHttpRequest : undefined
  return translations === undefined ? { [key]: valueOf(value) } : (translations[key]?.(value) ?? {})
}
