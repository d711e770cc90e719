import { Schema } from "effect"

const Attributes = Schema.transform(
  Schema.Array(
    Schema.Struct({
      key: Schema.String,
      value: Schema.Union(
        Schema.Struct({ stringValue: Schema.String }),
        Schema.Struct({ intValue: Schema.Number }),
        Schema.Struct({ boolValue: Schema.Boolean }),
        Schema.Struct({ arrayValue: Schema.Unknown })
      )
    })
  ),
  Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  {
    strict: true,
    decode: (list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
    encode: () => []
  }
)

/** Spans as OTLP has them in JSON. */
const Traces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      resource: Schema.Struct({ attributes: Attributes }),
      scopeSpans: Schema.Array(
        Schema.Struct({
          spans: Schema.Array(
            Schema.Struct({
              traceId: Schema.String,
              spanId: Schema.String,
              parentSpanId: Schema.optional(Schema.String),
              name: Schema.String,
              kind: Schema.Number,
              startTimeUnixNano: Schema.BigInt,
              attributes: Attributes,
              status: Schema.Struct({ code: Schema.Number })
            })
          )
        })
      )
    })
  )
})

const decode = Schema.decodeUnknownSync(Schema.parseJson(Traces))

const kinds = ["", "INTERNAL", "SERVER", "CLIENT"]

/** The spans of deliveries in the order in which they began. */
export const parse = (bodies: ReadonlyArray<string>) =>
  bodies
    .flatMap((body) => decode(body).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ kind, ...span }) => ({
          ...span,
          kind: kinds[kind] ?? String(kind),
          service: resource.attributes["service.name"]
        }))
      )
    )
    .toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano))

export type Span = ReturnType<typeof parse>[number]

/** A line a span, each under its parent. */
export const tree = (spans: ReadonlyArray<Span>, parent?: Span): ReadonlyArray<string> =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    .flatMap((span) => [`${span.name} ${span.kind} ${span.service}`, ...tree(spans, span).map((line) => `  ${line}`)])
