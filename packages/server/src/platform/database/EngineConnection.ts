import { type PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { type ClientBase, type PoolConfig } from "pg"
import { errorCode } from "./ErrorCode.ts"

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
  let made = 0
  return {
    of: (text: string) => {
      if (!names.has(text) && made < mostKept && text.length <= longestKept) {
        names.set(text, `kept_${connection}_${made++}`)
      }
      return names.get(text)
    },
    forget: (text: string) => names.delete(text)
  }
}

const hasParameters = (values: unknown) => Array.isArray(values) && values.length > 0

/** The table of a kept statement that wants all columns has others by now: another process has migrated the database. */
const outdated = "0A000"

/**
 * How the driver connects to an engine, which has one session: whoever comes second waits. The engine keeps statements with
 * parameters as it has read and planned them, which is two thirds of a short one.
 */
export const make = (engine: PGlite) => {
  // The driver shares one connection object among its clients, so the one client is kept for ever.
  const config: PoolConfig = { ...createPgConfig(atOnce(engine)), max: 1, idleTimeoutMillis: 0 }
  const names = makeNames()
  const keepStatements = (client: ClientBase) => {
    const query = client.query.bind(client)
    const keeping = (...[text, values, done]: Parameters<typeof query>) =>
      typeof text === "string" && hasParameters(values)
        ? query({ name: names.of(text), text, values }, (error, result) => {
            const isOutdated = errorCode(error) === outdated && names.forget(text)
            // A transaction is over with its first error: whoever began it has to begin again.
            if (isOutdated && !engine.isInTransaction()) {
              query(text, values, done)
            } else {
              done(error, result)
            }
          })
        : query(text, values, done)
    Object.assign(client, { query: keeping })
  }
  return { config, keepStatements }
}
