import { BigDecimal, Option } from "effect"
import { type PriceTable } from "../../platform/config/PriceConfig.ts"
import { type TokenUsage } from "../../platform/provider/TokenUsage.ts"

/** Decimal places of a millionth, since prices are per million tokens. */
const million = 6

/** Returns the exact cost of tokens; none if the model has no price. */
export const costOf = (
  table: PriceTable,
  model: string,
  { cachedTokens, cacheWriteTokens, tokensIn, tokensOut }: TokenUsage
): Option.Option<BigDecimal.BigDecimal> =>
  Option.map(Option.fromNullable(table[model]), ({ cache_write, cached_input, input, output }) => {
    const price = (tokens: number, perMillion: BigDecimal.BigDecimal) =>
      BigDecimal.multiply(BigDecimal.make(BigInt(tokens), million), perMillion)
    return BigDecimal.sumAll([
      price(tokensIn - cachedTokens - cacheWriteTokens, input),
      price(cachedTokens, cached_input ?? input),
      price(cacheWriteTokens, cache_write ?? input),
      price(tokensOut, output)
    ])
  })
