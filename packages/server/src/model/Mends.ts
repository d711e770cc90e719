import { type EndName } from "./wire/ProviderFailed.ts"

/** What the settings of a provider are called. */
export interface SettingNames {
  readonly address: string
  readonly key: string
  readonly model: string
  /** The one that says which interface is spoken, if there is a choice. */
  readonly api: string | null
}

/** The settings of the provider of answers. */
export const ofAnswers: SettingNames = {
  address: "OPENAI_BASE_URL",
  key: "OPENAI_API_KEY",
  model: "LLM_MODEL",
  api: "LLM_API"
}

/** The settings of the provider of vectors; what is not set is as for the answers. */
export const ofEmbeddings: SettingNames = {
  address: "EMBEDDING_BASE_URL",
  key: "EMBEDDING_API_KEY",
  model: "EMBEDDING_MODEL",
  api: null
}

const orOtherApi = ({ api }: SettingNames) =>
  api === null ? "" : `, or ${api} to the interface that the server speaks`

const addressOfApi = (names: SettingNames) =>
  `Set ${names.address} to the address of the interface, which mostly ends in /v1`

const mends: Readonly<Record<EndName, (names: SettingNames) => string>> = {
  unreachable: ({ address }) => `Start the server, or set ${address} to where it is.`,
  broken_off: () => "Look into the log of the model's server: it stopped in the middle of an answer.",
  faulty: () => "Look into the log of the model's server, or try again later.",
  busy: () => "Try again later, or ask the provider for a higher limit.",
  quota: () => "Raise the limit or pay the bill at the provider.",
  denied: ({ key, model }) => `Set ${key} to a key that may use the model of ${model}.`,
  unknown_model: (names) =>
    `Set ${names.model} to a model that the server has. If it has that one: ${addressOfApi(names)}${orOtherApi(names)}.`,
  context_too_long: ({ model }) => `Start the server with a longer context, or set ${model} to a model that has one.`,
  content_filter: () => "Look at the content filter in the settings of the provider.",
  not_accepted: (names) =>
    `Set ${names.model} to a model that the server offers for this${orOtherApi(names)}; its log says what it minds.`,
  unreadable: (names) => `${addressOfApi(names)}${orOtherApi(names)}.`,
  too_large: (names) => `${addressOfApi(names)}: what answers there sends too much.`,
  failed: () => "Look into the log of the model's server.",
  over_budget: () => "Raise BUDGET_TURN_TOKENS or BUDGET_USER_DAY_TOKENS if that is too little.",
  circuit_open: () => "Wait half a minute; the failures before it say what is wrong."
}

/** What an operator can do about a request that ended like this, in a sentence. */
export const mendOf = (end: EndName, names: SettingNames): string => mends[end](names)
