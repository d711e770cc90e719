import { Effect, Ref } from "effect"
import { type TextReceiver } from "../../platform/provider/TextReceiver.ts"
import { type AnswerCheck } from "../guard/Egress.ts"
import { type Removal } from "../guard/egress/Removals.ts"
import { publish } from "../turn/RunEvents.ts"

/** The answer of a run on its way out: checked sentence by sentence, and published as far as it may leave. */
export interface ReleasedText extends TextReceiver {
  /** Ends the answer: publishes the rest, and returns the whole and the kinds of content removed. */
  readonly finish: Effect.Effect<{ readonly text: string; readonly removed: ReadonlyArray<Removal> }>
}

/** Text of an answer: the part that is published, and the checked part that is still held back. */
interface Progress {
  readonly published: string
  readonly held: string
}

const noProgress: Progress = { published: "", held: "" }

/** Holds checked text back while `isHeld`, until the end of the answer. */
export const make = (check: AnswerCheck, isHeld: Effect.Effect<boolean>) =>
  Effect.map(Ref.make(noProgress), (progress): ReleasedText => {
    const publishHeld = Effect.flatMap(
      Ref.modify(progress, ({ held, published }) => [held, { published: published + held, held: "" }]),
      (delta) => Effect.when(publish({ _tag: "text", delta }), () => delta !== "")
    )
    const add = (text: string) => Ref.update(progress, ({ held, published }) => ({ published, held: held + text }))
    return {
      text: Effect.fnUntraced(function* (delta) {
        yield* Effect.flatMap(check.push(delta), add)
        yield* Effect.unlessEffect(publishHeld, isHeld)
      }),
      discard: Effect.zipRight(
        check.discard,
        Effect.flatMap(Ref.getAndSet(progress, noProgress), ({ published }) =>
          Effect.when(publish({ _tag: "text_discarded" }), () => published !== "")
        )
      ),
      finish: Effect.gen(function* () {
        const { removed, text } = yield* check.finish
        yield* add(text)
        yield* Effect.unlessEffect(publishHeld, isHeld)
        const { held, published } = yield* Ref.get(progress)
        return { text: published + held, removed }
      })
    }
  })
