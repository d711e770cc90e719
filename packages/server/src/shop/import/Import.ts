import { SqlClient } from "@effect/sql"
import { Array, Cause, Chunk, Data, Effect, Option, Ref, Stream, Struct } from "effect"
import * as DatabaseRequirements from "../../platform/database/DatabaseRequirements.ts"
import { inBatches } from "../../platform/database/RepeatedWork.ts"
import * as TableStatistics from "../../platform/database/TableStatistics.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { stopwatch } from "../../platform/limits/SteadyClock.ts"
import { makeCategoryMap, type Mapped } from "./categories/Category.ts"
import { type End, type LateNote, type Note, type Outcome, type Refused, refuseLine } from "./Lines.ts"
import { readLines } from "./reading/ReadLines.ts"
import { columnOf } from "./rules/Column.ts"
import { type Settings } from "./Settings.ts"
import * as BatchSize from "./writing/BatchSize.ts"
import * as Runs from "./writing/Runs.ts"
import * as ShopOpening from "./writing/ShopOpening.ts"
import * as Staging from "./writing/Staging.ts"
import { type StagedLine, type Writing } from "./writing/Writing.ts"

/**
 * The import of one file: its lines are read and staged, then written in the order of their keys, then what the file
 * lacks is withdrawn. Broken off at any moment and run again, it ends as one run would have.
 */

/** The import ended before its report was stored, as when the database failed: running it again goes on. */
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
  readonly step: "reading" | "checking" | "writing" | "withdrawing"
  /** Lines read or written, or rows withdrawn, so far; while the file is checked as a whole, its lines. */
  readonly done: number
  /** Lines that will be written; null while that is unknown. */
  readonly total: number | null
}

/** Hears of each line and of the progress, while a file is imported. */
export interface Listener {
  readonly refused: (refused: Refused) => Effect.Effect<void>
  /** Is told of a line's notes once when it is read, and again if more turn up when it is written. */
  readonly noted: (line: number, key: string | null, notes: ReadonlyArray<Note>) => Effect.Effect<void>
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
  /** Nothing was withdrawn, although that was asked for: the keys of some lines are not known, or none was taken. */
  readonly isWithdrawalOmitted: boolean
  /** Loyalty tiers without the benefits that they have by default; empty unless this was the first import. */
  readonly tiers: ReadonlyArray<string>
  /** Categories that the taxonomies of the file have led to: the map to edit. Products only. */
  readonly mapped: ReadonlyArray<Mapped>
  /** The first refusals, in the order in which they were found. */
  readonly refusals: ReadonlyArray<Refused>
}

/** Lines per statement that stages them. */
const stagedTogether = 500

/** Rows per transaction that withdraws them. */
const withdrawnTogether = 500

/**
 * Refreshes the statistics of tables that have grown. With those of a small table the database would read all that has
 * been written for each batch, until it refreshes them itself.
 */
const refreshStatistics = Effect.catchAllCause(TableStatistics.refresh, (cause) =>
  Effect.logDebug("The statistics of tables were not updated", cause)
)

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
      write: (rows: number, noted: number) =>
        Ref.update(tally, (state) => ({ ...state, written: state.written + rows, noted: state.noted + noted })),
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
  /** Stages the lines among some outcomes, and returns their number. */
  const add = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome<A>>) {
    const lines: Array<Staging.Staged> = []
    for (const outcome of outcomes) {
      switch (outcome._tag) {
        case "End":
          yield* Ref.set(end, Option.some(outcome))
          break
        case "Refused":
          yield* tally.refuse(outcome)
          lines.push({ line: outcome.line, key: outcome.key, unit: null, noted: false, value: null })
          break
        case "Taken": {
          const { key, line, notes, value } = outcome
          const noted = notes.length > 0
          yield* noted ? listener.noted(line, key, notes) : Effect.void
          lines.push({ line, noted, value, ...keysOf(value) })
        }
      }
    }
    yield* staging.add(lines)
    return lines.length
  })
  yield* readLines(kind, bytes, settings).pipe(
    Stream.rechunk(stagedTogether),
    Stream.chunks,
    // The next lines are read while the database takes these.
    Stream.buffer({ capacity: 1 }),
    Stream.mapEffect((outcomes) => add(Chunk.toReadonlyArray(outcomes))),
    Stream.scan(0, (done, lines) => done + lines),
    Stream.tap((done) => listener.progress({ step: "reading", done, total: null })),
    Stream.runLast,
    Effect.tap((done) => listener.progress({ step: "checking", done: Option.getOrElse(done, () => 0), total: null }))
  )
  yield* staging.arrange
  const repeated = yield* Stream.runFoldEffect(staging.repeated, 0, (count, { key, lines, taken }) =>
    Effect.as(
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
      ),
      count + taken.length
    )
  )
  yield* repeated > 0 ? staging.refuseRepeated : Effect.void
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
    const isEmbedded = yield* BatchSize.isEmbedded
    const target = BatchSize.transactionTime(isEmbedded)
    const size = yield* Ref.make(BatchSize.firstBatch)
    const categories = makeCategoryMap()
    /** True if this import has opened the shop; none before its first taken line. */
    const opened = yield* Ref.make<Option.Option<boolean>>(Option.none())
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
        ? Effect.map(settle(lines), (settled) => ({ settled, rows: 0, shop: Option.none<boolean>() }))
        : withRetry(sql)(
            Effect.gen(function* () {
              yield* lease.hold
              const settled = yield* settle(lines)
              const refused = new Set(settled.refused.map(({ line }) => line))
              const shop = yield* openFor(lines.some(({ line }) => !refused.has(line)))
              return { settled, rows: yield* settled.write, shop }
            })
          )

    /** Passes notes on that were found when lines were settled. */
    const tellNotes = (lines: ReadonlyArray<StagedLine<A>>, notes: ReadonlyArray<LateNote>) => {
      const noted = Array.groupBy(notes, ({ line }) => String(line))
      return Effect.forEach(
        lines,
        ({ line, value }) => {
          const late = noted[line]
          return late === undefined
            ? Effect.void
            : listener.noted(
                line,
                writing.keysOf(value).key,
                late.map((note) => Struct.omit(note, "line"))
              )
        },
        { discard: true }
      )
    }

    /** Writes a batch, and returns the number of lines that are written then. */
    const writeNext = (before: number, { lines, noted }: Staging.Batch<A>) =>
      Effect.gen(function* () {
        const elapsed = yield* stopwatch
        const { rows, settled, shop } = yield* writeBatch(lines)
        yield* Ref.set(opened, shop)
        yield* Ref.set(size, BatchSize.nextBatch(lines.length, yield* elapsed, target))
        // A line that stands for several variants may be refused for each of them.
        const refusals = Array.dedupeWith(settled.refused, (one, other) => one.line === other.line)
        yield* Effect.forEach(refusals, tally.refuse, { discard: true })
        yield* tellNotes(lines, settled.notes)
        categories.add(settled.mapped ?? [])
        const withNotes = new Set([...noted, ...settled.notes.map(({ line }) => line)])
        refusals.forEach(({ line }) => withNotes.delete(line))
        yield* tally.write(rows, withNotes.size)
        const done = before + lines.length
        yield* isDryRun || Math.floor(Math.log2(done)) === Math.floor(Math.log2(before))
          ? Effect.void
          : refreshStatistics
        yield* listener.progress({ step: "writing", done, total })
        return done
      })
    const batches = Stream.unfoldEffect("", (after) =>
      Effect.flatMap(Ref.get(size), (lines) =>
        Effect.map(
          staging.batch(after, lines),
          Option.map((batch) => [batch, batch.last] as const)
        )
      )
    )
    // The next lines are fetched while the database writes these; the embedded engine has one connection for both.
    const writeAll = (isEmbedded ? batches : Stream.buffer(batches, { capacity: 1 })).pipe(
      Stream.runFoldEffect(0, writeNext)
    )

    /** Withdraws what the file lacks; nothing if some of its keys are not known, or no line was taken. */
    const withdrawAll = Effect.gen(function* () {
      const isTaken = Option.isSome(yield* Ref.get(opened))
      return withdraw === null || isDryRun || !isComplete || !isTaken
        ? undefined
        : yield* inBatches(
            withdrawnTogether,
            withRetry(sql)(Effect.zipRight(lease.hold, withdraw(withdrawnTogether))).pipe(
              Effect.tap(tally.withdraw),
              Effect.tap(
                Effect.flatMap(tally.state, ({ withdrawn }) =>
                  listener.progress({ step: "withdrawing", done: withdrawn, total: null })
                )
              )
            )
          )
    })

    const finish = Effect.gen(function* () {
      yield* listener.progress({ step: "writing", done: 0, total })
      yield* writeAll
      yield* withdrawAll
      const isOpened = Option.contains(yield* Ref.get(opened), true)
      const tiers = isOpened ? yield* Effect.provideService(ShopOpening.bareTiers, SqlClient.SqlClient, sql) : []
      const { refusals, ...counts } = yield* tally.state
      const state: Runs.RunState = isDryRun || total === 0 ? "nothing_written" : "done"
      yield* lease.end(state, { ...counts, lines: end.lines, written: counts.written + counts.withdrawn }, refusals)
      return { ...counts, refusals, tiers }
    })
    const counts = yield* finish.pipe(
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.interrupt
          : Effect.flatMap(
              tally.state,
              ({ withdrawn, written }) => new ImportBrokenOff({ cause, rows: written + withdrawn })
            )
      )
    )
    const isTaken = isDryRun || Option.isSome(yield* Ref.get(opened))
    const isWithdrawalOmitted = withdraw !== null && !(isComplete && isTaken)
    const report: Report = { ...counts, end, mapped: categories.list(), isWithdrawalOmitted }
    return report
  },
  orUnavailable,
  Effect.scoped
)
