import { Context, type Effect, Option } from "effect"

/** Receiver of the text of a model's answer while the model writes it. */
export interface TextReceiver {
  /** Receives the next delta. `endsSentence` is the sender's claim that a sentence ends where the delta ends. */
  readonly text: (delta: string, endsSentence?: boolean) => Effect.Effect<void>
  /** Discards the deltas so far, which are no part of the answer. */
  readonly discard: Effect.Effect<void>
}

/** Receiver of the current answer's text; none if nobody follows it, and then answers are not streamed. */
export class CurrentTextReceiver extends Context.Reference<CurrentTextReceiver>()(
  "@storefront/server/platform/provider/TextReceiver/CurrentTextReceiver",
  { defaultValue: (): Option.Option<TextReceiver> => Option.none() }
) {}
