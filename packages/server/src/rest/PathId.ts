import { Effect, Option, Schema } from "effect"

/** Reads an id of a path or body, in lower case as it is stored; what is not an id at all is answered like an unknown one. */
export const parse =
  <A, E>(schema: Schema.Schema<A, string>, unknown: () => E) =>
  (text: string): Effect.Effect<A, E> =>
    Option.match(Schema.decodeOption(schema)(text.toLowerCase()), {
      onNone: () => Effect.fail(unknown()),
      onSome: Effect.succeed
    })
