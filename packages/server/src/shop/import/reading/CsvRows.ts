import { type Parser, parse } from "csv-parse"
import { Effect, Stream } from "effect"
import { type Ended, ended } from "./Ended.ts"

/** A record of a file of comma-separated values. */
export interface Row {
  /** Its first line in the file, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** Size of a record at which a quotation mark counts as never closed, in bytes. */
const maxRecordBytes = 16 * 1024 ** 2

/** Characters that separate cells, the most usual first. */
const separators = [",", ";", "\t"]

/** Returns the separator that the first line has most of, outside quotation marks. */
export const separatorOf = (beginning: string): string => {
  const [heading = ""] = beginning.replaceAll(/"[^"]*"/g, "").split("\n", 1)
  const counts = separators.map((separator) => heading.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ","
}

const unclosed = (line: number) =>
  ended(line, "has a quotation mark that is not closed", "close it, or write it twice if it belongs to the text")

/** Writes text to the parser and takes the rows that it completes. */
const makeWriter = (separator: string) => {
  let rows: Array<Row> = []
  let lastLine = 0
  let written = 0
  const parser: Parser = parse({
    delimiter: separator,
    record_delimiter: "\n",
    relax_column_count: true,
    // A mark within a cell is part of its text, as spreadsheets read it.
    relax_quotes: true,
    on_record: (cells: ReadonlyArray<string>, { lines }) => {
      const breaks = cells.reduce((sum, cell) => sum + (cell.includes("\n") ? cell.split("\n").length - 1 : 0), 0)
      lastLine = lines
      if (cells.length > 1 || cells[0] !== "") {
        rows.push({ line: lines - breaks, cells })
      }
      return null
    }
  })
  // Failures arrive at the callback below; without a listener they would end the process.
  parser.on("error", () => {})
  const run = (write: (done: (error?: Error | null) => void) => void) =>
    Effect.async<ReadonlyArray<Row | Ended>>((resume) => {
      write((error) => {
        const completed = rows
        rows = []
        // The only failure of these options.
        resume(Effect.succeed(error ? [...completed, unclosed(lastLine + 1)] : completed))
      })
    })
  const write = (text: string) =>
    Effect.suspend(() => {
      written += Buffer.byteLength(text)
      return written - parser.info.bytes > maxRecordBytes
        ? Effect.succeed([unclosed(lastLine + 1)])
        : run((done) => parser.write(text, done))
    })
  return { write, end: run((done) => parser.end(done)), close: Effect.sync(() => parser.destroy()) }
}

/** Reads the records of comma-separated values, those of each part of the text together; blank lines are none. */
export const csvRows = <E>(
  text: Stream.Stream<string, E>,
  separator: string
): Stream.Stream<ReadonlyArray<Row | Ended>, E> =>
  Stream.acquireRelease(
    Effect.sync(() => makeWriter(separator)),
    ({ close }) => close
  ).pipe(
    Stream.flatMap(({ end, write }) => Stream.concat(Stream.mapEffect(text, write), Stream.fromEffect(end))),
    Stream.takeUntil((rows) => rows.some((row) => "_tag" in row))
  )
