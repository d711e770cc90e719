import { Effect, Either, Stream } from "effect"
import { TextDecoder } from "node:util"
import { FileRefused } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { withBeginning } from "./Beginning.ts"

/** Decodes the bytes of a file into text whose lines end with a line feed. */

const lineFeed = 0x0a

/** Encodings by their byte order marks. UTF-32 begins like UTF-16 and is not supported. */
const byteOrderMarks = [
  { encoding: "utf-32", mark: [0xff, 0xfe, 0x00, 0x00] },
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] }
]

const encodingOf = (beginning: Uint8Array): string =>
  byteOrderMarks.find(({ mark }) => mark.every((byte, at) => beginning[at] === byte))?.encoding ?? "utf-8"

const makeDecoder = (encoding: string) =>
  Either.try({
    try: () => new TextDecoder(encoding, { fatal: true }),
    catch: () =>
      new FileRefused({
        line: null,
        fault: `the encoding ${quote(encoding)} is not known`,
        mend: "use utf-8, utf-16le, windows-1252 or another name of the Encoding Standard"
      })
  })

const undecodable = (encoding: string, line: number) =>
  new FileRefused({
    line,
    fault: `has bytes that ${encoding.toUpperCase()} does not have`,
    mend:
      encoding === "utf-8"
        ? "save the file as UTF-8, or name its encoding: for files of Windows programs --encoding windows-1252"
        : "name the encoding that the file has: --encoding utf-8 or --encoding windows-1252"
  })

/** Splits bytes behind each line feed: the decoder keeps what a character lacks. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lines: Array<Uint8Array> = []
  let start = 0
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, end + 1))
    start = end + 1
  }
  return start < bytes.length ? [...lines, bytes.subarray(start)] : lines
}

/** Makes a function that decodes the next part of a file, or its end, counting lines for the fault. */
const makeDecode = (encoding: string, decoder: TextDecoder) => {
  let line = 1
  let endsWithReturn = false
  /** Makes all line ends line feeds. The return of a pair that is parted waits for its feed. */
  const normalize = (text: string, isEnd: boolean) => {
    const whole = endsWithReturn ? `\r${text}` : text
    endsWithReturn = !isEnd && whole.endsWith("\r")
    return (endsWithReturn ? whole.slice(0, -1) : whole).replaceAll(/\r\n?/g, "\n")
  }
  const decodeLines = (bytes: Uint8Array) => {
    let text = ""
    for (const piece of linesOf(bytes)) {
      text += decoder.decode(piece, { stream: true })
      line += piece.at(-1) === lineFeed ? 1 : 0
    }
    return text
  }
  return (bytes: Uint8Array | null) =>
    Effect.try({
      try: () => (bytes === null ? normalize(decoder.decode(), true) : normalize(decodeLines(bytes), false)),
      catch: () => undecodable(encoding, line)
    })
}

/** Decodes a file: by `encoding`, else by its byte order mark, else as UTF-8. */
export const decode = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  encoding: string | null
): Stream.Stream<string, E | FileRefused> =>
  withBeginning(bytes, 4, (parts, whole) => {
    const name = encoding ?? encodingOf(Buffer.concat(parts))
    return Either.match(makeDecoder(name), {
      onLeft: (fault): Stream.Stream<string, E | FileRefused> => Stream.fail(fault),
      onRight: (decoder) => {
        const decodePart = makeDecode(name.toLowerCase(), decoder)
        return Stream.concat(
          Stream.mapEffect(whole, decodePart),
          Stream.suspend(() => Stream.fromEffect(decodePart(null)))
        )
      }
    })
  })
