import { type PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import { type ClientBase, type PoolConfig } from "pg"
import { errorCode } from "./ErrorCode.ts"

/** Types of protocol messages that the engine must answer: `Query`, `Sync` and `Flush`. */
const flushingTypes = new Set(Array.from("QSH", (type) => type.charCodeAt(0)))

/** Sends all protocol messages of a statement to the engine in one call. */
const batchMessages = (engine: PGlite) => {
  let buffered: Array<Uint8Array> = []
  const execProtocolStream: PGlite["execProtocolStream"] = async (message, options) => {
    buffered.push(message)
    if (!flushingTypes.has(message[0] ?? 0)) {
      return []
    }
    const statement = Buffer.concat(buffered)
    buffered = []
    return engine.execProtocolStream(statement, options)
  }
  return new Proxy(engine, {
    get: (target, name) => (name === "execProtocolStream" ? execProtocolStream : Reflect.get(target, name, target))
  })
}

/** Longest statement to prepare, in characters; longer ones are bulk inserts, used once. */
const maxPreparedLength = 5_000

/** Most prepared statements, to bound the memory of their plans. */
const maxPrepared = 500

/** Makes statement names unique: an engine, with its prepared statements, may outlive a connection. */
let connections = 0

/** Allocates names for the prepared statements of one connection. */
const makeStatementNames = () => {
  const connection = ++connections
  const names = new Map<string, string>()
  let allocated = 0
  return {
    of: (text: string) => {
      if (!names.has(text) && allocated < maxPrepared && text.length <= maxPreparedLength) {
        names.set(text, `kept_${connection}_${allocated++}`)
      }
      return names.get(text)
    },
    forget: (text: string) => names.delete(text)
  }
}

const hasParameters = (values: unknown) => Array.isArray(values) && values.length > 0

/** SQLSTATE raised if another process has migrated a table that a prepared statement selects `*` from. */
const planOutdated = "0A000"

/**
 * Configures the driver for an engine, which has a single session: a second borrower waits. Statements with parameters
 * stay prepared, since parsing and planning are two thirds of the time of a short one.
 */
export const make = (engine: PGlite) => {
  // The driver shares one connection object among its clients, so the single client is never closed.
  const config: PoolConfig = { ...createPgConfig(batchMessages(engine)), max: 1, idleTimeoutMillis: 0 }
  const names = makeStatementNames()
  const prepareStatements = (client: ClientBase) => {
    const query = client.query.bind(client)
    const preparedQuery = (...[text, values, done]: Parameters<typeof query>) =>
      typeof text === "string" && hasParameters(values)
        ? query({ name: names.of(text), text, values }, (error, result) => {
            const isOutdated = errorCode(error) === planOutdated && names.forget(text)
            // Inside a transaction the first error aborts it: the caller must start over.
            if (isOutdated && !engine.isInTransaction()) {
              query(text, values, done)
            } else {
              done(error, result)
            }
          })
        : query(text, values, done)
    Object.assign(client, { query: preparedQuery })
  }
  return { config, keepStatements: prepareStatements }
}
