import { type Reply } from "../support/Chat.ts"
import { type Act } from "./Acts.ts"
import { boundMillis, type Observation } from "./Observation.ts"

/** What was measured of a cell. */
export interface Measurement {
  readonly act: Act
  /** Whether the fault has happened. */
  readonly reached: boolean
  /** Whether the customer was there to be told. */
  readonly isClientThere: boolean
  /** The answer was given, and the customer went away before it arrived: the same message again is another wish. */
  readonly isAnswerOut: boolean
  readonly first: Reply
  /** After the first message. */
  readonly afterFirst: Observation
  /** What came of the same message, until the customer was told that it is done. */
  readonly again: ReadonlyArray<Reply>
  /** Questions to the model between the stop, if the customer stopped the turn, and the next message. */
  readonly questionsAfterStop: number
  /** In the end. */
  readonly last: Observation
  /** Runs of the specialist that its model has seen. */
  readonly runs: number
  readonly lockedMillis: number
}

/** Every way in which a cell can be wrong, and how to see it. */
const wrongs: Readonly<Record<string, (measured: Measurement) => boolean>> = {
  "gap not reached": ({ reached }) => !reached,
  "told undone, done": ({ act, afterFirst, first }) =>
    act.isWrite && (first.told === "undone" || first.told === "asked") && afterFirst.times > 0,
  "told failed, done": ({ act, afterFirst, first }) => act.isWrite && first.told === "failed" && afterFirst.times > 0,
  "told done, undone": ({ act, afterFirst, first }) => act.isWrite && first.told === "done" && afterFirst.times === 0,
  "done unconfirmed": ({ act, afterFirst }) => act.turn === "proposing" && afterFirst.times > 0,
  "model asked after the stop": ({ questionsAfterStop }) => questionsAfterStop > 0,
  "not answered": ({ first, isClientThere }) => isClientThere && first.told === "nothing",
  "done twice": ({ act, isAnswerOut, last }) => last.times > (isAnswerOut && act.turn === "only" ? 2 : 1),
  "done, unrecorded": ({ act, last }) => act.isWrite && last.steps < last.times,
  "recorded, undone": ({ act, last }) => act.isWrite && last.steps > last.times,
  "run unrecorded": ({ last, runs }) => last.runs < runs,
  "turn unrecorded": ({ last }) => last.missingTurns > 0,
  locked: ({ lockedMillis }) => lockedMillis >= boundMillis,
  "never told done": ({ again, first, isAnswerOut }) =>
    !isAnswerOut && [first, ...again].every(({ told }) => told !== "done")
}

/** What is wrong with a cell; nothing when it is good. */
export const judge = (measured: Measurement): ReadonlyArray<string> =>
  Object.entries(wrongs).flatMap(([name, isWrong]) => (isWrong(measured) ? [name] : []))
