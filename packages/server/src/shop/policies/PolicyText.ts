import { isTag, isText } from "domhandler"
import { parseDocument } from "htmlparser2"
import { Option } from "effect"
import { Marked } from "marked"
import { seen } from "../../platform/text/neutral/Characters.ts"
import { cut, storable } from "../../platform/text/Text.ts"

/** The plain text of a page that is written in Markdown, and of the HTML in it. */

/** A heading and what stands below it; what stands above the first heading has none. */
export interface Section {
  readonly heading: string | null
  readonly paragraphs: ReadonlyArray<string>
}

/** Code points of a heading at most. */
const longestHeading = 200

const markdown = new Marked({ gfm: true })

type Node = ReturnType<typeof parseDocument>["children"][number]

interface Heading {
  readonly rank: number
  readonly text: string
}

/** A part of a page: a heading, or text in which one line feed ends a line and two a paragraph. */
type Part = string | Heading

/** Elements whose text no reader sees. */
const unseen = new Set(["script", "style", "head", "template", "noscript", "svg", "iframe", "object"])

/** Elements that stand in a line; any other one is a paragraph. */
const inline = new Set(
  "abbr b bdi bdo cite code del dfn em font i img input ins kbd label mark q s small span strong sub sup time u var wbr".split(
    " "
  )
)

/** Returns a text without what nobody sees, and with no more blanks and empty lines than it needs. */
export const tidy = (text: string): string =>
  storable(seen(text))
    .replaceAll(/(^|\n)-\s+/g, "$1- ")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ |]*/g, "\n")
    .replaceAll(/^- ?$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()

const textOf = (parts: ReadonlyArray<Part>): string =>
  parts.map((part) => (typeof part === "string" ? part : ` ${part.text} `)).join("")

/** The address of a link that its text does not show: whoever reads the plain text could not follow it. */
const hiddenTarget = (href: string, text: string): string =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && !text.includes(href.replace(/^(?:mailto|tel):/i, ""))
    ? ` (${href.replace(/^(?:mailto|tel):/i, "")})`
    : ""

/** `isInItem` is inside an item of a list or a cell of a table, whose paragraphs are lines. */
const partsOf = (nodes: ReadonlyArray<Node>, isInItem: boolean): ReadonlyArray<Part> =>
  nodes.flatMap((node): ReadonlyArray<Part> => {
    if (isText(node)) {
      return [node.data.replaceAll(/\s+/g, " ")]
    }
    if (!isTag(node) || unseen.has(node.name)) {
      return []
    }
    const inside = (isItem: boolean) => partsOf(node.children, isItem)
    const [, rank] = /^h([1-6])$/.exec(node.name) ?? []
    if (rank !== undefined) {
      return [{ rank: Number(rank), text: cut(tidy(textOf(inside(true))).replaceAll("\n", " "), longestHeading) }]
    }
    if (inline.has(node.name)) {
      return inside(isInItem)
    }
    switch (node.name) {
      case "br":
        return ["\n"]
      case "a": {
        const parts = inside(isInItem)
        return [...parts, hiddenTarget(node.attribs["href"] ?? "", textOf(parts))]
      }
      case "li":
        return ["\n- ", ...inside(true)]
      case "tr":
        return ["\n", ...inside(true)]
      case "td":
      case "th":
        return [" | ", ...inside(true)]
      default:
        return isInItem ? ["\n", ...inside(true), "\n"] : ["\n\n", ...inside(false), "\n\n"]
    }
  })

/** The parts of a page; none if they are within each other so deep that the parsers cannot follow. */
const read = (page: string): Option.Option<ReadonlyArray<Part>> => {
  try {
    return Option.some(partsOf(parseDocument(markdown.parse(page, { async: false })).children, false))
  } catch (error) {
    if (error instanceof RangeError) {
      return Option.none()
    }
    throw error
  }
}

const inSections = (parts: ReadonlyArray<Part>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  // The headings above a text, each of a smaller rank than the next.
  let above: ReadonlyArray<Heading & { readonly isEmpty: boolean }> = []
  let text: Array<string> = []
  const end = () => {
    const body = tidy(text.join(""))
    const own = above.at(-1)
    above = own === undefined ? above : [...above.slice(0, -1), { ...own, isEmpty: body === "" }]
    if (body !== "") {
      const path = above.filter((heading) => heading.rank === own?.rank || (heading.rank > 1 && heading.isEmpty))
      const heading = path.map(({ text }) => text).join(": ")
      sections.push({ heading: heading === "" ? null : cut(heading, longestHeading), paragraphs: body.split("\n\n") })
    }
    text = []
  }
  for (const part of parts) {
    if (typeof part === "string") {
      text.push(part)
    } else if (part.text !== "") {
      end()
      above = [...above.filter(({ rank }) => rank < part.rank), { ...part, isEmpty: true }]
    }
  }
  end()
  return sections
}

/**
 * Returns the sections of a page, in its order; a heading of the first rank is a title, and not part of those below it. A section without
 * text of its own gives its heading to those below it: "Returns: How long do I have?". None of a page whose parts are within each other too deep.
 */
export const sectionsOf = (page: string): Option.Option<ReadonlyArray<Section>> => Option.map(read(page), inSections)
