import { type AiError, type LanguageModel } from "@effect/ai"
import { Context, Effect, Option } from "effect"
import { CurrentTextReceiver } from "../../platform/provider/TextReceiver.ts"

/** Request to the current model, whose text goes to the `CurrentTextReceiver` as it arrives. */
type Request<A> = Effect.Effect<A, AiError.AiError, LanguageModel.LanguageModel>

/** Rule by which requests are streamed. */
export interface StreamRule {
  /** Runs a request, streamed or not. */
  readonly run: <A>(request: Request<A>, hasTools: boolean) => Request<A>
}

/** Runs a request without streaming its answer. */
export const withoutStreaming = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(request, CurrentTextReceiver, Option.none())

/** Rule for the current model. Streams nothing by default, because a library's stream can lose tool calls. */
export class Streaming extends Context.Reference<Streaming>()("@storefront/server/assistant/model/Streaming", {
  defaultValue: (): StreamRule => ({ run: withoutStreaming })
}) {}
