import { cut } from "../text/Text.ts"

/** Code points that show nothing but can hide, reorder or separate text; tab and line feed stay. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Characters that some readers take for a line end. */
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** Fences of code blocks. */
const fences = /[`~]{3,}/g

/** Starts and ends of tags, comments and chat-template tokens such as `<system>`, `</s>`, `<!--`, `<|im_start|>`. */
const tagStarts = /<(?=[\p{L}/!?|])/gu
const tokenEnds = /\|>/g

/** Turn tokens in brackets, such as `[INST]`. */
const bracketTokens = /\[[^\S\n]*(\/?)(inst|sys|system|developer|assistant|user|tool)[^\S\n]*\]/gi

/** A line that begins as if somebody else spoke. */
const roleMarkers =
  /^([^\S\n]*(?:[>*#_-][^\S\n]*)*)(system|developer|assistant|user|human|tool|function)([*_]*)[^\S\n]*[:：]/gim

/**
 * Text that cannot pretend to be anything but text: without invisible characters, without fences, tags, chat tokens
 * and role markers that work, and at most `maxLength` code points long. Applied twice it changes nothing more.
 */
export const neutralText = (text: string, maxLength: number): string => {
  const visible = cut(text.replaceAll(lineEnds, "\n").replaceAll(invisible, ""), maxLength)
  const broken = visible
    .replaceAll(fences, (fence) => [...fence].join(" "))
    .replaceAll(tagStarts, "< ")
    .replaceAll(tokenEnds, "| >")
    .replaceAll(bracketTokens, "($1$2)")
    .replaceAll(roleMarkers, "$1($2)$3")
  return cut(broken, maxLength)
}
