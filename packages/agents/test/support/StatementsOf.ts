import { Effect, Tracer } from "effect"

/** How many statements an effect sends to the database. */
export const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      names.push(name)
      return {
        _tag: "Span",
        spanId: String(names.length),
        traceId: "0",
        name,
        parent,
        context,
        links,
        kind,
        sampled: true,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        attribute: () => undefined,
        event: () => undefined,
        end: () => undefined,
        addLinks: () => undefined
      }
    },
    context: (f) => f()
  })
  yield* Effect.withTracer(effect, tracer)
  return names.filter((name) => name === "sql.execute").length
})
