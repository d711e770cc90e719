import { LanguageModel } from "@effect/ai"
import { Effect, Layer } from "effect"
import * as Dialect from "../../../platform/provider/Dialect.ts"
import * as ProviderEndpoint from "../../../platform/provider/ProviderEndpoint.ts"
import { GuardedClient } from "../../../platform/provider/GuardedClient.ts"
import { asAiError } from "../../../platform/provider/ProviderFailed.ts"
import * as PlainLanguageModel from "../PlainLanguageModel.ts"
import { type ModelOptions } from "../ModelQuestion.ts"
import * as Chat from "../wire/Chat.ts"
import { partsOf } from "../wire/Reading.ts"

/** Builds the model of a server with OpenAI's Chat Completions API, which nearly all servers offer. */
export const layer = (options: ModelOptions): Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.map(GuardedClient, ({ ask }) =>
      PlainLanguageModel.make((question) =>
        ask({
          protocol: Chat.protocol,
          model: options.model,
          maxOutputTokens: options.maxOutputTokens,
          // Reasoning models expect the limit under another name.
          dialect: { ...Dialect.defaultDialect, limit: options.isReasoning ? "max_completion_tokens" : "max_tokens" },
          receiver: question.receiver,
          requestIn: (dialect) =>
            ProviderEndpoint.post(options, "/chat/completions", JSON.stringify(Chat.body(question, options, dialect)))
        }).pipe(
          Effect.mapError(asAiError),
          Effect.map((reading) => partsOf(reading, question.prompt))
        )
      )
    )
  )
