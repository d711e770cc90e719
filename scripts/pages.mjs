import { readdirSync, readFileSync } from "node:fs"

/** What pages tell their readers to type, and what they show them for it. */

/** README, then the pages in their order. */
export const pages = (root) => [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(`${root}/docs`)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => `docs/${name}`)
]

/** Languages of blocks in which nothing is typed. */
const silent = new Set(["csv", "diff", "html", "ini", "js", "json", "jsonl", "php", "python", "text", "ts"])

/** A comment right before a block, which readers do not see. */
const remark = /^<!-- (not run: .+|figures vary|needs TEST_DATABASE_URL) -->$/u

/** A command goes on in the next line after a backslash. */
const commandsOf = (lines) =>
  lines
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))

/** `sh` is commands; in `console` they follow a dollar sign, and what they print follows them. */
const stepsOf = (language, lines) => {
  if (language === "sh") {
    return commandsOf(lines).map((command) => ({ command, shown: [] }))
  }
  const steps = []
  for (const line of lines) {
    if (line.startsWith("$ ")) {
      steps.push({ command: line.slice(2), shown: [] })
    } else {
      steps.at(-1)?.shown.push(line)
    }
  }
  return steps
}

/** All fenced blocks of a page: where they begin, their language, the file that they show, and the remark before them. */
const fencedBlocks = (root, page) => {
  const blocks = []
  let block
  let said
  for (const [index, line] of readFileSync(`${root}/${page}`, "utf8").split("\n").entries()) {
    if (block === undefined && line.startsWith("```")) {
      const [language, file] = line.slice(3).split(" ")
      block = { at: `${page}:${index + 1}`, language, file, said, lines: [] }
    } else if (line === "```") {
      blocks.push(block)
      block = undefined
    } else if (block !== undefined) {
      block.lines.push(line)
    }
    if (line !== "") {
      said = remark.exec(line)?.[1]
    }
  }
  return blocks
}

/** The files that a page shows for its commands: blocks that name one after their language. */
export const filesOf = (root, page) =>
  fencedBlocks(root, page).flatMap(({ file, lines }) =>
    file === undefined ? [] : [{ name: file, content: `${lines.join("\n")}\n` }]
  )

/**
 * The blocks of a page with commands: where they begin, their commands, why they are not run, whether they need a server
 * of databases, whether their figures are always others.
 */
export const blocksOf = (root, page) =>
  fencedBlocks(root, page)
    .filter(({ language }) => !silent.has(language))
    .map(({ at, language, lines, said = "" }) => {
      if (language !== "sh" && language !== "console") {
        throw new Error(`${at}: is this sh, console, or one of ${[...silent].join(", ")}?`)
      }
      return {
        at,
        steps: stepsOf(language, lines),
        reason: said.startsWith("not run: ") ? said.slice("not run: ".length) : undefined,
        needsDatabase: said === "needs TEST_DATABASE_URL",
        figuresVary: said === "figures vary"
      }
    })
