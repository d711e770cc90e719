import { type UserId } from "@storefront/domain/Identity"
import { Data, Effect, HashMap, Option, Ref, type Scope } from "effect"

/** The person has as many streams open as anybody may have. */
export class TooManyStreams extends Data.TaggedError("TooManyStreams") {}

/** Streams that people have open at one agent. */
export interface OpenStreams {
  /** Counts one more stream of this person until the scope closes. */
  readonly open: (owner: UserId) => Effect.Effect<void, TooManyStreams, Scope.Scope>
}

/** Room for `limit` streams of every person. */
export const make = Effect.fnUntraced(function* (limit: number) {
  const counts = yield* Ref.make(HashMap.empty<UserId, number>())

  const take = (owner: UserId) =>
    Ref.modify(counts, (open) => {
      const count = Option.getOrElse(HashMap.get(open, owner), () => 0)
      return count < limit ? [true, HashMap.set(open, owner, count + 1)] : [false, open]
    }).pipe(
      Effect.filterOrFail(
        (isTaken) => isTaken,
        () => new TooManyStreams()
      ),
      Effect.asVoid
    )

  const giveBack = (owner: UserId) =>
    Ref.update(
      counts,
      HashMap.modifyAt(owner, (count) =>
        Option.filter(
          Option.map(count, (open) => open - 1),
          (open) => open > 0
        )
      )
    )

  const streams: OpenStreams = { open: (owner) => Effect.acquireRelease(take(owner), () => giveBack(owner)) }
  return streams
})
