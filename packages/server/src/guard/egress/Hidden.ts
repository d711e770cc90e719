import { seen } from "../neutral/Characters.ts"

/** Sequences that a terminal obeys: CSI, strings such as OSC links to their end, and the shorter ones. */
const terminalSequences =
  /(?:\u001B\[|\u009B)[0-?]{0,100}[ -/]{0,10}[@-~]?|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]{0,4000}(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]{0,10}[0-~]?/g

/**
 * Returns the text without what nobody sees: terminal sequences, control and format characters, tags and loose selectors.
 * Joiners and selectors that make an emoji or belong to a script stay.
 */
export const withoutHidden = (text: string): string => seen(text.replaceAll(terminalSequences, ""))
