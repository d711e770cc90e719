import { Option } from "effect"

/** How a server that differs from OpenAI's wants to be asked; what it refuses is learned from its first refusal. */
export interface Dialect {
  /** The name of the limit of an answer. */
  readonly limit: "max_tokens" | "max_completion_tokens"
  /** Who gives the instructions: templates of some models know no system. */
  readonly instructs: "system" | "user"
  /** Whether it takes back what it has put on its messages and calls. */
  readonly takesBack: boolean
  /** What stands for words where a model only calls: some servers refuse a text without any. */
  readonly silence: "" | null
  /** Wishes that it does not know. */
  readonly omits: ReadonlyArray<Wish>
}

/** Parts of a request without which it is answered just as well. */
type Wish = "include" | "store"

/** Parts of a request that servers refuse by name. `additions` are what they have put on messages themselves. */
export type Refused =
  | Dialect["limit"]
  | "system"
  | "additions"
  | "silence"
  | Wish
  | "temperature"
  | "reasoning_effort"
  | "strict"
  | "length"

/** How servers say that they do not know something. */
const unknown =
  /unsupported|not support|unrecogni[sz]ed|unknown (?:parameter|field|argument|name)|extra[ _](?:inputs?|fields?|forbidden)|not permitted|not allowed|unexpected|forbidden|deprecated|additional propert/

/** The limit that a server asks for in the place of the one that it got. */
const wanted = /(?:use|with|by|mean|favou?r of|prefer)\W+['"`]?(max_tokens|max_completion_tokens)\b/

const limits = (words: string): Option.Option<Refused> => {
  const [asked] = wanted.exec(words)?.slice(1) ?? []
  const [has, hasNewer] = [/\bmax_tokens\b/.test(words), /\bmax_completion_tokens\b/.test(words)]
  return asked === "max_completion_tokens"
    ? Option.some("max_tokens")
    : asked === "max_tokens"
      ? Option.some("max_completion_tokens")
      : has !== hasNewer && unknown.test(words)
        ? Option.some(has ? "max_tokens" : "max_completion_tokens")
        : Option.none()
}

/** How servers say that they know nobody who instructs. */
export const refusesSystem =
  /\b(?:system|developer) (?:role|instructions?|messages?|prompts?) (?:is |are )?not (?:supported|enabled|allowed)|not support '?"?(?:the )?system/

/** The other parts, each by its name or by how its refusal is worded. */
const named: ReadonlyArray<readonly [refused: Refused, ...words: ReadonlyArray<RegExp>]> = [
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
  ["temperature", /\btemperature\b/],
  ["reasoning_effort", /\breasoning[_.]effort\b|\bthinking (?:level|budget)/],
  ["strict", /\bstrict\b/, unknown],
  ["strict", /\badditionalproperties\b['"` ]{0,3}(?:is required|must be)/],
  [
    "silence",
    /\b(?:content|text|messages?)\b/,
    /\bnon-?empty\b|\b(?:cannot|can't|must not|may not) be (?:empty|blank)\b/
  ],
  ["include", /\bencrypted[ _.]content\b|['"`:\n] ?include\b/, unknown],
  ["store", /['"`:\n] ?store\b/, unknown],
  ["additions", /\b(?:messages?|input)\b/, unknown],
  [
    "additions",
    /\b(?:messages?|input|content|name)\b/,
    /\bnone is not\b|not match (?:the )?pattern|\bgot null\b|\bnot be null\b/
  ]
]

/** The part of a request that a refusal names, in its words in lower case. */
export const refusedIn = (words: string): Option.Option<Refused> =>
  Option.orElse(limits(words), () =>
    Option.map(
      Option.fromNullable(named.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(words)))),
      ([refused]) => refused
    )
  )

/** How to ask again without what was refused: none where that was the last way, or is a setting. */
export const conceding = (dialect: Dialect, refused: Refused | undefined): Option.Option<Dialect> => {
  switch (refused) {
    case "max_tokens":
    case "max_completion_tokens":
      return dialect.limit === refused
        ? Option.some({ ...dialect, limit: refused === "max_tokens" ? "max_completion_tokens" : "max_tokens" })
        : Option.none()
    case "system":
      return dialect.instructs === "system" ? Option.some({ ...dialect, instructs: "user" }) : Option.none()
    case "additions":
      return dialect.takesBack ? Option.some({ ...dialect, takesBack: false }) : Option.none()
    case "silence":
      return dialect.silence === "" ? Option.some({ ...dialect, silence: null }) : Option.none()
    case "include":
    case "store":
      return dialect.omits.includes(refused)
        ? Option.none()
        : Option.some({ ...dialect, omits: [...dialect.omits, refused] })
    default:
      return Option.none()
  }
}
