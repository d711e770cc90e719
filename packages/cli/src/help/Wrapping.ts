/** Lines of at most so many columns, broken between words only. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> =>
  text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .reduce<ReadonlyArray<string>>((lines, word) => {
      const last = lines.at(-1)
      return last !== undefined && last.length + 1 + word.length <= columns
        ? [...lines.slice(0, -1), `${last} ${word}`]
        : [...lines, word]
    }, [])

/** The same for text with lines of its own: those that fit stay as they are, the others keep their beginnings. */
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

/** Names with their texts in a second column; a longer name has its text below it. */
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
