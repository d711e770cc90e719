import { type AiError, LanguageModel, type Response, Tool } from "@effect/ai"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { type Dialect, defaultDialect } from "../../../platform/provider/Dialect.ts"
import * as ProviderEndpoint from "../../../platform/provider/ProviderEndpoint.ts"
import { GuardedClient, httpClient, type Protocol } from "../../../platform/provider/GuardedClient.ts"
import { asAiError, failureIn, ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import * as PlainLanguageModel from "../PlainLanguageModel.ts"
import { type ModelOptions, type Question } from "../ModelQuestion.ts"
import { partsOf, type Reading } from "../wire/Reading.ts"

/**
 * Adapts the models of provider libraries to our own interface. A library's decoder accepts only answers of the time of
 * its release, and only calls of offered tools with objects as arguments. So the HTTP client below the library rewrites
 * each answer to a form that the library accepts, and calls bypass the library unchanged.
 */

/** Question that the library is answering, for the HTTP client below it. */
interface PendingQuestion {
  readonly question: Question
  /** Parts of the provider's answer, stored by the client. */
  readonly read: Ref.Ref<ReadonlyArray<Response.PartEncoded>>
}

class CurrentQuestion extends Context.Reference<CurrentQuestion>()(
  "@storefront/server/assistant/model/providers/LibraryAdapter/CurrentQuestion",
  { defaultValue: (): Option.Option<PendingQuestion> => Option.none() }
) {}

/**
 * Only tool that the library knows. The adapter itself writes the tools of a request: the library would spend most of a
 * question's processor time on their schemas, and takes some names for tools of the provider.
 */
const anyTool = Tool.make("any_tool").setParameters(Schema.Struct({}))

/** Returns the failure that the library has wrapped; `unreadable` if it could not decode the answer. */
const failureOf = (error: AiError.AiError): ProviderFailed =>
  Option.getOrElse(
    failureIn(error),
    () => new ProviderFailed({ end: error._tag === "MalformedOutput" ? "unreadable" : "failed" })
  )

/** Merges the library's texts and reasoning with the calls, model name and finish that bypassed it. */
const mergeParts = (
  libraryParts: ReadonlyArray<Response.AnyPart>,
  read: ReadonlyArray<Response.PartEncoded>
): ReadonlyArray<Response.PartEncoded> => [
  ...libraryParts.flatMap((part): ReadonlyArray<Response.PartEncoded> =>
    part.type === "text" || part.type === "reasoning"
      ? [{ type: part.type, text: part.text, metadata: part.metadata }]
      : part.type === "tool-call"
        ? read.flatMap((call) =>
            call.type === "tool-call" && call.id === part.id
              ? [{ ...call, metadata: { ...call.metadata, ...part.metadata } }]
              : []
          )
        : []
  ),
  ...read.filter(({ type }) => type === "response-metadata" || type === "finish")
]

/** Differences between a provider's requests and answers and those of its library. */
export interface LibraryAdapter {
  readonly address: string
  readonly protocol: Protocol<Reading>
  /** Converts the library's request body to the one that is sent. */
  readonly body: (libraryBody: LibraryBody, question: Question, dialect: Dialect) => object
  /** Builds the answer that the library decodes. `called` is the tool name that every call must have in it. */
  readonly answer: (parts: ReadonlyArray<Response.PartEncoded>, called: string) => object
}

/** Request body of the library. */
export type LibraryBody = Readonly<Record<string, unknown>>

const decodeBody = Schema.decode(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })))

/** API address for the library: empty, since the client below it sets the address. */
export const apiUrl = ""

/** Wraps the guarded client as the library's `HttpClient`. */
const client = (
  guarded: GuardedClient["Type"],
  { maxOutputTokens, model }: ModelOptions,
  { address, answer, body, protocol }: LibraryAdapter
): HttpClient.HttpClient =>
  httpClient(guarded, (request) =>
    Effect.gen(function* () {
      const { question, read } = yield* Effect.flatten(CurrentQuestion)
      const source = yield* decodeBody(ProviderEndpoint.bodyOf(request))
      const addressed = HttpClientRequest.setUrl(request, ProviderEndpoint.addressOf(address, request.url))
      return {
        asking: {
          protocol,
          model,
          maxOutputTokens,
          dialect: defaultDialect,
          receiver: question.receiver,
          requestIn: (dialect: Dialect) =>
            HttpClientRequest.bodyText(addressed, JSON.stringify(body(source, question, dialect)), "application/json")
        },
        encode: (reading: Reading) => {
          const parts = partsOf(reading, question.prompt)
          return Effect.as(Ref.set(read, parts), answer(parts, anyTool.name))
        }
      }
    }).pipe(Effect.orDie)
  )

/** Adapts the library's model to our own interface. */
const make = (library: LanguageModel.Service): LanguageModel.Service =>
  PlainLanguageModel.make((question) =>
    Effect.gen(function* () {
      const read = yield* Ref.make<ReadonlyArray<Response.PartEncoded>>([])
      const { content } = yield* library
        .generateText({
          prompt: question.prompt,
          toolkit: {
            tools: { [anyTool.name]: anyTool },
            handle: () => Effect.dieMessage("tool calls are executed by the agent runtime")
          },
          disableToolCallResolution: true
        })
        .pipe(
          Effect.provideService(CurrentQuestion, Option.some({ question, read })),
          Effect.mapError((error) => asAiError(failureOf(error)))
        )
      return mergeParts(content, yield* Ref.get(read))
    })
  )

/** Builds the library's model over the guarded client. */
export const layer = (
  library: Layer.Layer<LanguageModel.LanguageModel, never, HttpClient.HttpClient>,
  options: ModelOptions,
  adapter: LibraryAdapter
): Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient> =>
  Layer.effect(LanguageModel.LanguageModel, Effect.map(LanguageModel.LanguageModel, make)).pipe(
    Layer.provide(library),
    Layer.provide(
      Layer.effect(
        HttpClient.HttpClient,
        Effect.map(GuardedClient, (guarded) => client(guarded, options, adapter))
      )
    )
  )
