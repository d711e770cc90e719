import { Array } from "effect"
import { Language, type Locale, languageOf } from "./Locale.ts"
import { foldWords } from "./ShortMessages.ts"
import { texts, wordsOf } from "./Texts.ts"

/** Prefixes a summary with its number, and indents its further lines. */
const numbered = (summary: string, index: number) => `${index + 1}. ${summary.replaceAll("\n", "\n   ")}`

/** Returns the server's question below an answer with proposals; nothing else asks for confirmation. */
export const block = (summaries: Array.NonEmptyReadonlyArray<string>, locale: Locale): string => {
  const { say } = wordsOf(locale)
  const yes = texts[languageOf(locale)].yes
  return summaries.length === 1
    ? [say("block.headline"), summaries[0], say("block.one", { yes })].join("\n\n")
    : [say("block.headline"), summaries.map(numbered).join("\n"), say("block.several", { yes })].join("\n\n")
}

/** The block's sentences in all languages, both whole and one by one, folded. */
const blockSentences = new Set(
  Language.literals.flatMap((language) => {
    const { "block.headline": headline, "block.one": one, "block.several": several, yes } = texts[language]
    return [headline, one.replace("{yes}", yes), several.replace("{yes}", yes)]
      .flatMap((text) => [text, ...text.split(/(?<=[.:?؟。：？])/u)])
      .map(foldWords)
  })
)

/** Beginnings of these sentences. */
const blockBeginnings = new Set(
  [...blockSentences].flatMap((sentence) => Array.makeBy(sentence.length - 1, (index) => sentence.slice(0, index + 1)))
)

/** Match of a text with the sentences that only the server may say. */
export type BlockMatch = "sentence" | "beginning" | "other"

/**
 * Compares a text with the block's sentences, in any language and with any markup: it is one, or the beginning of one.
 * A sentence that a longer one begins with is a sentence.
 */
export const matchBlockSentence = (text: string): BlockMatch => {
  const words = foldWords(text.replace(/[>`~|+]/gu, " "))
  return blockSentences.has(words) ? "sentence" : blockBeginnings.has(words) ? "beginning" : "other"
}
