import { DateTime, Effect, Stream } from "effect"
import { type Kind } from "../../../../src/shop/import/kinds/Kind.ts"
import {
  type End,
  type FileRefused,
  type Outcome,
  type Refused,
  type Taken
} from "../../../../src/shop/import/Lines.ts"
import { readLines } from "../../../../src/shop/import/reading/ReadLines.ts"
import { defaults, type Settings } from "../../../../src/shop/import/Settings.ts"

/** Settings of tests: a shop in US dollars whose scanner flags one sentence. */
export const settings: Settings = {
  ...defaults,
  currency: { code: "USD", decimals: 2 },
  now: DateTime.unsafeMake("2026-02-01T12:00:00Z"),
  isFlagged: (text) => /ignore[ -](?:all[ -])?previous[ -]instructions/i.test(text)
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

/** The outcomes of a file: those of its lines, and its end. */
export interface ReadFile<A> {
  readonly outcomes: ReadonlyArray<Taken<A> | Refused>
  readonly taken: ReadonlyArray<A>
  readonly end: End
}

/** Reads a file in parts of a size. */
export const readFile = <A>(
  kind: Kind<A>,
  content: string | Uint8Array,
  changes: Partial<Settings> = {},
  partSize = 65_536
): Effect.Effect<ReadFile<A>, FileRefused> => {
  const bytes = bytesOf(content)
  const parts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, at) =>
    bytes.subarray(at * partSize, (at + 1) * partSize)
  )
  return readLines(kind, Stream.fromIterable(parts), { ...settings, ...changes }).pipe(
    Stream.runCollect,
    Effect.map((all) => {
      const read: ReadonlyArray<Outcome<A>> = [...all]
      const end = read.findLast((outcome) => outcome._tag === "End")!
      const outcomes = read.filter((outcome) => outcome._tag !== "End")
      return {
        outcomes,
        end,
        taken: outcomes.flatMap((outcome) => (outcome._tag === "Taken" ? [outcome.value] : []))
      }
    })
  )
}

/** Writes an outcome as a line of a report. */
export const told = (outcome: Taken<unknown> | Refused): string =>
  outcome._tag === "Refused"
    ? `${outcome.line} refused: ${outcome.column === null ? "" : `${outcome.column} `}${outcome.fault} — ${outcome.mend}`
    : `${outcome.line} taken${outcome.notes.map(({ column, text }) => `; ${column === null ? "" : `${column} `}${text}`).join("")}`
