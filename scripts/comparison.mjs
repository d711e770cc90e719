/** Whether a command has said what a page shows. */

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
const trace = "[0-9a-f]{32}"
const id = new RegExp(`\\b(?:${uuid}|${trace})\\b`, "gu")
const months = "January|February|March|April|May|June|July|August|September|October|November|December"

/** What is different each time, in a page and in what is said. */
const kinds = [
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z/u, "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"],
  [/^\d{4}-\d\d-\d\d/u, "\\d{4}-\\d\\d-\\d\\d"],
  [new RegExp(`^(?:${months}) \\d+, \\d{4}`, "u"), `(?:${months}) \\d+, \\d{4}`],
  [/^#[0-9A-F]{4}-[0-9A-F]{4}/u, "#[0-9A-F]{4}-[0-9A-F]{4}"],
  [/^…/u, "[^]*?"],
  [/^\s+/u, "\\s+"]
]

/** Times, sizes and their bars, for blocks in which they are marked as varying. */
const figures = [
  [/^[█\s]*█[█\s]*/u, "[█\\s]*"],
  [/^\d[\d.,]*/u, "\\d[\\d.,]*"]
]

const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")

/** Codes of colours, and what npm says of the machine it runs on. */
const plain = (text) =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[\d;]*m/gu, "")
    .replaceAll(/^npm (?:warn|notice).*\n?/gmu, "")
    .trim()

/** The ids of the pages, and those that stand for them in this run. */
export const makeIds = () => {
  const known = new Map()
  return {
    /** A command of a page, with the ids of this run. */
    inCommand: (command) => command.replaceAll(id, (shown) => known.get(shown) ?? shown),

    /** Whether this is what the page shows; then its ids are known. White space is all the same. */
    match: (shown, said, figuresVary) => {
      const found = []
      let pattern = ""
      let rest = plain(shown)
      while (rest !== "") {
        const [shownId] = rest.match(new RegExp(`^${id.source}`, "u")) ?? []
        const kind = [...kinds, ...(figuresVary ? figures : [])].find(([beginning]) => beginning.test(rest))
        if (shownId !== undefined) {
          const before = found.indexOf(shownId)
          if (known.has(shownId)) {
            pattern += known.get(shownId)
          } else if (before === -1) {
            found.push(shownId)
            pattern += `(?<id${found.length}>${shownId.includes("-") ? uuid : trace})`
          } else {
            pattern += `\\k<id${before + 1}>`
          }
          rest = rest.slice(shownId.length)
        } else if (kind === undefined) {
          pattern += escaped(rest[0])
          rest = rest.slice(1)
        } else {
          pattern += kind[1]
          rest = rest.replace(kind[0], "")
        }
      }
      const match = new RegExp(`^${pattern}$`, "u").exec(plain(said))
      found.forEach((shownId, index) => match !== null && known.set(shownId, match.groups[`id${index + 1}`]))
      return match !== null
    }
  }
}
