import { seen } from "../../../platform/text/neutral/Characters.ts"

const [escape, bell] = ["\u001B", "\u0007"]

/** Sequences that a terminal obeys: CSI, strings such as OSC links up to their end, and the shorter ones. */
const terminalSequences = new RegExp(
  [
    String.raw`(?:${escape}\[|\u009B)[0-?]{0,100}[ -/]{0,10}[@-~]?`,
    String.raw`(?:${escape}[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^${bell}${escape}\u009C\n]{0,4000}(?:${bell}|${escape}\\|\u009C)?`,
    String.raw`${escape}[ -/]{0,10}[0-~]?`
  ].join("|"),
  "g"
)

/**
 * Removes invisible content: terminal sequences, control and format characters, tags and loose selectors. Joiners and
 * selectors that make an emoji or belong to a script stay.
 */
export const withoutHidden = (text: string): string => seen(text.replaceAll(terminalSequences, ""))
