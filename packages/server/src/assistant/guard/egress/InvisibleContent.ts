import { removeInvisible } from "../../../platform/text/neutral/Characters.ts"

const [escape, bell] = ["\u001B", "\u0007"]

/** Terminal control sequences (ECMA-48): CSI, control strings such as OSC links, and two-character escapes. */
const terminalSequences = new RegExp(
  [
    String.raw`(?:${escape}\[|\u009B)[0-?]{0,100}[ -/]{0,10}[@-~]?`,
    String.raw`(?:${escape}[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^${bell}${escape}\u009C\n]{0,4000}(?:${bell}|${escape}\\|\u009C)?`,
    String.raw`${escape}[ -/]{0,10}[0-~]?`
  ].join("|"),
  "g"
)

/**
 * Removes invisible content: terminal sequences, control, format and tag characters, and stray variation selectors.
 * Keeps joiners and selectors that form an emoji or belong to a script.
 */
export const withoutHidden = (text: string): string => removeInvisible(text.replaceAll(terminalSequences, ""))

/** First character of a terminal sequence. */
const sequenceStart = new RegExp(`[${escape}\u0090-\u009F]`)

/** Characters that neither join nor select: no character behind them is visible or invisible because of them. */
const separating = /[ \t\n。！？\u3000\u3041-\u3096\u30A1-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]/

/** Returns the end of the last separating character before a place in the text, or 0. */
const lastSeparated = (text: string, before: number): number => {
  let end = before
  while (end > 0 && !separating.test(text.charAt(end - 1))) {
    end--
  }
  return end
}

/**
 * Returns the length of the beginning of a text that `withoutHidden` can read by itself, because nothing that follows
 * changes what is invisible in it. Only an end behind the first `read` characters is looked for.
 */
export const readableLength = (text: string, read: number): number => {
  const end = read + lastSeparated(text.slice(read), text.length - read)
  if (end === read) {
    return 0
  }
  // A terminal sequence may go on behind the end.
  return sequenceStart.test(text)
    ? [...text.slice(0, end).matchAll(terminalSequences)]
        .toReversed()
        .reduce(
          (length, { 0: found, index }) =>
            length <= index + found.length ? lastSeparated(text, Math.min(length, index)) : length,
          end
        )
    : end
}
