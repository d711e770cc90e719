import { LanguageModel, Prompt, type Response, Tool, type Toolkit } from "@effect/ai"
import { type AccountRole, type Role } from "@storefront/domain/Identity"
import { mayUse, promptRole } from "@storefront/domain/tools/RolePolicy"
import { Cause, Data, Effect, Exit, Option, Predicate, Record, Schema } from "effect"
import * as ErrorNames from "../../platform/telemetry/ErrorNames.ts"
import * as Metrics from "../../platform/telemetry/Metrics.ts"
import { ModelDescription } from "./ModelDescription.ts"
import * as ModelState from "./ModelState.ts"
import { ReplayDiverged } from "../../platform/provider/Recording.ts"
import * as TokenUsage from "../../platform/provider/TokenUsage.ts"
import * as LenientJson from "../../platform/provider/LenientJson.ts"
import { Streaming } from "./Streaming.ts"
import * as Reading from "./wire/Reading.ts"
import { type EndName, ends, failureIn, reasonOf, typeOf } from "../../platform/provider/ProviderFailed.ts"

/** Requests to a language model, and the tools that are offered with them. */

/** Drops the descriptions of properties that are in `seen` with the same name and schema, and adds the others to it. */
const withoutRepeats = (schema: unknown, seen: Set<string>): unknown =>
  Array.isArray(schema)
    ? schema.map((member) => withoutRepeats(member, seen))
    : Predicate.isRecord(schema)
      ? Record.map(schema, (value, keyword) =>
          keyword === "properties" && Predicate.isRecord(value)
            ? Record.map(value, (property, name) => {
                const key = JSON.stringify([name, property])
                const isKnown = seen.has(key)
                seen.add(key)
                return isKnown && Predicate.isRecord(property)
                  ? Record.remove(property, "description")
                  : withoutRepeats(property, seen)
              })
            : withoutRepeats(value, seen)
        )
      : schema

/** Builds the tool that the model is shown: with the same name and parameters, but accepting any arguments. */
const uncheckedTool = (tool: Tool.Any, seen: Set<string>) =>
  Tool.make(tool.name, { description: tool.description }).setParameters(
    Schema.Struct({}).annotations({
      jsonSchema: Object.assign({}, withoutRepeats(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast), seen))
    })
  )

/** Tools that a model may call; the agent runtime executes them. */
export type Offer = Toolkit.WithHandler<Record<string, ReturnType<typeof uncheckedTool>>>

const offers = new WeakMap<Record<string, Tool.Any>, Map<AccountRole, Offer>>()

/**
 * Offers the tools that a role may use. A property that several tools share is described only in the first, to save
 * tokens. Cached by toolkit and role.
 */
export const offer = (tools: Record<string, Tool.Any>, caller: Role): Offer => {
  const role = promptRole(caller)
  const cachedOffers = offers.get(tools) ?? new Map<AccountRole, Offer>()
  offers.set(tools, cachedOffers)
  const cached = cachedOffers.get(role)
  if (cached !== undefined) {
    return cached
  }
  const allowed = Record.filter(tools, (tool) => mayUse(role, tool))
  const seen = new Set<string>()
  const created: Offer = {
    tools: Record.map(allowed, (tool) => uncheckedTool(tool, seen)),
    handle: () => Effect.dieMessage("tool calls are executed by the agent runtime")
  }
  cachedOffers.set(role, created)
  return created
}

/** Offer without tools, for models that call tools although `toolChoice` forbids it. */
export const noTools: Offer = offer({}, "customer")

/** The model gave no answer. */
export class ModelFailed extends Data.TaggedError("ModelFailed")<{
  /** Outcome at the provider, if known. */
  readonly end: Option.Option<EndName>
  readonly message: string
}> {}

/** Tool call of the model, not validated. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly params: unknown
}

/** Answer of the model to one request. */
export interface Answer {
  readonly text: string
  /** In the model's order. */
  readonly toolCalls: ReadonlyArray<ToolCall>
  /** The answer as a message for the next prompt. */
  readonly message: Prompt.Message
  /** State that the model gets back in later turns; see `ModelState`. */
  readonly modelState: Option.Option<unknown>
  readonly usage: TokenUsage.TokenUsage
  /** Reason to reject the answer; its tokens are used all the same. */
  readonly rejection: Option.Option<string>
  /** Name reported by the provider, else the requested one. */
  readonly model: string
}

/** Converts a part of an answer for the next prompt, with the metadata of its provider; drops parts not sent back. */
const toPromptParts = (
  part: LanguageModel.GenerateTextResponse<Offer["tools"]>["content"][number]
): ReadonlyArray<Prompt.ReasoningPart | Prompt.TextPart | Prompt.ToolCallPart> => {
  switch (part.type) {
    case "reasoning":
      return [Prompt.makePart("reasoning", { text: part.text, options: part.metadata })]
    case "text": {
      const options = ModelState.withoutState(part.metadata)
      return part.text === "" && Object.keys(options).length === 0
        ? []
        : [Prompt.makePart("text", { text: part.text, options })]
    }
    case "tool-call":
      return [
        Prompt.makePart("tool-call", {
          id: part.id,
          name: part.name,
          params: part.params,
          providerExecuted: false,
          options: part.metadata
        })
      ]
    default:
      return []
  }
}

/** Maximum characters of an answer; a usual one has a few hundred. */
const maxAnswerLength = 24_000

/** Reasons to reject an answer, by finish reason. Readers of a wire format fail earlier, with a more precise reason. */
const rejections: { readonly [Reason in Response.FinishReason]: string | null } = {
  stop: null,
  "tool-calls": null,
  length: ends.cut_off.description,
  "content-filter": ends.content_filter.description,
  error: ends.gave_up.description,
  pause: ends.gave_up.description,
  other: ends.declined.description,
  unknown: ends.unknown_end.description
}

const rejectionOf = ({ finishReason, text }: LanguageModel.GenerateTextResponse<Offer["tools"]>) =>
  text.length > maxAnswerLength
    ? Option.some("The answer of the model is too long")
    : Option.fromNullable(rejections[finishReason])

/** Reads the tokens written to the provider's cache, for which the library has no field. */
const cacheWritesOf = ({ content }: LanguageModel.GenerateTextResponse<Offer["tools"]>) =>
  LenientJson.count(content.find((part) => part.type === "finish")?.metadata[Reading.metadataKey]?.["cacheWriteTokens"])

/** Permission of the model to call tools. */
export type ToolChoice = "auto" | "none"

/** Asks the model once, streamed if its rule says so, and annotates the current span. Fails with the model's own error. */
export const request = (prompt: Prompt.Prompt, offered: Offer, toolChoice: ToolChoice = "auto") =>
  Effect.gen(function* () {
    const { model } = yield* ModelDescription
    const { run } = yield* Streaming
    const response = yield* run(
      LanguageModel.generateText({ prompt, toolkit: offered, toolChoice, disableToolCallResolution: true }),
      Object.keys(offered.tools).length > 0
    )
    const metadata = response.content.find((part) => part.type === "response-metadata")
    const answer: Answer = {
      text: response.text,
      toolCalls: response.toolCalls,
      message: Prompt.makeMessage("assistant", { content: response.content.flatMap(toPromptParts) }),
      modelState: yield* ModelState.find(response.content),
      usage: TokenUsage.make({
        tokensIn: response.usage.inputTokens,
        cachedTokens: response.usage.cachedInputTokens,
        cacheWriteTokens: cacheWritesOf(response),
        tokensOut: response.usage.outputTokens,
        reasoningTokens: response.usage.reasoningTokens
      }),
      rejection: rejectionOf(response),
      model: metadata?.modelId === undefined ? model : Option.getOrElse(metadata.modelId, () => model)
    }
    yield* Effect.annotateCurrentSpan({
      "gen_ai.response.model": answer.model,
      "gen_ai.response.finish_reasons": [response.finishReason],
      "gen_ai.usage.input_tokens": answer.usage.tokensIn,
      "gen_ai.usage.output_tokens": answer.usage.tokensOut
    })
    return answer
  })

/** Records the input and output tokens of an answer. */
const measureTokens = ({ usage: { tokensIn, tokensOut } }: Answer, attributes: Metrics.Attributes) =>
  Effect.all([
    Metrics.record(Metrics.modelTokenUsage, tokensIn, { ...attributes, "gen_ai.token.type": "input" }),
    Metrics.record(Metrics.modelTokenUsage, tokensOut, { ...attributes, "gen_ai.token.type": "output" })
  ])

/** Asks the model once, in a span of its own. The calls of the answer may name any tool and have any arguments. */
export const ask = (
  prompt: Prompt.Prompt,
  offered: Offer,
  toolChoice: ToolChoice = "auto"
): Effect.Effect<Answer, ModelFailed, LanguageModel.LanguageModel> =>
  Effect.flatMap(ModelDescription, ({ model, provider }) => {
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model
    }
    const attributesOf = (answer: Answer) => ({ ...attributes, "gen_ai.response.model": answer.model })
    return request(prompt, offered, toolChoice).pipe(
      Effect.tap((answer) => measureTokens(answer, attributesOf(answer))),
      Metrics.timed(
        Metrics.modelOperationDuration,
        Exit.match({
          onSuccess: attributesOf,
          onFailure: (cause) => ({
            ...attributes,
            ...Option.match(Cause.failureOption(cause), {
              onNone: () => ({}),
              onSome: (error) => ({ "error.type": typeOf(error) })
            })
          })
        })
      ),
      Effect.tapError((error) => Effect.annotateCurrentSpan("error.type", typeOf(error))),
      Effect.onInterrupt(() => Effect.annotateCurrentSpan("error.type", ErrorNames.cancelled)),
      Effect.withSpan(`chat ${model}`, { kind: "client", captureStackTrace: false, attributes }),
      Effect.catchAll((error) => {
        const message = reasonOf(error)
        return Effect.zipRight(
          Effect.annotateLogs(Effect.logWarning("the model failed"), "reason", message),
          new ModelFailed({
            end: Option.map(failureIn(error), ({ end }) => end),
            message
          })
        )
      }),
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(
          Effect.logError("the model failed", defect),
          new ModelFailed({
            end: Option.none(),
            message: defect instanceof ReplayDiverged ? defect.message : "The model failed unexpectedly"
          })
        )
      )
    )
  })
