import { type AiError, EmbeddingModel, Prompt, Tool } from "@effect/ai"
import { Data, Duration, Effect, Either, Option, Schema } from "effect"
import { type AgentName } from "@storefront/domain/Topology"
import { agentHopTimeout } from "../../platform/config/LimitsConfig.ts"
import { model, type ProviderConfig } from "../../platform/config/ModelConfig.ts"
import { isCallInText } from "./CallInText.ts"
import * as EmbeddingModels from "../../platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import * as LanguageModels from "./LanguageModels.ts"
import { adviceFor, modelSettingNames, parseCallsAdvice } from "../../platform/provider/ProviderAdvice.ts"
import { ModelDescription } from "./ModelDescription.ts"
import * as ModelRequest from "./ModelRequest.ts"
import { endOf, type EndName, failureIn, reasonOf } from "../../platform/provider/ProviderFailed.ts"
import * as ProviderEndpoint from "../../platform/provider/ProviderEndpoint.ts"

/** Check of the configured providers, for operators. */

/** Requirements on a provider. The order matters: each presupposes those before it, except embeddings. */
const Need = Schema.Literal("address", "key", "model", "tool call", "second turn", "context", "embeddings")
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

/** Time limit of one answer. A server may have to load its model first. */
const answerLimit = Duration.minutes(1)

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
  faulty: null,
  busy: null,
  context_too_long: null,
  request_too_large: null,
  content_filter: null,
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
    says: `There was no answer within ${Duration.format(answerLimit)}`,
    mend: "Check whether the server is busy or still loading the model; if it is always that slow, use a smaller one."
  })

/** Asks the model. Without a usable answer in time, fails with `need`, or with the need that the failure disproves. */
const ask = (need: Need, prompt: Prompt.Prompt, offered: ModelRequest.Offer) =>
  ModelRequest.request(prompt, offered).pipe(
    Effect.catchAll((error) => unmetBy(error, need)),
    Effect.timeoutFail({ duration: answerLimit, onTimeout: () => tooSlow(need === "model" ? "address" : need) }),
    Effect.flatMap((answer) =>
      Option.match(answer.rejection, {
        onNone: () => Effect.succeed(answer),
        onSome: (says) => new Unmet({ need, says, mend: "Set LLM_MODEL to another model, or check its limits." })
      })
    )
  )

const countInStock = Tool.make("count_in_stock", {
  description: "Says how many units of a product are in stock.",
  parameters: { product: Schema.String }
})
const tools = { count_in_stock: countInStock }
const offered = ModelRequest.offer(tools, "customer")
const isForTool = Schema.is(countInStock.parametersSchema)

/** Result of the tool; a number that no model would guess. */
const stock = 4_711

const instruction = Prompt.makeMessage("system", { content: "You work in a shop. Answer in one short sentence." })

const user = (text: string) => Prompt.makeMessage("user", { content: [Prompt.makePart("text", { text })] })

const assistant = (text: string) => Prompt.makeMessage("assistant", { content: [Prompt.makePart("text", { text })] })

const greeting = Prompt.fromMessages([instruction, user("Say hello.")])

const question = Prompt.fromMessages([instruction, user("How many lamps are in stock? Call count_in_stock.")])

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
  const answer = yield* ask("tool call", question, offered)
  const [call] = answer.toolCalls
  if (call === undefined) {
    return yield* isCallInText(answer.text, Object.keys(tools))
      ? new Unmet({
          need: "tool call",
          says: "The model writes its call as text, which the server does not read",
          mend: `${parseCallsAdvice}. Or: ${otherModel}.`
        })
      : new Unmet({ need: "tool call", says: "The model answers in words instead", mend: `${otherModel}.` })
  }
  return call.name === countInStock.name && isForTool(call.params)
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
  const prompt = Prompt.fromMessages([...question.content, message, Prompt.toolMessage({ content: results })])
  const { text } = yield* ask("second turn", prompt, offered)
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
  instruction,
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

/** Checks the needs in order, up to the first unmet one. Returns the tokens of the long conversation. */
const checkAnswers = Effect.gen(function* () {
  yield* checkWords
  yield* withinHop(Effect.flatMap(callTool, readResult))
  return yield* checkContext
})

const needsOfAnswers = ["address", "key", "model", "tool call", "second turn", "context"] as const

const failing = ({ mend, need, says }: Unmet): Finding => ({ need, outcome: "fails", says, mend })

/** Provider of a checked model. `address` must be printable. */
interface Provider {
  readonly address: string
  readonly hasKey: boolean
}

/** Checks a provider's model by four requests, the last of them a long conversation. */
export const answers = Effect.fn("ModelCheck.answers")(function* ({ address, hasKey }: Provider) {
  const { model } = yield* ModelDescription
  const outcome = yield* Effect.either(checkAnswers)
  const successMessages: Readonly<Record<(typeof needsOfAnswers)[number], string>> = {
    address: `${address} answers`,
    key: hasKey ? "is accepted" : "none is set, and none is required",
    model: `${model} answers`,
    "tool call": "the model calls a tool with its arguments",
    "second turn": "the model reads the result of its call",
    context: Either.match(outcome, {
      onLeft: () => "",
      onRight: (tokens) => `a conversation of ${tokens} tokens is read from its beginning`
    })
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
    Effect.timeoutFail({ duration: answerLimit, onTimeout: () => tooSlow("embeddings") }),
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
  checkAnswers.pipe(
    Effect.match({
      onFailure: (unmet) => failing(new Unmet({ ...unmet, says: `${name} (for ${agents.join(", ")}): ${unmet.says}` })),
      onSuccess: (): Finding => ({
        need: "model",
        outcome: "works",
        says: `${name} (for ${agents.join(", ")}) does the same`,
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
    hasKey: Option.isSome(config.apiKey)
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
