/** A note in a message, with its place in UTF-16 units. */
export interface FoundNote {
  readonly start: number
  readonly end: number
  /** As the customer wrote it. */
  readonly note: string
}

const marked =
  /(?:\b(?:with|add|leave|and|plus|include|put)(?: on it)? (?:a |the |an )?|\b(?:a|the|my|order|delivery|as) |[,.;] ?)(?:note|comment|delivery instructions?|instructions?|message)(?: saying| that says| reading| to say| for the (?:courier|driver|warehouse)| to the (?:courier|driver|warehouse))?\s*[:,-]?\s+(["“'])?/giu

/** Only an order or a backorder takes a note. */
const takesNote = /\b(?:chec?k\s?out|chekout|check\b|orders?|ordr|backorder|back order|buy|pay|purchase|place)\b/i

/** Shall be read as words of the customer, not of the note. */
const isNoText = (text: string): boolean => text === "" || /^(?:please|to it|on it|that|is|that's)$/iu.test(text)

/** What a note for an order says: `note: leave it at the door`. It goes to its closing quote, else to the end of the line. */
export const findNote = (message: string): FoundNote | null => {
  if (!takesNote.test(message)) {
    return null
  }
  const match = [...message.matchAll(marked)].at(-1)
  if (match === undefined) {
    return null
  }
  const start = match.index + match[0].length
  const quote = match[1]
  const closing = quote === undefined ? -1 : message.slice(start).search(quote === "“" ? /”/ : new RegExp(quote))
  const line = message.slice(start).search(/\n/)
  const end = start + (closing >= 0 ? closing : line >= 0 ? line : message.length - start)
  const note = message
    .slice(start, Math.min(end, start + 500))
    .trim()
    .replace(/[.!,;"”]+$/u, "")
  return isNoText(note) ? null : { start, end, note }
}
