import { type Attributes, type AttributeValue } from "@opentelemetry/api"
import { Option, Predicate, type Tracer } from "effect"

/**
 * How spans are called and what they say, after the semantic conventions of OpenTelemetry. The spans of libraries are
 * translated; of their attributes only those named here are shown.
 */

const statement = "sql.execute"
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
/** A name before a parenthesis is that of a function, unless something is put into it. */
const tables = /\b(?:INTO\s+"?([a-z_]+)|(?:FROM|UPDATE)\s+"?([a-z_]+)(?!\w|\s*\())/gi

/** Where `FROM` names no table. */
const otherFroms = /\b(?:extract|substring|trim|overlay)\s*\([^()]*?\bFROM\b|\bDISTINCT\s+FROM\b/gi

/** Parts of a statement that have a name of their own. */
const named = /\b([a-z_]+)\s+(?:\([^()]*\)\s+)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi

/** The first table that a statement names. */
const tableOf = (text: string) => {
  const own = new Set(Array.from(text.matchAll(named), ([, name]) => name))
  return Array.from(text.replaceAll(otherFroms, "").matchAll(tables), ([, into, name]) => into ?? name).find(
    (name) => !own.has(name)
  )
}

/** What a statement does, and to which table first. */
const describe = (text: string): Attributes => {
  const start = text.search(operations)
  const rest = start < 0 ? text : text.slice(start)
  const operation = /[a-z]+/i.exec(rest)?.[0].toUpperCase() ?? "SQL"
  const table = tableOf(text)
  return {
    "db.query.text": text,
    "db.operation.name": operation,
    "db.query.summary": table === undefined ? operation : `${operation} ${table}`,
    ...(table === undefined ? {} : { "db.collection.name": table })
  }
}

const urlOf = (text: unknown): Option.Option<URL> =>
  typeof text === "string" && URL.canParse(text) ? Option.some(new URL(text)) : Option.none()

const same =
  (key: string) =>
  (value: unknown): Attributes => ({ [key]: valueOf(value) })

const fromUrl =
  (key: string, read: (url: URL) => string) =>
  (value: unknown): Attributes =>
    Option.match(urlOf(value), { onNone: () => ({}), onSome: (url) => ({ [key]: read(url) }) })

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
  "server.address": fromUrl("server.address", ({ hostname }) => hostname),
  "server.port": same("server.port"),
  // Without the query and the password.
  "url.full": fromUrl("url.full", ({ origin, pathname }) => `${origin}${pathname}`)
}

/** What an attribute comes to on the span of that name. */
export const attributesOf = (name: string, key: string, value: unknown): Attributes => {
  const translations = name === statement ? ofStatement : name.startsWith(httpRequest) ? ofHttpRequest : undefined
  return translations === undefined ? { [key]: valueOf(value) } : (translations[key]?.(value) ?? {})
}
