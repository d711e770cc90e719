/** Breaks a text into lines of at most so many columns, between words only. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/u).filter((each) => each !== "")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`
    if (lines.length > 0 && longer.length <= columns) {
      lines.splice(-1, 1, longer)
    } else {
      lines.push(word)
    }
  }
  return lines
}

/** Wraps each line of a text on its own: those that fit stay as they are, the others keep their indentation. */
export const fold = (text: string, columns: number): string =>
  text
    .split("\n")
    .flatMap((line) => {
      if (line.length <= columns) {
        return [line]
      }
      const start = /^\s*(?:- )?/u.exec(line)?.[0] ?? ""
      const [first = "", ...others] = wrap(line.slice(start.length), columns - start.length)
      return [`${start}${first}`, ...others.map((other) => `${" ".repeat(start.length)}${other}`)]
    })
    .join("\n")

/** The widest name that has its text beside it. */
const widestName = 32

/** Lays out names with their texts in a second column; a longer name has its text below it. */
export const table = (
  rows: ReadonlyArray<{ readonly name: string; readonly text: string }>,
  columns: number,
  paint: (name: string) => string = (name) => name
): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(({ name }) => (name.length > widestName ? 0 : name.length)), 0)
  const margin = " ".repeat(width + 4)
  return rows.flatMap(({ name, text }) => {
    const lines = wrap(text, columns - margin.length)
    const isBeside = name.length <= width
    const [first = "", ...others] = isBeside ? lines : ["", ...lines]
    return [
      `  ${paint(name)}${" ".repeat(Math.max(0, width - name.length))}  ${first}`.trimEnd(),
      ...others.map((line) => `${margin}${line}`)
    ]
  })
}
