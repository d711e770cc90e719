import { Effect, Schema } from "effect"

/** Builds a decoder of ids in paths and bodies, in any case; none for a malformed id. */
export const decode = <A>(schema: Schema.Schema<A, string>) => {
  const decodeId = Schema.decodeOption(schema)
  return (text: string) => decodeId(text.toLowerCase())
}

/** Builds a parser that fails for a malformed id as for an unknown one. */
export const parse = <A, E>(schema: Schema.Schema<A, string>, unknown: () => E) => {
  const decodeId = decode(schema)
  return (text: string): Effect.Effect<A, E> => Effect.mapError(decodeId(text), unknown)
}
