/** Tokens that a model read and wrote. */
export interface TokenUsage {
  readonly tokensIn: number
  /** Part of `tokensIn` that was read from the provider's cache. */
  readonly cachedTokens: number
  /** Part of `tokensIn` that was written to the provider's cache, if it counts that (Anthropic). */
  readonly cacheWriteTokens: number
  readonly tokensOut: number
  /** Part of `tokensOut` that is reasoning. */
  readonly reasoningTokens: number
}

export const noTokens: TokenUsage = {
  tokensIn: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  tokensOut: 0,
  reasoningTokens: 0
}

/** Returns whether no usage was reported, since no answer uses zero tokens. */
export const isUnreported = ({ tokensIn, tokensOut }: TokenUsage): boolean => tokensIn + tokensOut === 0

/** Estimates the tokens of a text at four bytes each. */
export const estimate = (bytes: number): number => Math.ceil(bytes / 4)

export const add = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  tokensIn: one.tokensIn + other.tokensIn,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  tokensOut: one.tokensOut + other.tokensOut,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens
})

/** Upper bounds, above the limits of any model. */
const maxTokens = { tokensIn: 10_000_000, tokensOut: 1_000_000 }

const count = (tokens: number | undefined, max: number) =>
  tokens !== undefined && tokens > 0 ? Math.min(Math.trunc(tokens), max) : 0

/** Makes a usage from reported counts: missing or negative become zero, large ones are capped, parts at the whole. */
export const make = (reported: { readonly [Count in keyof TokenUsage]?: number | undefined }): TokenUsage => {
  const tokensIn = count(reported.tokensIn, maxTokens.tokensIn)
  const tokensOut = count(reported.tokensOut, maxTokens.tokensOut)
  const cachedTokens = count(reported.cachedTokens, tokensIn)
  return {
    tokensIn,
    cachedTokens,
    cacheWriteTokens: count(reported.cacheWriteTokens, tokensIn - cachedTokens),
    tokensOut,
    reasoningTokens: count(reported.reasoningTokens, tokensOut)
  }
}
