import { type Refused } from "./Dialect.ts"
import { type ProviderFailed, type EndName } from "./ProviderFailed.ts"

/** Advice to the operator on failures of providers, with the names of the settings to change. */

/** Names of a provider's settings. */
export interface SettingNames {
  readonly address: string
  /** Relative clause on how such an address ends. */
  readonly addressEnds: string
  readonly key: string
  readonly model: string
  /** Setting that chooses the provider; null if there is none. */
  readonly provider: string | null
}

const ofOpenAi: SettingNames = {
  address: "OPENAI_BASE_URL",
  addressEnds: "which mostly ends in /v1",
  key: "OPENAI_API_KEY",
  model: "LLM_MODEL",
  provider: "LLM_PROVIDER"
}

const ofAnthropic: SettingNames = {
  ...ofOpenAi,
  address: "ANTHROPIC_BASE_URL",
  addressEnds: "which ends before /v1",
  key: "ANTHROPIC_API_KEY"
}

/** Returns the setting names of the provider of answers. */
export const modelSettingNames = ({ provider }: { readonly provider: string }): SettingNames =>
  provider === "anthropic" ? ofAnthropic : ofOpenAi

/** Setting names of the embedding provider; unset ones default to OpenAI's, but its key goes to no other address. */
export const embeddingSettingNames: SettingNames = {
  address: "EMBEDDING_BASE_URL",
  addressEnds: "which mostly ends in /v1",
  key: "EMBEDDING_API_KEY",
  model: "EMBEDDING_MODEL",
  provider: null
}

const orOtherApi = ({ provider }: SettingNames) =>
  provider === null ? "" : `, or ${provider} to the interface that the server speaks`

/** Advice on starting a server that parses its model's tool calls. */
export const parseCallsAdvice =
  "Start the server so that it reads the calls of this model (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice --tool-call-parser)"

const addressOfApi = (names: SettingNames) =>
  `Set ${names.address} to the address of the interface, ${names.addressEnds}`

const adviceByEnd: Readonly<Record<EndName, (names: SettingNames) => string>> = {
  unreachable: ({ address }) => `Start the server, or set ${address} to where it is.`,
  broken_off: () => "Look into the log of the model's server: it stopped in the middle of an answer.",
  broken_stream: () => "Set LLM_STREAM to text or off, or look into the log of the model's server.",
  faulty: () => "Look into the log of the model's server, or try again later.",
  busy: () => "Try again later, or ask the provider for a higher limit.",
  quota: () => "Raise the limit or pay the bill at the provider.",
  denied: ({ key, model }) => `Set ${key} to a key that may use the model of ${model}.`,
  unknown_model: (names) =>
    `Set ${names.model} to a model that the server has. If it has that one: ${addressOfApi(names)}${orOtherApi(names)}.`,
  context_too_long: ({ model }) => `Start the server with a longer context, or set ${model} to a model that has one.`,
  request_too_large: ({ model }) =>
    `Ask the provider for more tokens a minute, lower BUDGET_HISTORY_TOKENS and LLM_MAX_OUTPUT_TOKENS, or set ${model} to a model with a higher limit.`,
  content_filter: () => "Look at the content filter in the settings of the provider.",
  no_stream: () => "Set LLM_STREAM to text or off.",
  no_tools: ({ model }) => `${parseCallsAdvice}. Or: set ${model} to a model that calls tools.`,
  misread_call: ({ model }) =>
    `${parseCallsAdvice}. Or: set ${model} to a model that calls tools as they are described.`,
  not_accepted: (names) =>
    `Set ${names.model} to a model that the server offers for this${orOtherApi(names)}; its log says what it rejects.`,
  cut_off: () =>
    "Raise LLM_MAX_OUTPUT_TOKENS, which reasoning counts against, or start the server with a longer context.",
  declined: ({ model }) => `Set ${model} to a model that answers what customers of a shop ask.`,
  gave_up: () => "Look into the log of the model's server, or try again later: it stopped the answer itself.",
  unknown_end: (names) =>
    `Update the model's server, or set ${names.model} to another model${orOtherApi(names)}: its finish reason is unknown in this API.`,
  unreadable: (names) => `${addressOfApi(names)}${orOtherApi(names)}.`,
  no_vector: ({ model }) =>
    `Set ${model} to a model that makes embeddings; the log of its server says what is wrong with this one.`,
  too_large: (names) => `${addressOfApi(names)}: the server there sends too much.`,
  failed: () => "Look into the log of the model's server.",
  over_budget: () => "Raise BUDGET_TURN_TOKENS or BUDGET_USER_DAY_TOKENS if that is too little.",
  circuit_open: () => "Wait half a minute; the failures before it say what is wrong."
}

/** Advice on the rejected parts of a request that are settings; takes precedence over `adviceByEnd`. */
const adviceByRefusedPart: { readonly [Part in Refused]?: (names: SettingNames) => string } = {
  temperature: ({ model }) => `Remove LLM_TEMPERATURE, or set ${model} to a model that accepts it.`,
  reasoning_effort: ({ model }) =>
    `Remove LLM_REASONING_EFFORT, or set it to a level that the model of ${model} knows.`,
  strict: () => "Set LLM_STRICT_TOOLS to false.",
  length: () => "Set LLM_MAX_OUTPUT_TOKENS to what the model may write at most."
}

/** Returns a sentence of advice to the operator about a failed request. */
export const adviceFor = ({ end, refused }: Pick<ProviderFailed, "end" | "refused">, names: SettingNames): string =>
  ((refused === undefined ? undefined : adviceByRefusedPart[refused]) ?? adviceByEnd[end])(names)
