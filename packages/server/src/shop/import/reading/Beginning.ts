import { Chunk, Effect, Option, Stream } from "effect"

/**
 * Reads the beginning of a stream ahead, and makes a stream of it and the whole one. `Stream.peel` would turn failures
 * of the stream into defects.
 */
export const withBeginning = <A extends { readonly length: number }, E, B, E2>(
  stream: Stream.Stream<A, E>,
  length: number,
  make: (beginning: ReadonlyArray<A>, whole: Stream.Stream<A, E>) => Stream.Stream<B, E2>
): Stream.Stream<B, E | E2> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(stream)
      const parts: Array<A> = []
      let read = 0
      let isEnd = false
      while (read < length && !isEnd) {
        const next = yield* Effect.catchAll(
          Effect.asSome(pull),
          Option.match({ onNone: () => Effect.succeedNone, onSome: Effect.fail })
        )
        const chunk = Option.getOrElse(next, () => Chunk.empty<A>())
        isEnd = Option.isNone(next)
        parts.push(...chunk)
        read += Chunk.reduce(chunk, 0, (sum, part) => sum + part.length)
      }
      const rest = isEnd ? Stream.empty : Stream.repeatEffectChunkOption(pull)
      return make(parts, Stream.concat(Stream.fromIterable(parts), rest))
    })
  )
