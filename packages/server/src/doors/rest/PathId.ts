import { Effect, Schema } from "effect"

/** Reads an id of a path or body, in lower case as it is stored; none when it is not an id at all. */
export const decode = <A>(schema: Schema.Schema<A, string>) => {
  const decodeId = Schema.decodeOption(schema)
  return (text: string) => decodeId(text.toLowerCase())
}

/** The same; what is not an id at all is answered like an unknown one. */
export const parse = <A, E>(schema: Schema.Schema<A, string>, unknown: () => E) => {
  const decodeId = decode(schema)
  return (text: string): Effect.Effect<A, E> => Effect.mapError(decodeId(text), unknown)
}
