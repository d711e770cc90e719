/** Replaces the characters that PostgreSQL's `text` and `jsonb` refuse: U+0000 and lone surrogates. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, "\uFFFD")

/** Returns the first `length` code points of a text. */
export const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("")

/** Returns a text on one line, cut between words to `length` code points, with an ellipsis if it was cut. */
export const excerpt = (text: string, length: number): string => {
  const line = text.replace(/\s+/gu, " ").trim()
  const start = cut(line, length)
  return start === line ? line : `${start.replace(/\s\S*$/u, "")}…`
}

/** Escapes a text for use in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/** Returns a LIKE pattern that matches every text containing this one. */
export const likeContaining = (text: string): string => `%${escapeLike(text)}%`
