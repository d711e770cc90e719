import { Tracer } from "effect"

const operations = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/i
const tables = /\b(?:FROM|INTO|UPDATE)\s+"?([a-z_]+)/i

/** What a statement does, and the first table that it names. */
const describe = (statement: string) => {
  const start = statement.search(operations)
  const rest = start < 0 ? statement : statement.slice(start)
  const operation = /[a-z]+/i.exec(rest)?.[0].toUpperCase() ?? "SQL"
  const table = tables.exec(rest)?.[1]
  return table === undefined ? { operation, summary: operation } : { operation, summary: `${operation} ${table}` }
}

/**
 * The same tracer, but the span of a statement is named after what it does, `SELECT products`, as OpenTelemetry has it;
 * `@effect/sql` names all of them alike.
 */
export const wrap = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    context: (evaluate, fiber) => tracer.context(evaluate, fiber),
    span: (name, ...rest) => {
      const span = tracer.span(name, ...rest)
      if (name !== "sql.execute") {
        return span
      }
      const attribute = span.attribute.bind(span)
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => {
          attribute(key, value)
          if (key === "db.query.text") {
            const { operation, summary } = describe(String(value))
            attribute("db.operation.name", operation)
            Object.assign(span, { name: summary })
          }
        }
      })
    }
  })
