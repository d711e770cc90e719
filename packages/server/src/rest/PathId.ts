import { Effect, Option, Schema } from "effect"

/** Reads an id of a path or body; what is no id at all is answered like an unknown one. */
export const parse =
  <A, E>(schema: Schema.Schema<A, string>, unknown: () => E) =>
  (text: string): Effect.Effect<A, E> =>
    Option.match(Schema.decodeOption(schema)(text), {
      onNone: () => Effect.fail(unknown()),
      onSome: Effect.succeed
    })
