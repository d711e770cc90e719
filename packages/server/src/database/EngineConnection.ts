import { type PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { type ClientBase, type PoolConfig } from "pg"

/** Types of messages after which the engine has to answer: `Query`, `Sync` and `Flush`. */
const ends = new Set(Array.from("QSH", (type) => type.charCodeAt(0)))

/** The messages of a statement cross into the engine together, and not each by itself. */
const atOnce = (engine: PGlite) => {
  let said: Array<Uint8Array> = []
  const execProtocolStream: PGlite["execProtocolStream"] = async (message, options) => {
    said.push(message)
    if (!ends.has(message[0] ?? 0)) {
      return []
    }
    const all = Buffer.concat(said)
    said = []
    return engine.execProtocolStream(all, options)
  }
  return new Proxy(engine, {
    get: (target, name) => (name === "execProtocolStream" ? execProtocolStream : Reflect.get(target, name, target))
  })
}

/** A longer text is a list of rows, which is said once. */
const longestKept = 5_000

/** Bounds the memory that plans take. */
const mostKept = 500

/** Connections of this process so far. An engine may outlast one, with the statements that it keeps for it. */
let connections = 0

/** What the engine keeps statements by. */
const makeNames = () => {
  const connection = ++connections
  const names = new Map<string, string>()
  return (text: string) => {
    if (!names.has(text) && names.size < mostKept && text.length <= longestKept) {
      names.set(text, `kept_${connection}_${names.size}`)
    }
    return names.get(text)
  }
}

const hasParameters = (values: unknown) => Array.isArray(values) && values.length > 0

/**
 * How the driver connects to an engine, which has one session: whoever comes second waits. The engine keeps statements with
 * parameters as it has read and planned them, which is two thirds of a short one.
 */
export const make = (engine: PGlite) => {
  // The driver shares one connection object among its clients, so the one client is kept for ever.
  const config: PoolConfig = { ...createPgConfig(atOnce(engine)), max: 1, idleTimeoutMillis: 0 }
  const nameOf = makeNames()
  const keepStatements = (client: ClientBase) => {
    const query = client.query.bind(client)
    const keeping = (...[text, values, done]: Parameters<typeof query>) =>
      typeof text === "string" && hasParameters(values)
        ? query({ name: nameOf(text), text, values }, done)
        : query(text, values, done)
    Object.assign(client, { query: keeping })
  }
  return { config, keepStatements }
}
