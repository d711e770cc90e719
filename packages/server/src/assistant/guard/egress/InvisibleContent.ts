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
