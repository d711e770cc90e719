import { createHash } from "node:crypto"
import { Data, Effect, Option, Schema } from "effect"

/**
 * Data stands in a prompt between two fields that name the same boundary. Nobody can write such a field into it: JSON
 * escapes quotation marks, the boundary is a hash of all that stands between, which no text can hold of itself, and text of
 * people cannot look like one. The same data has the same boundary, so that a provider finds what it has read before.
 */
const Wrapped = Schema.Struct({
  begin: Schema.String.pipe(Schema.pattern(/^data-[0-9a-f]{32}$/)),
  data: Schema.Unknown,
  end: Schema.String
}).pipe(Schema.filter(({ begin, end }) => begin === end))
export type Wrapped = typeof Wrapped.Type

/** Hexadecimal digits of a boundary. */
const boundaryLength = 32

const boundaryLike = /(data)-(?=[0-9a-f]{16})/gi

/** A text in which nothing looks like a boundary. */
export const unbounded = (text: string): string => text.replaceAll(boundaryLike, "$1 ")

/** The value has something in it that looks like a boundary. */
export class AlreadyWrapped extends Data.TaggedError("AlreadyWrapped")<{}> {}

const encodeJson = Schema.encodeSync(Schema.parseJson())
const decodeWrapped = Schema.decodeUnknownOption(Schema.Union(Wrapped, Schema.parseJson(Wrapped)))

/** The value between the two halves of a boundary of its own. */
export const wrap = (value: unknown): Effect.Effect<Wrapped, AlreadyWrapped> =>
  Effect.suspend(() => {
    const json = encodeJson(value)
    if (unbounded(json) !== json) {
      return new AlreadyWrapped()
    }
    const boundary = `data-${createHash("sha256").update(json).digest("hex").slice(0, boundaryLength)}`
    return Effect.succeed({ begin: boundary, data: value, end: boundary })
  })

/** What was wrapped, also as JSON. */
export const unwrap = (wrapped: unknown): Option.Option<unknown> =>
  Option.map(decodeWrapped(wrapped), ({ data }) => data)
