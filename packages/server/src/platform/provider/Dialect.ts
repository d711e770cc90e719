import { Option } from "effect"

/** Variant of the request format that a server accepts; learned from its rejections. */
export interface Dialect {
  /** Name of the parameter that limits the answer. */
  readonly limit: "max_tokens" | "max_completion_tokens"
  /** Role of the instructions; the chat templates of some models have no system role. */
  readonly instructionRole: "system" | "user"
  /** True if the server takes back the fields that it added to messages and calls. */
  readonly acceptsAdditions: boolean
  /** Content of a message that only has calls; some servers reject an empty text. */
  readonly emptyContent: "" | null
  /** Optional parameters that the server does not know. */
  readonly omittedParameters: ReadonlyArray<OptionalParameter>
  /** Limit of an Anthropic model's thinking: a token budget or, for newer models, a level of effort. */
  readonly thinkingLimit: "budget" | "effort"
}

/** Dialect to begin with at an unknown server. */
export const defaultDialect: Dialect = {
  limit: "max_tokens",
  instructionRole: "system",
  acceptsAdditions: true,
  emptyContent: "",
  omittedParameters: [],
  thinkingLimit: "budget"
}

/** Optional parameters, which a request can do without. */
type OptionalParameter = "include" | "store" | "stream_options"

/**
 * Parts of a request that servers reject. `additions`: fields that the server itself added to messages; `silence`: an
 * empty text; `length`: the value of the limit parameter.
 */
export type Refused =
  | Dialect["limit"]
  | "system"
  | "additions"
  | "silence"
  | OptionalParameter
  | "thinking_budget"
  | "temperature"
  | "reasoning_effort"
  | "strict"
  | "length"

/** Wordings by which servers reject a parameter as unknown. */
const unknownParameter =
  /unsupported|not support|unrecogni[sz]ed|unknown (?:parameter|field|argument|name)|extra[ _](?:inputs?|fields?|forbidden)|not permitted|not allowed|unexpected|forbidden|deprecated|additional propert/

/** Matches the limit parameter that a server suggests instead of the one it got. */
const suggestedLimit = /(?:use|with|by|mean|favou?r of|prefer)\W+['"`]?(max_tokens|max_completion_tokens)\b/

const refusedLimit = (words: string): Option.Option<Refused> => {
  const [suggested] = suggestedLimit.exec(words)?.slice(1) ?? []
  const [has, hasNewer] = [/\bmax_tokens\b/.test(words), /\bmax_completion_tokens\b/.test(words)]
  return suggested === "max_completion_tokens"
    ? Option.some("max_tokens")
    : suggested === "max_tokens"
      ? Option.some("max_completion_tokens")
      : has !== hasNewer && unknownParameter.test(words)
        ? Option.some(has ? "max_tokens" : "max_completion_tokens")
        : Option.none()
}

/** Wordings by which servers reject the system role; `Refusal` classifies by the same ones. */
export const refusesSystem =
  /\b(?:system|developer) (?:role|instructions?|messages?|prompts?) (?:is |are )?not (?:supported|enabled|allowed)|not support '?"?(?:the )?system/

/** The other parts. All patterns of a row must match the lower-case text; the first such row wins, so order matters. */
const refusalPatterns: ReadonlyArray<readonly [refused: Refused, ...words: ReadonlyArray<RegExp>]> = [
  [
    "length",
    /\b(?:max_tokens|max_completion_tokens|max_output_tokens)\b/,
    /too (?:large|high|big)|at most|less than|<=|exceed|maximum/
  ],
  ["system", refusesSystem],
  [
    "system",
    /only user(?:,| and) (?:assistant|model)|^(?![\s\S]*after the optional system message)[\s\S]*roles must alternate/
  ],
  ["thinking_budget", /\bthinking\.type\.enabled\b/, unknownParameter],
  ["temperature", /\btemperature\b/],
  [
    "reasoning_effort",
    /\b(?:reasoning[_.]|output_config\.)effort\b|\bthinking (?:level|budget)|\bnot support (?:adaptive |extended )?thinking\b|\bthinking is not supported\b|\beffort (?:level|parameter)\b/
  ],
  ["strict", /\bstrict\b/, unknownParameter],
  ["strict", /\badditionalproperties\b['"` ]{0,3}(?:is required|must be)/],
  [
    "silence",
    /\b(?:content|text|messages?)\b/,
    /\bnon-?empty\b|\b(?:cannot|can't|must not|may not) be (?:empty|blank)\b/
  ],
  ["stream_options", /\bstream_options\b/, unknownParameter],
  ["include", /\bencrypted[ _.]content\b|['"`:\n] ?include\b/, unknownParameter],
  ["store", /['"`:\n] ?store\b/, unknownParameter],
  ["additions", /\b(?:messages?|input)\b/, unknownParameter],
  [
    "additions",
    /\b(?:messages?|input|content|name)\b/,
    /\bnone is not\b|not match (?:the )?pattern|\bgot null\b|\bnot be null\b/
  ]
]

/** Finds the part of a request that a refusal is about; `words` is its text in lower case. */
export const refusedIn = (words: string): Option.Option<Refused> =>
  Option.orElse(refusedLimit(words), () =>
    Option.map(
      Option.fromNullable(refusalPatterns.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))),
      ([refused]) => refused
    )
  )

/** Returns the dialect without the rejected part; none if no alternative is left, or the part is a setting. */
export const withoutRefused = (dialect: Dialect, refused: Refused | undefined): Option.Option<Dialect> => {
  switch (refused) {
    case "max_tokens":
    case "max_completion_tokens":
      return dialect.limit === refused
        ? Option.some({ ...dialect, limit: refused === "max_tokens" ? "max_completion_tokens" : "max_tokens" })
        : Option.none()
    case "system":
      return dialect.instructionRole === "system" ? Option.some({ ...dialect, instructionRole: "user" }) : Option.none()
    case "additions":
      return dialect.acceptsAdditions ? Option.some({ ...dialect, acceptsAdditions: false }) : Option.none()
    case "silence":
      return dialect.emptyContent === "" ? Option.some({ ...dialect, emptyContent: null }) : Option.none()
    case "thinking_budget":
      return dialect.thinkingLimit === "budget" ? Option.some({ ...dialect, thinkingLimit: "effort" }) : Option.none()
    case "include":
    case "store":
    case "stream_options":
      return dialect.omittedParameters.includes(refused)
        ? Option.none()
        : Option.some({ ...dialect, omittedParameters: [...dialect.omittedParameters, refused] })
    default:
      return Option.none()
  }
}
