import { type User } from "@storefront/domain/Identity"
import { english } from "@storefront/domain/words/Locale"
import { type Duration, Effect, Option } from "effect"
import { currentTraceId, type Turn } from "../assistant/turn/Turn.ts"
import * as SteadyClock from "../platform/limits/SteadyClock.ts"

/** Makes a turn for a message outside of a conversation; `parts` override the defaults. */
export const turnOf = (
  caller: User,
  words: string,
  parts: Partial<Turn> & { readonly within?: Duration.DurationInput } = {}
): Effect.Effect<Turn> =>
  Effect.gen(function* () {
    const { within = "1 minute", ...overrides } = parts
    const traceId = yield* currentTraceId
    return {
      caller,
      conversationId: null,
      message: words,
      messageId: traceId,
      words,
      history: [],
      earlierAnswers: [],
      verdict: Option.none(),
      locale: english,
      deadline: yield* SteadyClock.deadlineIn(within),
      traceId,
      ...overrides
    }
  })
