import { type AiError, EmbeddingModel, Prompt } from "@effect/ai"
import { Data, Duration, Effect, Either, Option, Schema } from "effect"
import { type AgentName } from "@storefront/domain/Topology"
import { agentHopTimeout } from "../../platform/config/LimitsConfig.ts"
import { model, type ModelConfig, type ProviderConfig } from "../../platform/config/ModelConfig.ts"
import { isCallInText } from "./CallInText.ts"
import * as EmbeddingModels from "../../platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import * as LanguageModels from "./LanguageModels.ts"
import { adviceFor, modelSettingNames, parseCallsAdvice } from "../../platform/provider/ProviderAdvice.ts"
import { ModelDescription } from "./ModelDescription.ts"
import * as ModelRequest from "./ModelRequest.ts"
import { endOf, type EndName, failureIn, reasonOf } from "../../platform/provider/ProviderFailed.ts"
import * as ProviderEndpoint from "../../platform/provider/ProviderEndpoint.ts"
import * as TrialCall from "./TrialCall.ts"

/** Check of the configured providers, for operators. */

/** Requirements on a provider. The order matters: each presupposes those before it, except embeddings. */
const Need = Schema.Literal("address", "key", "model", "tool call", "second turn", "context", "streaming", "embeddings")
type Need = typeof Need.Type

/** Result of checking one need. */
export const Finding = Schema.Struct({
  need: Need,
  outcome: Schema.Literal("works", "fails", "not tried"),
  /** Observation and advice for operators. They must quote neither the key nor the model's answers. */
  says: Schema.String,
  mend: Schema.NullOr(Schema.String)
})
export type Finding = typeof Finding.Type

/** Unmet need. It ends the checks that presuppose the need. */
class Unmet extends Data.TaggedError("Unmet")<{
  readonly need: Need
  readonly says: string
  readonly mend: string
}> {}

/** Need that a failure disproves, by the end of the request; null for the need being checked. */
const disprovedNeed: Readonly<Record<EndName, Need | null>> = {
  unreachable: "address",
  unreadable: "address",
  no_vector: null,
  too_large: "address",
  denied: "key",
  quota: "key",
  unknown_model: "model",
  broken_off: null,
  broken_stream: null,
  faulty: null,
  busy: null,
  context_too_long: null,
  request_too_large: null,
  content_filter: null,
  no_stream: null,
  no_tools: "tool call",
  misread_call: null,
  cut_off: null,
  declined: null,
  gave_up: null,
  unknown_end: null,
  not_accepted: null,
  failed: null,
  over_budget: null,
  circuit_open: null
}

const unmetBy = (error: AiError.AiError, need: Need) =>
  Effect.flatMap(ModelDescription, (description) => {
    const failure = Option.getOrElse(failureIn(error), () => ({ end: endOf(error) }))
    return new Unmet({
      need: disprovedNeed[failure.end] ?? need,
      says: reasonOf(error),
      mend: adviceFor(failure, modelSettingNames(description))
    })
  })

const tooSlow = (need: Need) =>
  new Unmet({
    need,
    says: `There was no answer within ${Duration.format(TrialCall.answerLimit)}`,
    mend: "Check whether the server is busy or still loading the model; if it is always that slow, use a smaller one."
  })

/** Asks the model. Without a usable answer in time, fails with `need`, or with the need that the failure disproves. */
const ask = (need: Need, prompt: Prompt.Prompt, offered: ModelRequest.Offer) =>
  ModelRequest.request(prompt, offered).pipe(
    Effect.catchAll((error) => unmetBy(error, need)),
    Effect.timeoutFail({
      duration: TrialCall.answerLimit,
      onTimeout: () => tooSlow(need === "model" ? "address" : need)
    }),
    Effect.flatMap((answer) =>
      Option.match(answer.rejection, {
        onNone: () => Effect.succeed(answer),
        onSome: (says) => new Unmet({ need, says, mend: "Set LLM_MODEL to another model, or check its limits." })
      })
    )
  )

/** Result of the tool; a number that no model would guess. */
const stock = 4_711

const user = (text: string) => Prompt.makeMessage("user", { content: [Prompt.makePart("text", { text })] })

const assistant = (text: string) => Prompt.makeMessage("assistant", { content: [Prompt.makePart("text", { text })] })

const greeting = Prompt.fromMessages([TrialCall.instruction, user("Say hello.")])

const otherModel = "Set LLM_MODEL to a model that calls tools"

/** Checks that the model answers in words. */
const checkWords = Effect.gen(function* () {
  const { text } = yield* ask("model", greeting, ModelRequest.noTools)
  const unmet = (says: string, mend: string) => new Unmet({ need: "model", says, mend })
  if (text.trim() === "") {
    return yield* unmet(
      "The model returns an empty answer, or only reasoning",
      "Raise LLM_MAX_OUTPUT_TOKENS, lower LLM_REASONING_EFFORT, or set LLM_MODEL to a model that answers in words."
    )
  }
  return isCallInText(text)
    ? yield* unmet(
        "The model answers with the call of a tool that it does not have, written as text",
        `${parseCallsAdvice}. Or: set LLM_MODEL to a model that answers in words.`
      )
    : text
})

/** Checks that the model calls the offered tool, with valid arguments. */
const callTool = Effect.gen(function* () {
  const answer = yield* ask("tool call", TrialCall.question, TrialCall.offered)
  const [call] = answer.toolCalls
  if (call === undefined) {
    return yield* isCallInText(answer.text, Object.keys(TrialCall.offered.tools))
      ? new Unmet({
          need: "tool call",
          says: "The model writes its call as text, which the server does not read",
          mend: `${parseCallsAdvice}. Or: ${otherModel}.`
        })
      : new Unmet({ need: "tool call", says: "The model answers in words instead", mend: `${otherModel}.` })
  }
  return TrialCall.isWhole(call)
    ? answer
    : yield* new Unmet({
        need: "tool call",
        says: "The model calls a tool that does not exist, or leaves out required arguments",
        mend: `${otherModel} as they are described.`
      })
})

const isNumberIn = (text: string) => text.replace(/(\d)[,. \u00A0\u202F](?=\d)/gu, "$1").includes(String(stock))

/** Checks that the server accepts a conversation with a call in it, and that the model uses the tool's result. */
const readResult = Effect.fnUntraced(function* ({ message, toolCalls }: ModelRequest.Answer) {
  const results = toolCalls.map(({ id, name }) =>
    Prompt.makePart("tool-result", { id, name, isFailure: false, result: { count: stock }, providerExecuted: false })
  )
  const prompt = Prompt.fromMessages([...TrialCall.question.content, message, Prompt.toolMessage({ content: results })])
  const { text } = yield* ask("second turn", prompt, TrialCall.offered)
  return isNumberIn(text)
    ? text
    : yield* new Unmet({
        need: "second turn",
        says: "The model does not use the result of the tool",
        mend: `${otherModel} and reads what they give.`
      })
})

const codeWord = "heron"

/** Filler of about 15,000 tokens, the size of a long turn with instructions, history and tool results. */
const stockList = Array.from({ length: 6 }, (_, page) =>
  Array.from({ length: 200 }, (_, line) => `Shelf ${page + 1}-${line + 1}: lamps, mugs and tents, ${line} units.`).join(
    "\n"
  )
)

const longConversation = Prompt.fromMessages([
  TrialCall.instruction,
  user(`The code word of today is ${codeWord}.`),
  assistant("I will remember it."),
  ...stockList.flatMap((page) => [user(page), assistant("Noted.")]),
  user("What is the code word of today?")
])

/** Checks that a long conversation fits the context and is not silently truncated. */
const checkContext = Effect.gen(function* () {
  const { text, usage } = yield* ask("context", longConversation, ModelRequest.noTools)
  return text.toLowerCase().includes(codeWord)
    ? usage.tokensIn
    : yield* new Unmet({
        need: "context",
        says: "The model does not see the beginning of a long conversation",
        mend: "Start the server with a longer context (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size; vLLM: --max-model-len), 32,768 tokens or more."
      })
})

/** Messages about streams, by the value of `LLM_STREAM` that suits the server. */
const streamMessages = {
  all: "a tool call comes whole in a stream: LLM_STREAM can be all",
  text: "a tool call does not come whole in a stream: LLM_STREAM can be text",
  off: "the text in a stream has reasoning in it: LLM_STREAM has to be off"
}

/** Values of `LLM_STREAM` that stream too much, by the value that suits the server; `auto` adapts. */
const streamsTooMuch: Readonly<Record<keyof typeof streamMessages, ReadonlyArray<ModelConfig["stream"]>>> = {
  all: [],
  text: ["all"],
  off: ["all", "text"]
}

/** Checks that no more is streamed than the server can, and returns the message for it. */
const checkStreaming = (configured: ModelConfig["stream"]) =>
  Effect.flatMap(TrialCall.findStreamMode, (mode) =>
    streamsTooMuch[mode].includes(configured)
      ? new Unmet({ need: "streaming", says: streamMessages[mode], mend: `Set LLM_STREAM to ${mode}.` })
      : Effect.succeed(streamMessages[mode])
  )

/** Fails if a tool call and the answer after it exceed the time limit of a hop, which must allow at least those. */
const withinHop = Effect.fnUntraced(function* <A, E, R>(answering: Effect.Effect<A, E, R>) {
  // An invalid setting is reported at the start of the agents.
  const limit = yield* Effect.orElseSucceed(agentHopTimeout, () => Duration.infinity)
  const [elapsed] = yield* Effect.timed(answering)
  const seconds = (time: Duration.Duration) => `${Math.ceil(Duration.toSeconds(time))} seconds`
  yield* Effect.when(
    new Unmet({
      need: "second turn",
      says: `A call and the answer after it took ${seconds(elapsed)}, and a specialist has ${seconds(limit)} for them`,
      mend: "Use a faster server or a smaller model, or raise AGENT_HOP_TIMEOUT_MS and CHAT_TURN_BUDGET_MS."
    }),
    () => Duration.greaterThan(elapsed, limit)
  )
})

/** Checks the needs in order, up to the first unmet one. Returns the long conversation's tokens and stream message. */
const checkAnswers = Effect.fnUntraced(function* (stream: ModelConfig["stream"]) {
  yield* checkWords
  yield* withinHop(Effect.flatMap(callTool, readResult))
  return { tokens: yield* checkContext, streaming: yield* checkStreaming(stream) }
})

const needsOfAnswers = ["address", "key", "model", "tool call", "second turn", "context", "streaming"] as const

const failing = ({ mend, need, says }: Unmet): Finding => ({ need, outcome: "fails", says, mend })

/** Provider of a checked model, and the configured `LLM_STREAM`. `address` must be printable. */
interface Provider extends Pick<ModelConfig, "stream"> {
  readonly address: string
  readonly hasKey: boolean
}

/** Checks a provider's model by five requests: the fourth has a long conversation, the fifth is streamed. */
export const answers = Effect.fn("ModelCheck.answers")(function* ({ address, hasKey, stream }: Provider) {
  const { model } = yield* ModelDescription
  const outcome = yield* Effect.either(checkAnswers(stream))
  const { streaming, tokens } = Either.getOrElse(outcome, () => ({ tokens: 0, streaming: "" }))
  const successMessages: Readonly<Record<(typeof needsOfAnswers)[number], string>> = {
    address: `${address} answers`,
    key: hasKey ? "is accepted" : "none is set, and none is required",
    model: `${model} answers`,
    "tool call": "the model calls a tool with its arguments",
    "second turn": "the model reads the result of its call",
    context: `a conversation of ${tokens} tokens is read from its beginning`,
    streaming
  }
  const unmet = Either.getLeft(outcome)
  const firstUnmet = Option.match(unmet, {
    onNone: () => needsOfAnswers.length,
    onSome: ({ need }) => needsOfAnswers.findIndex((other) => other === need)
  })
  return needsOfAnswers.map((need, index): Finding =>
    index < firstUnmet
      ? { need, outcome: "works", says: successMessages[need], mend: null }
      : Option.match(
          Option.filter(unmet, () => index === firstUnmet),
          {
            onNone: () => ({ need, outcome: "not tried", says: "", mend: null }),
            onSome: failing
          }
        )
  )
})

/** Checks the embedding model by embedding one word. */
export const embeddings = Effect.gen(function* () {
  const vectors = yield* EmbeddingModel.EmbeddingModel
  const { dimensions, model } = yield* EmbeddingSpace
  return yield* vectors.embed("lamp").pipe(
    Effect.mapError((error) => {
      const { problem, remedy } = EmbeddingModels.explain(error)
      return new Unmet({ need: "embeddings", says: problem, mend: remedy })
    }),
    Effect.timeoutFail({ duration: TrialCall.answerLimit, onTimeout: () => tooSlow("embeddings") }),
    Effect.match({
      onFailure: failing,
      onSuccess: (): Finding => ({
        need: "embeddings",
        outcome: "works",
        says: `${model} gives vectors of ${dimensions} numbers`,
        mend: null
      })
    })
  )
}).pipe(Effect.withSpan("ModelCheck.embeddings"))

/** Returns an address without credentials and query, which may be secret. */
const printable = (address: string) => {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`.replace(/\/+$/, "")
}

const embeddedPlanner: Finding = {
  need: "model",
  outcome: "works",
  says: `${LanguageModels.embeddedModel}, the embedded planner: no key and no address of a provider is used`,
  mend: null
}

/** Builds the finding for a replayed recording, which proves nothing about the provider it stands for. */
const replayed = (file: string): Finding => ({
  need: "model",
  outcome: "not tried",
  says: `LLM_REPLAY is set: answers come from ${file}, and no provider is asked`,
  mend: null
})

/** Checks a model that only some agents use, and reports one finding. */
const checkAgentModel = (config: ProviderConfig, name: string, agents: ReadonlyArray<AgentName>) =>
  checkAnswers(config.stream).pipe(
    Effect.match({
      onFailure: (unmet) => failing(new Unmet({ ...unmet, says: `${name} (for ${agents.join(", ")}): ${unmet.says}` })),
      onSuccess: ({ streaming }): Finding => ({
        need: "model",
        outcome: "works",
        says: `${name} (for ${agents.join(", ")}) does the same; ${streaming}`,
        mend: null
      })
    }),
    Effect.provide(LanguageModels.layerProvider(config, name)),
    Effect.withSpan("ModelCheck.answersOfOwn")
  )

/** Checks all configured models of agents, and reports the orchestrator's in detail. */
const checkAllModels = Effect.fnUntraced(function* (config: ProviderConfig) {
  const orchestratorModel = LanguageModels.modelOf(config, "orchestrator")
  const others = Object.entries(LanguageModels.agentsByModel(config)).filter(([name]) => name !== orchestratorModel)
  const provider: Provider = {
    address: printable(ProviderEndpoint.baseUrlOf(config)),
    hasKey: Option.isSome(config.apiKey),
    stream: config.stream
  }
  const firstFindings = Effect.provide(answers(provider), LanguageModels.layerProvider(config, orchestratorModel))
  return [
    ...(yield* firstFindings),
    ...(yield* Effect.forEach(others, ([name, agents]) => checkAgentModel(config, name, agents)))
  ]
})

/** Checks the configured providers. Sends no request for the embedded planner or a replayed recording. */
export const check = Effect.gen(function* () {
  const config = yield* model
  const modelFindings =
    config.provider === "embedded"
      ? [embeddedPlanner]
      : yield* Option.match(config.replayFrom, {
          onNone: () => checkAllModels(config),
          onSome: (file) => Effect.succeed([replayed(file)])
        })
  return [...modelFindings, yield* Effect.provide(embeddings, EmbeddingModels.layer)]
})
