import { SqlClient } from "@effect/sql"
import { Array, Cause, Chunk, Data, Effect, Option, Ref, Stream } from "effect"
import * as DatabaseRequirements from "../../platform/database/DatabaseRequirements.ts"
import { inBatches } from "../../platform/database/RepeatedWork.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { stopwatch } from "../../platform/limits/SteadyClock.ts"
import { type OwnerNeeded } from "../catalog/SearchLanguage.ts"
import { type End, type Note, type Outcome, type Refused, refuseLine } from "./Lines.ts"
import { readLines } from "./reading/ReadLines.ts"
import { columnOf } from "./rules/Column.ts"
import { type Settings } from "./Settings.ts"
import * as BatchSize from "./writing/BatchSize.ts"
import * as Runs from "./writing/Runs.ts"
import * as ShopOpening from "./writing/ShopOpening.ts"
import * as Staging from "./writing/Staging.ts"
import { type QueryError, type StagedLine, type Writing } from "./writing/Writing.ts"

/**
 * The import of one file: its lines are read and staged, then written in the order of their keys, then what the file
 * lacks is withdrawn. Broken off at any moment and run again, it ends as one run would have.
 */

/** The database failed while rows were written: running the import again goes on. */
export class ImportBrokenOff extends Data.TaggedError("ImportBrokenOff")<{
  readonly cause: Cause.Cause<unknown>
  /** Inserted, changed and withdrawn rows so far. */
  readonly rows: number
}> {
  override readonly message =
    "The import was broken off on the way. Run it again: what is written already is not written twice"
}

/** Progress of an import. */
export interface Progress {
  readonly step: "reading" | "writing" | "withdrawing"
  /** Lines read or written, or rows withdrawn, so far. */
  readonly done: number
  /** Lines that will be written; null while that is unknown. */
  readonly total: number | null
}

/** Hears of each line and of the progress, while a file is imported. */
export interface Listener {
  readonly refused: (refused: Refused) => Effect.Effect<void>
  readonly noted: (line: number, notes: ReadonlyArray<Note>) => Effect.Effect<void>
  readonly progress: (progress: Progress) => Effect.Effect<void>
  /** An earlier run of this kind was killed, and its lease has to end first. */
  readonly waiting: Effect.Effect<void>
}

export interface ImportOptions {
  readonly source: string
  readonly isDryRun: boolean
  /** Imports even into the demonstration shop. */
  readonly isIntoDemonstration: boolean
}

/** An import that has ended. */
export interface Report {
  readonly end: End
  readonly refused: number
  /** Taken lines with a note. */
  readonly noted: number
  /** Inserted and changed rows. */
  readonly written: number
  readonly withdrawn: number
  /** Nothing was withdrawn, although that was asked for, because the keys of some lines are not known. */
  readonly isWithdrawalOmitted: boolean
  /** Loyalty tiers that lost the benefits which they have by default; empty unless this was the first import. */
  readonly tiers: ReadonlyArray<string>
  /** The first refusals, in the order in which they were found. */
  readonly refusals: ReadonlyArray<Refused>
}

/** Lines per statement that stages them. */
const stagedTogether = 500

/** Rows per transaction that withdraws them. */
const withdrawnTogether = 500

/** Place in the staging table, between two batches. */
interface Place {
  /** The last unit that was written. */
  readonly after: string
  /** Lines that were written. */
  readonly done: number
  /** Lines of the next batch. */
  readonly size: number
  readonly isEnd: boolean
}

/** Counts lines, keeps the first refusals, and passes both on. */
const makeTally = (listener: Listener) =>
  Effect.map(
    Ref.make({ refused: 0, noted: 0, written: 0, withdrawn: 0, refusals: Array.empty<Refused>() }),
    (tally) => ({
      state: Ref.get(tally),
      refuse: (refused: Refused) =>
        Effect.zipRight(
          Ref.update(tally, (state) => {
            if (state.refusals.length < Runs.maxRefusals) {
              state.refusals.push(refused)
            }
            return { ...state, refused: state.refused + 1 }
          }),
          listener.refused(refused)
        ),
      note: (line: number, notes: ReadonlyArray<Note>) =>
        notes.length === 0
          ? Effect.void
          : Effect.zipRight(
              Ref.update(tally, (state) => ({ ...state, noted: state.noted + 1 })),
              listener.noted(line, notes)
            ),
      write: (rows: number) => Ref.update(tally, (state) => ({ ...state, written: state.written + rows })),
      withdraw: (rows: number) => Ref.update(tally, (state) => ({ ...state, withdrawn: state.withdrawn + rows }))
    })
  )

type Tally = Effect.Effect.Success<ReturnType<typeof makeTally>>

/** Reads a file into the staging table, where the lines of a key that stands in several are refused. */
const stage = Effect.fnUntraced(function* <A, E1, E2>(
  { keysOf, kind }: Writing<A, E1>,
  bytes: Stream.Stream<Uint8Array, E2>,
  settings: Settings,
  staging: Staging.Staging<A>,
  tally: Tally,
  listener: Listener
) {
  const end = yield* Ref.make<Option.Option<End>>(Option.none())
  const toStaged = Effect.fnUntraced(function* (outcome: Outcome<A>): Effect.fn.Return<ReadonlyArray<Staging.Staged>> {
    switch (outcome._tag) {
      case "End":
        yield* Ref.set(end, Option.some(outcome))
        return []
      case "Refused":
        yield* tally.refuse(outcome)
        return [{ line: outcome.line, key: outcome.key, unit: null, value: null }]
      case "Taken":
        yield* tally.note(outcome.line, outcome.notes)
        return [{ line: outcome.line, value: outcome.value, ...keysOf(outcome.value) }]
    }
  })
  yield* readLines(kind, bytes, settings).pipe(
    Stream.mapEffect(toStaged),
    Stream.mapConcat((lines) => lines),
    Stream.grouped(stagedTogether),
    Stream.mapEffect((lines) => Effect.as(staging.add(Chunk.toReadonlyArray(lines)), lines.length)),
    Stream.scan(0, (done, lines) => done + lines),
    Stream.runForEach((done) => listener.progress({ step: "reading", done, total: null }))
  )
  yield* staging.arrange
  yield* Stream.runForEach(staging.repeated, ({ key, lines, taken }) =>
    Effect.forEach(
      taken,
      (line) =>
        tally.refuse(
          refuseLine(line, key, columnOf(kind.key), {
            fault: `stands in line ${lines.find((other) => other !== line) ?? line} too`,
            mend: "give each line a key of its own, or remove one of the two"
          })
        ),
      { discard: true }
    )
  )
  yield* staging.refuseRepeated
  // The last outcome of a file is its end.
  return yield* Effect.flatten(Ref.get(end))
})

/** Imports a file. Fails before anything is written, or with `ImportBrokenOff`. */
export const run = Effect.fn("Import.run")(
  function* <A, E1, E2>(
    writing: Writing<A, E1>,
    bytes: Stream.Stream<Uint8Array, E2>,
    settings: Settings,
    { isDryRun, isIntoDemonstration, source }: ImportOptions,
    listener: Listener
  ) {
    const sql = yield* SqlClient.SqlClient
    yield* DatabaseRequirements.check("importing", true)
    yield* isIntoDemonstration ? Effect.void : ShopOpening.refuseDemonstration
    yield* ShopOpening.checkRights
    const lease = yield* Runs.begin(writing.kind.name, source, listener.waiting)
    const staging = yield* Staging.make(lease, writing)
    const tally = yield* makeTally(listener)
    const end = yield* stage(writing, bytes, settings, staging, tally, listener)
    const { keyless, taken: total } = yield* staging.count
    const isComplete = end.endedEarly === null && keyless === 0 && total > 0
    const { begin, settle, withdraw } = yield* writing.prepare({ table: staging.table, end, isComplete, isDryRun })
    const target = yield* BatchSize.transactionTime
    const opened = yield* Ref.make<Option.Option<ReadonlyArray<string>>>(Option.none())
    /** Opens the shop with the first line that is taken: nothing else may settle its currency. */
    const openFor = Effect.fnUntraced(
      function* (isTaken: boolean) {
        const before = yield* Ref.get(opened)
        return Option.isSome(before) || !isTaken ? before : Option.some(yield* Effect.zipLeft(ShopOpening.open, begin))
      },
      Effect.provideService(SqlClient.SqlClient, sql)
    )

    /** Settles a batch and writes it, unless the run is dry. */
    const writeBatch = (lines: ReadonlyArray<StagedLine<A>>) =>
      isDryRun
        ? Effect.map(settle(lines), (settled) => ({ settled, rows: 0, shop: Option.none<ReadonlyArray<string>>() }))
        : withRetry(sql)(
            Effect.gen(function* () {
              yield* lease.hold
              const settled = yield* settle(lines)
              const refused = new Set(settled.refused.map(({ line }) => line))
              const shop = yield* openFor(lines.some(({ line }) => !refused.has(line)))
              return { settled, rows: yield* settled.write, shop }
            })
          )

    /** Writes the next batch, and returns the place of the one after it. */
    const writeNext = ({ after, done, size }: Place) =>
      Effect.gen(function* () {
        const batch = yield* staging.batch(after, size)
        if (Option.isNone(batch)) {
          return { after, done, size, isEnd: true }
        }
        const { last, lines } = batch.value
        const elapsed = yield* stopwatch
        const { rows, settled, shop } = yield* writeBatch(lines)
        yield* Ref.set(opened, shop)
        const millis = yield* elapsed
        yield* tally.write(rows)
        // A line that stands for several variants may be refused for each of them.
        const refusals = Array.dedupeWith(settled.refused, (one, other) => one.line === other.line)
        yield* Effect.forEach(refusals, tally.refuse, { discard: true })
        yield* Effect.forEach(settled.notes, ({ line, ...note }) => tally.note(line, [note]), { discard: true })
        yield* listener.progress({ step: "writing", done: done + lines.length, total })
        const next = BatchSize.nextBatch(lines.length, millis, target)
        return { after: last, size: next, done: done + lines.length, isEnd: false }
      })
    const writeAll = Effect.iterate<Place, never, QueryError | Runs.LeaseLost | OwnerNeeded>(
      { after: "", size: BatchSize.firstBatch, done: 0, isEnd: false },
      { while: ({ isEnd }) => !isEnd, body: writeNext }
    )

    /** Withdraws what the file lacks; nothing if some of its keys are not known. */
    const withdrawAll =
      withdraw === null || isDryRun || !isComplete
        ? Effect.void
        : inBatches(
            withdrawnTogether,
            Effect.tap(withRetry(sql)(Effect.zipRight(lease.hold, withdraw(withdrawnTogether))), tally.withdraw)
          )

    yield* Effect.zipRight(writeAll, withdrawAll).pipe(
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.interrupt
          : Effect.flatMap(
              tally.state,
              ({ withdrawn, written }) => new ImportBrokenOff({ cause, rows: written + withdrawn })
            )
      )
    )
    const { refusals, ...counts } = yield* tally.state
    const state: Runs.RunState = isDryRun || total === 0 ? "nothing_written" : "done"
    yield* lease.end(state, { ...counts, lines: end.lines, written: counts.written + counts.withdrawn }, refusals)
    const tiers = Option.getOrElse(yield* Ref.get(opened), () => [])
    const report: Report = { ...counts, end, refusals, tiers, isWithdrawalOmitted: withdraw !== null && !isComplete }
    return report
  },
  orUnavailable,
  Effect.scoped
)
