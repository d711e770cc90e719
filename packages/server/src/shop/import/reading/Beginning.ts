import { Array, Effect, Sink, Stream } from "effect"

/** Reads the beginning of a stream ahead, and makes a stream of it and the whole one. */
export const withBeginning = <A extends { readonly length: number }, E, B, E2>(
  stream: Stream.Stream<A, E>,
  length: number,
  make: (beginning: ReadonlyArray<A>, whole: Stream.Stream<A, E>) => Stream.Stream<B, E2>
): Stream.Stream<B, E | E2> =>
  Stream.peel(
    stream,
    Sink.fold(
      { parts: Array.empty<A>(), length: 0 },
      (ahead) => ahead.length < length,
      (ahead, part: A) => ({ parts: [...ahead.parts, part], length: ahead.length + part.length })
    )
  ).pipe(
    Effect.map(([{ parts }, rest]) => make(parts, Stream.concat(Stream.fromIterable(parts), rest))),
    Stream.unwrapScoped
  )
