/** How an answer to a review shall sound, from the words of a request. */
export const readTone = (words: string): "friendly" | "formal" | null =>
  /\b(?:formal|formally|professional|professionally|businesslike|business|serious|official|officially)\b/.test(words)
    ? "formal"
    : /\b(?:friendly|warm|warmly|kind|nice|nicely|casual|cheerful|personal|relaxed|sweet)\b/.test(words)
      ? "friendly"
      : null
