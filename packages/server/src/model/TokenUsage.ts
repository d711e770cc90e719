/** What a model read and wrote. */
export interface TokenUsage {
  readonly tokensIn: number
  /** Of `tokensIn`: what the provider had read before. */
  readonly cachedTokens: number
  readonly tokensOut: number
  /** Of `tokensOut`: what the model said to itself. */
  readonly reasoningTokens: number
}

export const noTokens: TokenUsage = { tokensIn: 0, cachedTokens: 0, tokensOut: 0, reasoningTokens: 0 }

export const add = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  tokensIn: one.tokensIn + other.tokensIn,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  tokensOut: one.tokensOut + other.tokensOut,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens
})

/** More than any model takes, and little enough that the answers of a turn add up to what the log can keep. */
const maxTokens = 100_000_000

const count = (tokens: number | undefined, max: number) =>
  tokens !== undefined && tokens > 0 ? Math.min(Math.trunc(tokens), max) : 0

/** As a model tells it: what is missing or impossible counts as nothing, a part is never more than the whole. */
export const make = (told: { readonly [Count in keyof TokenUsage]?: number | undefined }): TokenUsage => {
  const tokensIn = count(told.tokensIn, maxTokens)
  const tokensOut = count(told.tokensOut, maxTokens)
  return {
    tokensIn,
    cachedTokens: count(told.cachedTokens, tokensIn),
    tokensOut,
    reasoningTokens: count(told.reasoningTokens, tokensOut)
  }
}
