import { Chunk, Function, Option, Stream } from "effect"

const append = (data: Option.Option<string>, line: string) =>
  Option.some(Option.match(data, { onNone: () => line, onSome: (before) => `${before}\n${line}` }))

/**
 * Parses the data of the events in a `text/event-stream`; an event without a final empty line is dropped. The caller
 * must bound the text. Not `eventsource-parser`, which takes over a minute for one mebibyte of carriage returns.
 */
export const dataOf = <E>(chunks: Stream.Stream<string, E>): Stream.Stream<string, E> =>
  chunks.pipe(
    Stream.splitLines,
    // A lone carriage return ends a line, too.
    Stream.mapChunks((lines) => Chunk.unsafeFromArray([...lines].flatMap((line) => line.split("\r")))),
    Stream.mapAccum(Option.none<string>(), (data, line) =>
      line === ""
        ? [Option.none<string>(), data]
        : [line.startsWith("data:") ? append(data, line.slice(5).replace(/^ /, "")) : data, Option.none<string>()]
    ),
    Stream.filterMap(Function.identity)
  )
