import { Effect, Option } from "effect"
import { clean, type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import { ownWords, type Turn } from "../turn/Turn.ts"

/** Number of the customer's messages, the current one included, that are also scanned as one. */
const readTogether = 3

/** Returns the worst report. Suspicion of earlier messages counts only if it would block them. */
const worst = (current: ReadonlyArray<GuardReport>, earlier: ReadonlyArray<GuardReport>): GuardReport =>
  [...current, ...earlier].find(({ verdict }) => verdict === "blocked") ??
  current.find(({ verdict }) => verdict === "flagged") ??
  clean

/** Returns the verdict on the customer's words and earlier messages; `said` is that on the words alone. */
export const ofConversation = Effect.fnUntraced(function* (
  { history, words }: Pick<Turn, "history" | "words">,
  said: GuardReport
) {
  const { scan, scanContent } = yield* Scanner
  const earlier = yield* Effect.forEach(
    history.filter((entry) => entry.role === "user"),
    (entry) => scan(entry.text)
  )
  // By the rules alone: together they are longer than the messages on which the scanner was trained.
  const together = yield* scanContent(ownWords({ history, words }).slice(-readTogether).join("\n"))
  return worst([said], [...earlier, together])
})

/** Returns the guard's verdict on a turn: on the agent's message, and on the conversation unless that is known. */
export const of = Effect.fnUntraced(function* (turn: Turn) {
  const { scan } = yield* Scanner
  const asked = turn.message === turn.words ? Option.none() : Option.some(yield* scan(turn.message))
  const conversation = yield* Option.match(turn.verdict, {
    onSome: Effect.succeed,
    onNone: () => Effect.flatMap(scan(turn.words), (said) => ofConversation(turn, said))
  })
  return worst([...Option.toArray(asked), conversation], [])
})
