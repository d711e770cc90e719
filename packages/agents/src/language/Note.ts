const marked =
  /\b(?:(?:with|add|and|plus|leave|put)?\s*(?:a |the |my )?(?:note|comment|instructions?|delivery instructions?|memo|remark|message)(?: (?:saying|that says|reading|to say|is|to the (?:courier|driver|warehouse)))?)\s*[:,-]?\s+["“']?([^"”\n]{2,500}?)["”']?\s*(?:$|\n)/iu

/** What a note for an order says, as the customer wrote it: `note: leave it at the door`. */
export const readNote = (text: string): string | null => {
  const note = marked
    .exec(text)?.[1]
    ?.trim()
    .replace(/[.!,;]+$/u, "")
  return note === undefined || note === "" || /^(?:please|to it|on it)$/iu.test(note) ? null : note
}
