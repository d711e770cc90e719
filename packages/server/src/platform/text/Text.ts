/** Text as PostgreSQL can keep it: what `text` and `jsonb` refuse (U+0000, lone surrogates) is replaced. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Cs}]/gu, "\uFFFD")

/** The first `length` code points of a text. */
export const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("")

/** One line of a text, cut to `length` code points at a word, with an ellipsis where something is left out. */
export const excerpt = (text: string, length: number): string => {
  const line = text.replace(/\s+/gu, " ").trim()
  const start = cut(line, length)
  return start === line ? line : `${start.replace(/\s\S*$/u, "")}…`
}

/** A pattern for LIKE that matches this text, whatever characters it has. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/** The same for everything with this text in it. */
export const containing = (text: string): string => `%${literally(text)}%`
