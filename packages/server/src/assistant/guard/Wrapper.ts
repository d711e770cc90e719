import { Data, Effect, Option, Schema } from "effect"
import * as Boundary from "../../platform/text/Boundary.ts"

/**
 * Data in a prompt, between two fields with the same boundary. Such a field cannot be forged within the data: JSON
 * escapes quotation marks, the boundary is secret, and neutralised text cannot look like one.
 */
const Wrapped = Schema.Struct({
  begin: Schema.String.pipe(Schema.pattern(Boundary.pattern)),
  data: Schema.Unknown,
  end: Schema.String
}).pipe(Schema.filter(({ begin, end }) => begin === end))
export type Wrapped = typeof Wrapped.Type

/** The value contains something that looks like a boundary. */
export class AlreadyWrapped extends Data.TaggedError("AlreadyWrapped")<{}> {}

const encodeJson = Schema.encodeSync(Schema.parseJson())
const decodeWrapped = Schema.decodeUnknownOption(Schema.Union(Wrapped, Schema.parseJson(Wrapped)))

/** Wraps a value in a boundary of its own. */
export const wrap = (value: unknown): Effect.Effect<Wrapped, AlreadyWrapped> =>
  Effect.suspend(() => {
    const json = encodeJson(value)
    if (Boundary.disarm(json) !== json) {
      return new AlreadyWrapped()
    }
    const boundary = Boundary.of(json)
    return Effect.succeed({ begin: boundary, data: value, end: boundary })
  })

/** Returns the wrapped value; accepts JSON text as well. */
export const unwrap = (wrapped: unknown): Option.Option<unknown> =>
  Option.map(decodeWrapped(wrapped), ({ data }) => data)
