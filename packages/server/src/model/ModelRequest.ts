import { LanguageModel, Prompt, Tool, type Toolkit } from "@effect/ai"
import { Cause, Data, Effect, Exit, Option, Record, Schema } from "effect"
import * as ErrorNames from "../telemetry/ErrorNames.ts"
import * as Measures from "../telemetry/Measures.ts"
import { isCircuitOpen } from "./CircuitBreaker.ts"
import { ModelDescription } from "./ModelDescription.ts"
import * as ProviderError from "./ProviderError.ts"

/**
 * The tool as the model sees it: same name and JSON Schema, but any arguments except null decode, because a struct
 * without fields takes any other value as it is.
 */
const asOffered = (tool: Tool.Any) =>
  Tool.make(tool.name, { description: tool.description }).setParameters(
    Schema.Struct({}).annotations({ jsonSchema: { ...Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast) } })
  )

/** Tools that a model may ask for; it does not execute them. */
export type Offer = Toolkit.WithHandler<Record<string, ReturnType<typeof asOffered>>>

/** Offers tools under their contracts. What the model asks of them is not checked. */
export const offer = (tools: Record<string, Tool.Any>): Offer => ({
  tools: Record.map(tools, asOffered),
  handle: () => Effect.dieMessage("tool calls are executed by the agent runtime")
})

/** For the round in which the model has to answer. */
export const noTools: Offer = offer({})

/** The model gave no answer. */
export class ModelFailed extends Data.TaggedError("ModelFailed")<{
  /** It was not asked, because it had failed too often just before. */
  readonly circuitOpen: boolean
  readonly message: string
}> {}

/** More than any model takes, and little enough that the answers of a turn add up to what the log can keep. */
const maxTokens = 100_000_000

const count = (tokens: number | undefined) =>
  tokens !== undefined && tokens > 0 ? Math.min(Math.trunc(tokens), maxTokens) : 0

/** A call as the model wants it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly params: unknown
}

/** What one answer of the model brought. */
export interface Answer {
  readonly text: string
  /** In the order the model gave them. */
  readonly toolCalls: ReadonlyArray<ToolCall>
  /** The answer as a message of the prompt. */
  readonly message: Prompt.Message
  readonly tokensIn: number
  readonly tokensOut: number
  /** Name that the model gives itself. */
  readonly model: string
}

/**
 * What the model said and wants. Its reasoning and the provider's ids are left out: they refer to what a provider that
 * keeps no conversations does not have, and it refuses them.
 */
const asMessage = (text: string, toolCalls: ReadonlyArray<ToolCall>): Prompt.Message =>
  Prompt.makeMessage("assistant", {
    content: [
      ...(text === "" ? [] : [Prompt.makePart("text", { text })]),
      ...toolCalls.map(({ id, name, params }) =>
        Prompt.makePart("tool-call", { id, name, params, providerExecuted: false })
      )
    ]
  })

const request = (prompt: Prompt.Prompt, offered: Offer) =>
  Effect.gen(function* () {
    const { model } = yield* ModelDescription
    const response = yield* LanguageModel.generateText({ prompt, toolkit: offered, disableToolCallResolution: true })
    const metadata = response.content.find((part) => part.type === "response-metadata")
    const answer: Answer = {
      text: response.text,
      toolCalls: response.toolCalls,
      message: asMessage(response.text, response.toolCalls),
      tokensIn: count(response.usage.inputTokens),
      tokensOut: count(response.usage.outputTokens),
      model: metadata?.modelId === undefined ? model : Option.getOrElse(metadata.modelId, () => model)
    }
    yield* Effect.annotateCurrentSpan({
      "gen_ai.response.model": answer.model,
      "gen_ai.response.finish_reasons": [response.finishReason],
      "gen_ai.usage.input_tokens": answer.tokensIn,
      "gen_ai.usage.output_tokens": answer.tokensOut
    })
    return answer
  })

/** What an answer took and gave. */
const measureTokens = ({ tokensIn, tokensOut }: Answer, attributes: Measures.Attributes) =>
  Effect.all([
    Measures.record(Measures.modelTokenUsage, tokensIn, { ...attributes, "gen_ai.token.type": "input" }),
    Measures.record(Measures.modelTokenUsage, tokensOut, { ...attributes, "gen_ai.token.type": "output" })
  ])

/**
 * Asks the model once. None: its answer cannot be read, because it calls a tool that was not offered or because the
 * arguments of a call are not JSON; nothing of it has been executed.
 */
export const ask = (
  prompt: Prompt.Prompt,
  offered: Offer
): Effect.Effect<Option.Option<Answer>, ModelFailed, LanguageModel.LanguageModel> =>
  Effect.flatMap(ModelDescription, ({ model, provider }) => {
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model
    }
    const answered = (answer: Answer) => ({ ...attributes, "gen_ai.response.model": answer.model })
    return request(prompt, offered).pipe(
      Effect.tap((answer) => measureTokens(answer, answered(answer))),
      Measures.timed(
        Measures.modelOperationDuration,
        Exit.match({
          onSuccess: answered,
          onFailure: (cause) => ({
            ...attributes,
            ...Option.match(Cause.failureOption(cause), {
              onNone: () => ({}),
              onSome: (error) => ({ "error.type": ProviderError.typeOf(error) })
            })
          })
        })
      ),
      Effect.tapError((error) => Effect.annotateCurrentSpan("error.type", ProviderError.typeOf(error))),
      Effect.onInterrupt(() => Effect.annotateCurrentSpan("error.type", ErrorNames.cancelled)),
      Effect.withSpan(`chat ${model}`, { kind: "client", captureStackTrace: false, attributes }),
      Effect.map(Option.some),
      Effect.catchTag("MalformedOutput", (error) =>
        Effect.logWarning("an answer of the model cannot be read", `${error.module}.${error.method}`).pipe(
          Effect.as(Option.none())
        )
      ),
      Effect.catchAll((error) =>
        Effect.zipRight(
          Effect.annotateLogs(Effect.logWarning("the model failed"), "reason", ProviderError.reasonOf(error)),
          new ModelFailed({
            circuitOpen: isCircuitOpen(error),
            message: `The model failed: ${ProviderError.reasonOf(error)}`
          })
        )
      ),
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(
          Effect.logError("the model failed", defect),
          new ModelFailed({ circuitOpen: false, message: "The model failed unexpectedly" })
        )
      )
    )
  })
