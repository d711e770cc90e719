import { type Response } from "@effect/ai"
import { Array, Effect, Option, Schema, Struct } from "effect"
import { isDeeperThan } from "../../platform/http/JsonDepth.ts"
import { firstUnstorable } from "../../platform/text/Storable.ts"

/** Model state: JSON that a model gives with its answer and gets back in later turns. Opaque to everybody else, and in no prompt. */

/** The key of our metadata, beside those of providers. */
const ours = "storefront"

/** Bytes of a state as JSON. */
const maxBytes = 16_384

/** Levels of arrays and objects in a state; those of the request that it travels in come on top. */
const maxDepth = 32

/** The A2A artifact of a state. */
export const artifactId = "model-state"

const toJson = Schema.encodeOption(Schema.parseJson())
const fromJson = Schema.decodeOption(Schema.parseJson())
const decodeStates = Schema.decodeUnknownOption(Schema.Array(Schema.Unknown))

/** Makes the metadata of a text part that carries a state. */
export const metadataOf = (state: unknown): Response.ProviderMetadata => ({ [ours]: { state } })

/** Removes the state from the metadata of a part, which goes into a prompt. */
export const withoutState = (metadata: Response.ProviderMetadata): Response.ProviderMetadata =>
  Struct.omit(metadata, ours)

/** A state as plain JSON; none when it is too large, or nothing that the database keeps. */
const usable = (state: unknown): Option.Option<unknown> =>
  isDeeperThan(maxDepth, state)
    ? Option.none()
    : toJson(state).pipe(
        Option.filter((json) => Buffer.byteLength(json) <= maxBytes),
        Option.flatMap(fromJson),
        Option.filter((value) => Option.isNone(firstUnstorable(value)))
      )

/** Takes a state from outside, null for none. One that cannot be kept is left out, with a warning. */
export const admit = (state: unknown): Effect.Effect<Option.Option<unknown>> =>
  state === null || state === undefined
    ? Effect.succeedNone
    : Effect.tap(
        Effect.sync(() => usable(state)),
        Option.match({
          onNone: () => Effect.logWarning("The state of a model was left out: it cannot be kept"),
          onSome: () => Effect.void
        })
      )

/** Finds the state of an answer: that of its last text part that has one. */
export const find = (parts: ReadonlyArray<Response.AnyPart>): Effect.Effect<Option.Option<unknown>> =>
  admit(
    Array.filterMap(parts, (part) =>
      part.type === "text" ? Option.fromNullable(part.metadata[ours]?.["state"]) : Option.none()
    ).at(-1)
  )

/** Reads the states of an earlier answer, which were admitted when it was made; anything else reads as none. */
export const readAll = (states: unknown): ReadonlyArray<unknown> =>
  Option.match(decodeStates(states), { onNone: () => [], onSome: Array.filter((state) => state !== null) })

/** Measures states in bytes of JSON. */
export const sizeOf = (states: ReadonlyArray<unknown>): number => Buffer.byteLength(JSON.stringify(states))
