import { Effect, Option } from "effect"
import { clean, type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import { ownWords, type Turn } from "../turn/Turn.ts"

/** As many messages of the customer, the current one among them, are also read as one. */
const readTogether = 3

/** The worst of what was found. What an earlier message is suspected of counts only if it would be blocked. */
const worst = (current: ReadonlyArray<GuardReport>, earlier: ReadonlyArray<GuardReport>): GuardReport =>
  [...current, ...earlier].find(({ verdict }) => verdict === "blocked") ??
  current.find(({ verdict }) => verdict === "flagged") ??
  clean

/** The guard's opinion of the customer's words behind what they said before; `said` is that of the words alone. */
export const ofConversation = Effect.fnUntraced(function* (
  { history, words }: Pick<Turn, "history" | "words">,
  said: GuardReport
) {
  const { scan, scanContent } = yield* Scanner
  const earlier = yield* Effect.forEach(
    history.filter((entry) => entry.role === "user"),
    (entry) => scan(entry.text)
  )
  // By the rules alone: together they are longer than the messages that the trained part knows.
  const together = yield* scanContent(ownWords({ history, words }).slice(-readTogether).join("\n"))
  return worst([said], [...earlier, together])
})

/** The guard's opinion of a turn: of what the agent is asked, and of the conversation, unless that is known. */
export const of = Effect.fnUntraced(function* (turn: Turn) {
  const { scan } = yield* Scanner
  const asked = turn.message === turn.words ? Option.none() : Option.some(yield* scan(turn.message))
  const conversation = yield* Option.match(turn.verdict, {
    onSome: Effect.succeed,
    onNone: () => Effect.flatMap(scan(turn.words), (said) => ofConversation(turn, said))
  })
  return worst([...Option.toArray(asked), conversation], [])
})
