import { type Phrase } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { type WantedItem } from "../Wish.ts"
import { readCartQuantity } from "./CartQuantity.ts"

/**
 * The products of a clause with how many of each: "3 tents, 2 lamps" is two. A number belongs to the product after it;
 * "socks x3" and "the K87 (2)" count, too.
 */
export const readItems = (
  tokens: ReadonlyArray<TaggedToken>,
  named: ReadonlyArray<Phrase>
): ReadonlyArray<WantedItem> =>
  named.map((phrase, index) => {
    const start = named[index - 1]?.to ?? 0
    const end = named[index + 1]?.from ?? tokens.length
    const before = readCartQuantity(tokens.slice(start, phrase.from), () => false)
    const behind = tokens.slice(phrase.to, Math.min(end, phrase.to + 3))
    const isTimes = behind.some(({ raw }) => /^[x×(]$/i.test(raw))
    return {
      product: { name: phrase.written, source: "message" },
      quantity: before ?? (isTimes ? readCartQuantity(behind, () => false) : null)
    }
  })
