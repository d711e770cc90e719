/** Only what runs low is asked for, from the words of a clause. */
export const readLowStock = (words: string): boolean =>
  /\b(?:low|lowest|lower) (?:on |in )?(?:stock|inventory|supply|quantity)\b|\brun(?:ning|s)? (?:low|out|short)\b|\b(?:is|are|be|what's|whats|anything|something|items?|products?|listings?|mine|stuff) (?:\w+ ){0,2}low\b|\balmost (?:out|gone|sold)\b|\bnearly (?:out|gone|sold)\b|\bbelow (?:the |its |their )?(?:threshold|reorder)\b|\b(?:restock(?:ing)?|replenish(?:ing|ed)?|refill|reorder)\b|\bout of stock\b|\bsold out\b|\blow\b$/.test(
    words
  )
