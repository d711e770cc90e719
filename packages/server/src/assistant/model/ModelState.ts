import { type Response } from "@effect/ai"
import { Array, Effect, Option, Schema, Struct } from "effect"
import { isDeeperThan } from "../../platform/http/JsonDepth.ts"
import { firstUnstorable } from "../../platform/text/Storable.ts"

/** Model state: opaque JSON that a model returns with its answer and gets back in later turns, outside the prompt. */

/** Key of our own metadata, beside those of providers. */
const metadataKey = "storefront"

/** Maximum size of a state, in bytes of JSON. */
const maxBytes = 16_384

/** Maximum nesting of a state. The request that carries it adds further levels. */
const maxDepth = 32

/** Id of the A2A artifact that carries a state. */
export const artifactId = "model-state"

const toJson = Schema.encodeOption(Schema.parseJson())
const fromJson = Schema.decodeOption(Schema.parseJson())
const decodeStates = Schema.decodeUnknownOption(Schema.Array(Schema.Unknown))

/** Builds the metadata of a text part that carries a state. */
export const metadataOf = (state: unknown): Response.ProviderMetadata => ({ [metadataKey]: { state } })

/** Removes the state from a part's metadata, since that goes into the next prompt. */
export const withoutState = (metadata: Response.ProviderMetadata): Response.ProviderMetadata =>
  Struct.omit(metadata, metadataKey)

/** Returns a state as plain JSON; none if it is too large, nested too deeply, or not storable in the database. */
const storableState = (state: unknown): Option.Option<unknown> =>
  isDeeperThan(maxDepth, state)
    ? Option.none()
    : toJson(state).pipe(
        Option.filter((json) => Buffer.byteLength(json) <= maxBytes),
        Option.flatMap(fromJson),
        Option.filter((value) => Option.isNone(firstUnstorable(value)))
      )

/** Validates a state; null and undefined count as none. Drops an unusable one with a warning. */
export const admit = (state: unknown): Effect.Effect<Option.Option<unknown>> =>
  state === null || state === undefined
    ? Effect.succeedNone
    : Effect.tap(
        Effect.sync(() => storableState(state)),
        Option.match({
          onNone: () => Effect.logWarning("The state of a model was left out: it cannot be kept"),
          onSome: () => Effect.void
        })
      )

/** Finds the state of an answer: that of its last text part that has one. */
export const find = (parts: ReadonlyArray<Response.AnyPart>): Effect.Effect<Option.Option<unknown>> =>
  admit(
    Array.filterMap(parts, (part) =>
      part.type === "text" ? Option.fromNullable(part.metadata[metadataKey]?.["state"]) : Option.none()
    ).at(-1)
  )

/** Returns the states of an earlier answer, which were validated then; none if the value is no list. */
export const readAll = (states: unknown): ReadonlyArray<unknown> =>
  Option.match(decodeStates(states), { onNone: () => [], onSome: Array.filter((state) => state !== null) })

/** Returns the size of states in bytes of JSON. */
export const sizeOf = (states: ReadonlyArray<unknown>): number => Buffer.byteLength(JSON.stringify(states))
