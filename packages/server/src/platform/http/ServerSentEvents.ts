import { Chunk, Function, Option, Stream } from "effect"

const append = (data: Option.Option<string>, line: string) =>
  Option.some(Option.match(data, { onNone: () => line, onSome: (before) => `${before}\n${line}` }))

/**
 * The data of the events in a `text/event-stream`, in their order. An event counts once an empty line ends it. Nothing is
 * bounded here, but by who gives the pieces of the text.
 *
 * `eventsource-parser` does the same, but is busy for more than a minute with one mebibyte of carriage returns.
 */
export const dataOf = <E>(pieces: Stream.Stream<string, E>): Stream.Stream<string, E> =>
  pieces.pipe(
    Stream.splitLines,
    // A carriage return without a line feed ends a line too.
    Stream.mapChunks((lines) => Chunk.unsafeFromArray([...lines].flatMap((line) => line.split("\r")))),
    Stream.mapAccum(Option.none<string>(), (data, line) =>
      line === ""
        ? [Option.none<string>(), data]
        : [line.startsWith("data:") ? append(data, line.slice(5).replace(/^ /, "")) : data, Option.none<string>()]
    ),
    Stream.filterMap(Function.identity)
  )
