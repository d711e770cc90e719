import { Scanner } from "@storefront/server/guard/Scanner"
import { Effect, Logger, LogLevel } from "effect"
import { readFileSync } from "node:fs"
import { readDialogues } from "../../evals/phrases/Corpus.ts"
import { chat, findAccount, layer, makeSnapshot } from "../../evals/phrases/Shop.ts"

const dialogues = new URL("../../evals/phrases/dev-first.jsonl", import.meta.url)

/** Plays turns of single messages with the whole assistant on the embedded model, and says what scanning cost of it. */
export const shareOfTurns = Effect.fnUntraced(
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
