import { Function, Stream } from "effect"

/** Part of the stream that was read. */
interface Reading {
  /** Line that has not ended. */
  readonly line: string
  /** Data of the event that has not ended; undefined if it has none yet. */
  readonly data: string | undefined
  /** True after a carriage return, which a line feed may complete. */
  readonly afterReturn: boolean
}

const nothing: Reading = { line: "", data: undefined, afterReturn: false }

const lineEnd = /\r\n|\r|\n/

/** Reads a piece of the text, and returns the data of the events that end in it. */
const read = (before: Reading, piece: string): readonly [Reading, ReadonlyArray<string>] => {
  if (piece === "") {
    return [before, []]
  }
  const events: Array<string> = []
  let { data } = before
  const [first = "", ...more] = (before.afterReturn && piece.startsWith("\n") ? piece.slice(1) : piece).split(lineEnd)
  const lines = [before.line + first, ...more]
  const rest = lines.pop() ?? ""
  for (const line of lines) {
    if (line.startsWith("data:")) {
      const value = line.slice(line[5] === " " ? 6 : 5)
      data = data === undefined ? value : `${data}\n${value}`
    } else if (line === "") {
      if (data !== undefined) events.push(data)
      data = undefined
    }
  }
  return [{ line: rest, data, afterReturn: piece.endsWith("\r") }, events]
}

/**
 * Parses the data of the events in a `text/event-stream`; an event without a final empty line is dropped. The caller
 * must bound the text. Not `eventsource-parser`, which takes over a minute for one mebibyte of carriage returns.
 */
export const dataOf = <E>(chunks: Stream.Stream<string, E>): Stream.Stream<string, E> =>
  chunks.pipe(Stream.mapAccum(nothing, read), Stream.mapConcat(Function.identity))
