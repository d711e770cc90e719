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

/** Text of an answer. */
interface Progress {
  /** Text that has passed the check. */
  readonly checked: string
  /** Published text: less than what is checked while it is held back, more by a sentence that went ahead. */
  readonly published: string
  /** False once text that went ahead has turned out not to be what passed the check. */
  readonly believesEnds: boolean
}

const noProgress: Progress = { checked: "", published: "", believesEnds: true }

/**
 * Holds checked text back while `isHeld`, until the end of the answer. A sentence that the sender says to have ended is
 * published ahead of the word that proves it. What passes the check does not depend on that: should it differ, because
 * the sender's text went on otherwise, the published text is discarded, and no such end is believed any more.
 */
export const make = (check: AnswerCheck, isHeld: Effect.Effect<boolean>) =>
  Effect.map(Ref.make(noProgress), (progress): ReleasedText => {
    const publishText = (delta: string) => Effect.when(publish({ _tag: "text", delta }), () => delta !== "")

    /** Publishes the rest of a text, of which a beginning is published, or else all of it anew. */
    const publishUpTo = Effect.fnUntraced(function* (text: string) {
      const { published } = yield* Ref.getAndUpdate(progress, (before) => ({
        ...before,
        published: text,
        believesEnds: before.believesEnds && text.startsWith(before.published)
      }))
      if (text.startsWith(published)) {
        return yield* publishText(text.slice(published.length))
      }
      yield* publish({ _tag: "text_discarded" })
      yield* publishText(text)
    })

    /** Publishes what is checked, and what is certain to follow it if a sentence has ended. */
    const proceed = Effect.fnUntraced(function* (endsSentence: boolean) {
      const { believesEnds, checked, published } = yield* Ref.get(progress)
      const ahead = endsSentence && believesEnds ? checked + (yield* check.ahead) : checked
      const text = ahead.startsWith(published) ? ahead : checked
      yield* Effect.unless(publishUpTo(text), () => published.startsWith(text))
    })

    const add = (text: string) => Ref.update(progress, (before) => ({ ...before, checked: before.checked + text }))
    return {
      text: Effect.fnUntraced(function* (delta, endsSentence = false) {
        yield* Effect.flatMap(check.push(delta), add)
        yield* Effect.unlessEffect(proceed(endsSentence), isHeld)
      }),
      discard: Effect.zipRight(
        check.discard,
        Effect.flatMap(
          Ref.getAndUpdate(progress, ({ believesEnds }) => ({ ...noProgress, believesEnds })),
          ({ published }) => Effect.when(publish({ _tag: "text_discarded" }), () => published !== "")
        )
      ),
      finish: Effect.gen(function* () {
        const { removed, text } = yield* check.finish
        yield* add(text)
        const { checked } = yield* Ref.get(progress)
        yield* Effect.unlessEffect(publishUpTo(checked), isHeld)
        return { text: checked, removed }
      })
    }
  })
