/**
 * The scanner's part of the processor time of turns with the embedded model.
 *
 *   npm run eval:scanning -- [--turns <number>]
 */
import { Scanner } from "@storefront/server/platform/scanner/Scanner"
import { Console, Effect, Logger, LogLevel } from "effect"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { readDialogues } from "./Corpus.ts"
import { chat, findAccount, layer, makeSnapshot } from "./Shop.ts"

const { values } = parseArgs({ options: { turns: { type: "string", default: "60" } } })

const dialogues = new URL("./dev.jsonl", import.meta.url)

/** Plays turns of single messages with the whole assistant on the embedded model, and says what scanning cost of it. */
const shareOfTurns = Effect.fnUntraced(
  function* (count: number) {
    const snapshot = yield* makeSnapshot
    const messages = readDialogues(readFileSync(dialogues, "utf8")).flatMap(({ as, turns }) =>
      turns.slice(0, 1).map(({ say }) => ({ as, say }))
    )
    return yield* Effect.gen(function* () {
      const scanner = yield* Scanner
      let millis = 0
      let scans = 0
      const timed = (scan: (typeof scanner)["scan"]) => (text: string) =>
        Effect.gen(function* () {
          const started = process.cpuUsage()
          const report = yield* scan(text)
          const { system, user } = process.cpuUsage(started)
          scans++
          millis += (system + user) / 1000
          return report
        })
      const measured = Scanner.of({ scan: timed(scanner.scan), scanContent: timed(scanner.scanContent) })
      const play = ({ as, say }: (typeof messages)[number]) =>
        Effect.flatMap(findAccount(as), (account) => chat(account, { history: [], ids: [] }, say)).pipe(
          Effect.provideService(Scanner, measured)
        )
      // What is read on first use has been read.
      yield* Effect.forEach(messages.slice(0, 10), play)
      millis = 0
      scans = 0
      const before = process.cpuUsage()
      const played = messages.slice(10, 10 + count)
      yield* Effect.forEach(played, play)
      const { system, user } = process.cpuUsage(before)
      const total = (system + user) / 1000
      return { share: millis / total, millis: total / played.length, scans, turns: played.length }
    }).pipe(Effect.provide(layer(snapshot)))
  },
  Effect.scoped,
  Logger.withMinimumLogLevel(LogLevel.None)
)

const { millis, scans, share, turns } = await Effect.runPromise(shareOfTurns(Number(values.turns)))

await Effect.runPromise(
  Console.log(
    `${(100 * share).toFixed(2)} % (≤ 3 %): ${scans} scans in ${turns} turns of ${millis.toFixed(1)} ms processor time each`
  )
)
