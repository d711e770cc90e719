import { Chunk, Either, Option, Stream } from "effect"
import { type Line, type Skipped } from "../formats/Format.ts"
import { formatOf } from "../formats/Formats.ts"
import { type FormatName } from "../formats/FormatNames.ts"
import { type Kind, type SourceLine } from "../kinds/Kind.ts"
import { type Counted, type End, FileRefused, type Outcome, type Refused, refuseLine, type Taken } from "../Lines.ts"
import { printable } from "../Quote.ts"
import { columnOf } from "../rules/Column.ts"
import { key as keyReader } from "../rules/values/Text.ts"
import { type Settings } from "../Settings.ts"
import { withBeginning } from "./Beginning.ts"
import { decode } from "./Decode.ts"
import { type Ended } from "./Ended.ts"
import { unpack } from "./Unpack.ts"

/** Characters that the format is recognised by. */
const beginningLength = 65_536

/** Most distinct names that are counted: a broken heading would otherwise fill the memory. */
const maxNames = 1000

/** Counts the lines in which names occur, in the order of their first one. */
const makeCounter = () => {
  const counts = new Map<string, number>()
  return {
    add: (names: ReadonlyArray<string>) => {
      for (const name of new Set(names.map(printable))) {
        const lines = counts.get(name) ?? 0
        if (lines > 0 || counts.size < maxNames) {
          counts.set(name, lines + 1)
        }
      }
    },
    list: (): ReadonlyArray<Counted> => Array.from(counts, ([name, lines]) => ({ name, lines }))
  }
}

/** Gathers the facts of a file line by line. */
const makeFacts = (format: FormatName) => {
  let lines = 0
  let endedEarly: End["endedEarly"] = null
  const unknownColumns = makeCounter()
  const notMapped = makeCounter()
  const categories = new Set<string>()
  return {
    unread: (read: Refused | Skipped | Ended) => {
      switch (read._tag) {
        case "Refused":
          lines += 1
          return
        case "Skipped":
          return notMapped.add(read.notMapped)
        case "Ended":
          endedEarly = { line: read.line, fault: read.fault, mend: read.mend }
      }
    },
    taken: ({ notMapped: contents, unknown }: SourceLine, proposed: ReadonlyArray<string>) => {
      lines += 1
      unknownColumns.add(unknown)
      notMapped.add(contents)
      proposed.filter(() => categories.size < maxNames).forEach((name) => categories.add(name))
    },
    end: (): End => ({
      _tag: "End",
      format,
      lines,
      endedEarly,
      unknownColumns: unknownColumns.list(),
      notMapped: notMapped.list(),
      categories: [...categories].toSorted()
    })
  }
}

const readKey = keyReader(300)

/** Returns the key of a refused line as it would have been taken. */
const keyOf = (cell: string | null | undefined, settings: Settings): string | null =>
  Either.match(readKey(cell ?? "", settings), { onLeft: () => null, onRight: ({ value }) => value })

/** Size at which a cell refuses its line, in characters. */
const maxCellLength = 1024 ** 2

/** Takes a line by the rules of its kind, unless a cell is too long to be looked at. */
const take = <A>(kind: Kind<A>, source: SourceLine, settings: Settings): ReturnType<Kind<A>["take"]> => {
  const long = [...source.cells].find(([, cell]) => cell.length > maxCellLength)
  return long === undefined
    ? kind.take(source, settings)
    : Either.left({
        column: long[0],
        fault: "is longer than 1 MiB",
        mend: "shorten it: a quotation mark may be missing at its end"
      })
}

/** Takes or refuses a line. */
const settle = <A>(
  kind: Kind<A>,
  source: SourceLine,
  settings: Settings
): Refused | (Taken<A> & { readonly categories: ReadonlyArray<string> }) => {
  const { line, nameOf } = source
  const key = () => keyOf(source.cells.get(columnOf(kind.key)), settings)
  const named = (column: string | null) => (column === null ? null : printable(nameOf(column)))
  return Either.match(take(kind, source, settings), {
    onLeft: ({ column, ...fault }) => refuseLine(line, key(), named(column), fault),
    onRight: ({ categories, notes: found, value }) => {
      const notes = [...source.notes, ...found.map(({ column, text }) => ({ column: named(column), text }))]
      return { _tag: "Taken" as const, line, key: notes.length === 0 ? null : key(), value, notes, categories }
    }
  })
}

/**
 * Reads a file of a kind, plain or packed by gzip: one outcome for each line in the order of the file, and the `End`.
 * Fails when nothing of the file may be written, which can also turn out in its middle. Memory stays bounded however
 * long the file is.
 */
export const readLines = <A, E>(
  kind: Kind<A>,
  bytes: Stream.Stream<Uint8Array, E>,
  settings: Settings
): Stream.Stream<Outcome<A>, FileRefused | E> =>
  withBeginning(
    decode(unpack(bytes, settings.maxUnpackedBytes), settings.encoding),
    beginningLength,
    (parts, text): Stream.Stream<Outcome<A>, FileRefused | E> => {
      const beginning = parts.join("")
      return Option.match(formatOf(kind, settings, beginning), {
        onNone: () =>
          Stream.fail(
            new FileRefused({
              line: null,
              fault: `is not in a format that ${kind.name} have`,
              mend: `use ${kind.formats.join(", ")}`
            })
          ),
        onSome: (format) => {
          const facts = makeFacts(format.name)
          const outcomesOf = (read: Line | Ended): ReadonlyArray<Outcome<A>> => {
            if ("_tag" in read) {
              facts.unread(read)
              return read._tag === "Refused" ? [{ ...read, key: keyOf(read.key, settings) }] : []
            }
            const settled = settle(kind, read, settings)
            if (settled._tag === "Refused") {
              facts.unread(settled)
              return [settled]
            }
            const { categories, ...taken } = settled
            facts.taken(read, categories)
            return [taken]
          }
          return format.read(text, { kind, settings, beginning }).pipe(
            // `mapConcat` would make a chunk of each line.
            Stream.mapChunks((lines) => Chunk.fromIterable(Chunk.toReadonlyArray(lines).flatMap(outcomesOf))),
            Stream.concat(Stream.sync((): Outcome<A> => facts.end()))
          )
        }
      })
    }
  )
