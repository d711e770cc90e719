import { type Array } from "effect"
import { Language, type Locale, languageOf } from "./Locale.ts"
import { foldWords } from "./ShortMessages.ts"
import { texts, wordsOf } from "./Texts.ts"

/** A summary below its number. */
const numbered = (summary: string, index: number) => `${index + 1}. ${summary.replaceAll("\n", "\n   ")}`

/** Returns what is below an answer that proposes something: the only question that it asks. */
export const block = (summaries: Array.NonEmptyReadonlyArray<string>, locale: Locale): string => {
  const { say } = wordsOf(locale)
  const yes = texts[languageOf(locale)].yes
  return summaries.length === 1
    ? [say("block.headline"), summaries[0], say("block.one", { yes })].join("\n\n")
    : [say("block.headline"), summaries.map(numbered).join("\n"), say("block.several", { yes })].join("\n\n")
}

/** The block's own sentences in all languages, together and one by one. */
const blockSentences = new Set(
  Language.literals.flatMap((language) => {
    const { "block.headline": headline, "block.one": one, "block.several": several, yes } = texts[language]
    return [headline, one.replace("{yes}", yes), several.replace("{yes}", yes)]
      .flatMap((text) => [text, ...text.split(/(?<=[.:?؟。：？])/u)])
      .map(foldWords)
  })
)

/**
 * Returns whether a sentence, or a line that has nothing else, is one that only the server says below an answer, in any
 * language and however it is marked up.
 */
export const isBlockSentence = (text: string): boolean => blockSentences.has(foldWords(text.replace(/[>`~|+]/gu, " ")))
