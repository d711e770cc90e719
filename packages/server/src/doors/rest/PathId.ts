import { Effect, Schema } from "effect"

/** Makes a decoder of ids in paths and bodies, which are stored in lower case; none when malformed. */
export const decode = <A>(schema: Schema.Schema<A, string>) => {
  const decodeId = Schema.decodeOption(schema)
  return (text: string) => decodeId(text.toLowerCase())
}

/** Makes a parser that answers a malformed id like an unknown one. */
export const parse = <A, E>(schema: Schema.Schema<A, string>, unknown: () => E) => {
  const decodeId = decode(schema)
  return (text: string): Effect.Effect<A, E> => Effect.mapError(decodeId(text), unknown)
}
