import { Effect, Option, Ref } from "effect"
import { type TextReceiver } from "../../platform/provider/TextReceiver.ts"
import { beginsLikeCall } from "../model/CallInText.ts"
import { mayBeginWithReasoning, textBeforeMarks } from "../model/wire/ReasoningMarks.ts"

/** Text of the current round: the part that the receiver has, and the part that is held back. */
interface Progress {
  readonly delivered: string
  readonly held: string
}

const noProgress: Progress = { delivered: "", held: "" }

/** Text of a turn's rounds on its way to the receiver of the turn. */
export interface RoundText {
  /** Receiver for the model; none if it is not to be asked for a stream. */
  readonly receiver: Option.Option<TextReceiver>
  /** Discards the text delivered since the last discard. */
  readonly discard: Effect.Effect<void>
  /** Delivers the rest of the answer, or all of it in place of a delivered text that is no beginning of it. */
  readonly finish: (answer: string) => Effect.Effect<void>
}

/** Returns the part of the held text that cannot turn out to be a tool call or reasoning. */
const deliverable = ({ delivered, held }: Progress): string =>
  delivered === "" && (beginsLikeCall(held) || mayBeginWithReasoning(held)) ? "" : textBeforeMarks(held)

/**
 * Builds the text of a turn's rounds. The receiver gets it as it arrives if it `isStreamed`, except a text that begins
 * like a tool call or may be reasoning, which is held back until the end of the round; else it gets the answer at the
 * end of the turn. Then the text since the last discard is the answer.
 */
export const make = (receiver: TextReceiver, isStreamed: boolean) =>
  Effect.map(Ref.make(noProgress), (progress): RoundText => {
    const deliver = (delta: string, endsSentence = false) =>
      Effect.when(receiver.text(delta, endsSentence), () => delta !== "")
    const discard = Effect.flatMap(Ref.getAndSet(progress, noProgress), ({ delivered }) =>
      Effect.when(receiver.discard, () => delivered !== "")
    )
    const add = (delta: string) =>
      Ref.modify(progress, ({ delivered, held }) => {
        const text = held + delta
        const next = deliverable({ delivered, held: text })
        const rest = text.slice(next.length)
        return [
          { next, isAll: rest === "" },
          { delivered: delivered + next, held: rest }
        ]
      })
    return {
      receiver: isStreamed
        ? Option.some({
            text: (delta, endsSentence = false) =>
              Effect.flatMap(add(delta), ({ isAll, next }) => deliver(next, endsSentence && isAll)),
            discard
          })
        : Option.none(),
      discard,
      finish: (answer) =>
        Effect.flatMap(Ref.getAndSet(progress, { delivered: answer, held: "" }), ({ delivered }) =>
          answer.startsWith(delivered)
            ? deliver(answer.slice(delivered.length))
            : Effect.zipRight(receiver.discard, deliver(answer))
        )
    }
  })
