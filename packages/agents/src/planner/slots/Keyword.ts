/** What a review should mention, in order of how clearly it is said. */
const patterns: ReadonlyArray<RegExp> = [
  /["“']([^"”']{2,60})["”']/,
  /\b(?:keyword|the words?|the term|the phrase|word)s?:? (.{2,60})$/,
  /\b(?:mention|mentions|mentioned|mentioning|contain|contains|containing|discuss|discussing|bring up|brings up|bringing up|bring|raise)s?(?: (?:of|that it|that))? (.{2,60})$/,
  /\b(?:talk|talks|talking|write|writes|wrote|written|say|says|said|saying|complain|complains|complaining|complained|moan|moaning|rant|anything|something|comment|comments|commenting|praise|rave) (?:anything |something )?(?:about|of|regarding|on) (.{2,60})$/,
  /\b(?:say|says|saying|said|claim|claims)(?: that)?(?: it| they)?(?:'s|'re| is| are| was| has)? (.{2,60})$/,
  /\b(?:search|look|find|check|scan|go|serch|looking|searching)\b.*\bfor (.{2,60})$/,
  /\breviews?(?: \S+){0,8}? (?:about|regarding|concerning|on|with|re) (.{2,60})$/,
  /^(?:any(?:thing)? |some(?:thing)? )?(?:about |on )?(.{2,40}?) in (?:the |its |their )?reviews\b/
]

const edges =
  /^(?:(?:the|its|their|his|a|an|any|some|that|how|is|about|word|words|term)\b\s*)+|(?:\s*\b(?:in|the|its|their|my|of|for|on|from|at|please|pls|thanks|review|reviews|in it|them|it|there|anywhere|anybody|ever|too|also|and|or)\b)+$/g

/** Stands for the product or for nothing. */
const empty = /^(?:it|this|that|them|those|these|they|product|item|one|something|anything|reviews?|customers?|people|)$/

/**
 * The word or two that reviews are to be searched for, from the words of a clause in lower case and without the product's
 * name: "do any reviews of the … mention the battery" is "battery".
 */
export const readKeyword = (words: string): string | null => {
  const text = words
    .toLowerCase()
    .replace(/[?!.,;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.replaceAll(edges, "").trim().replaceAll(edges, "").trim()
    if (found !== undefined && !empty.test(found) && found.split(" ").length <= 3) {
      return found
    }
  }
  return null
}
