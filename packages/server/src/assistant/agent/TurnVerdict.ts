import { Effect, Option } from "effect"
import { clean, type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import { ownWords, type Turn } from "../turn/Turn.ts"

/** Number of the customer's latest messages, the current one included, that are also scanned as one text. */
const jointlyScanned = 3

/** Returns the worst report. Earlier messages count only if they are blocked, not if they are flagged. */
const worstOf = (current: ReadonlyArray<GuardReport>, earlier: ReadonlyArray<GuardReport>): GuardReport =>
  [...current, ...earlier].find(({ verdict }) => verdict === "blocked") ??
  current.find(({ verdict }) => verdict === "flagged") ??
  clean

/** Scans the customer's earlier messages, and returns the worst report; `wordsReport` is that on the current words. */
export const ofConversation = Effect.fnUntraced(function* (
  { history, words }: Pick<Turn, "history" | "words">,
  wordsReport: GuardReport
) {
  const { scan, scanContent } = yield* Scanner
  const earlier = yield* Effect.forEach(
    history.filter((entry) => entry.role === "user"),
    (entry) => scan(entry.text)
  )
  // Scanned by the rules alone: the joined text is longer than the messages on which the scanner was trained.
  const jointReport = yield* scanContent(ownWords({ history, words }).slice(-jointlyScanned).join("\n"))
  return worstOf([wordsReport], [...earlier, jointReport])
})

/** Returns the report on a turn: on the message to the agent, and on the conversation unless the turn carries that. */
export const of = Effect.fnUntraced(function* (turn: Turn) {
  const { scan } = yield* Scanner
  const messageReport = turn.message === turn.words ? Option.none() : Option.some(yield* scan(turn.message))
  const conversation = yield* Option.match(turn.verdict, {
    onSome: Effect.succeed,
    onNone: () => Effect.flatMap(scan(turn.words), (wordsReport) => ofConversation(turn, wordsReport))
  })
  return worstOf([...Option.toArray(messageReport), conversation], [])
})
