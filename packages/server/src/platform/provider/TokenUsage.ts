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

/** Nothing was told: an answer that used nothing does not exist. */
export const isUntold = ({ tokensIn, tokensOut }: TokenUsage): boolean => tokensIn + tokensOut === 0

/** How many tokens a text has, where nobody tells: four bytes each. */
export const estimate = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)

export const add = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  tokensIn: one.tokensIn + other.tokensIn,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  tokensOut: one.tokensOut + other.tokensOut,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens
})

/** More than any model reads and writes at once. */
const most = { tokensIn: 10_000_000, tokensOut: 1_000_000 }

const count = (tokens: number | undefined, max: number) =>
  tokens !== undefined && tokens > 0 ? Math.min(Math.trunc(tokens), max) : 0

/** As a model tells it: what is missing or impossible counts as nothing, a part is never more than the whole. */
export const make = (told: { readonly [Count in keyof TokenUsage]?: number | undefined }): TokenUsage => {
  const tokensIn = count(told.tokensIn, most.tokensIn)
  const tokensOut = count(told.tokensOut, most.tokensOut)
  return {
    tokensIn,
    cachedTokens: count(told.cachedTokens, tokensIn),
    tokensOut,
    reasoningTokens: count(told.reasoningTokens, tokensOut)
  }
}
