import { isTag, isText } from "domhandler"
import { parseDocument } from "htmlparser2"
import { Option } from "effect"
import { Marked } from "marked"
import { removeInvisible } from "../../platform/text/neutral/Characters.ts"
import { cut, storable } from "../../platform/text/Text.ts"

/** Converts a page of Markdown, with any HTML within it, to sections of plain text. */

/** A heading with the text below it; the heading is null for text above the first one. */
export interface Section {
  readonly heading: string | null
  readonly paragraphs: ReadonlyArray<string>
}

/** Maximum length of a heading, in code points. */
const maxHeadingLength = 200

const markdown = new Marked({ gfm: true })

type Node = ReturnType<typeof parseDocument>["children"][number]

interface Heading {
  readonly rank: number
  readonly text: string
}

/** A heading, or text in which a line feed ends a line and two end a paragraph. */
type Part = string | Heading

/** Elements whose text is not rendered. */
const hiddenElements = new Set(["script", "style", "head", "template", "noscript", "svg", "iframe", "object"])

/** Inline elements; all others are treated as blocks. */
const inlineElements = new Set(
  "abbr b bdi bdo cite code del dfn em font i img input ins kbd label mark q s small span strong sub sup time u var wbr".split(
    " "
  )
)

/** Removes invisible characters and collapses blanks and empty lines. */
export const normalizeWhitespace = (text: string): string =>
  storable(removeInvisible(text))
    .replaceAll(/(^|\n)-\s+/g, "$1- ")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ |]*/g, "\n")
    .replaceAll(/^- ?$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()

const textOf = (parts: ReadonlyArray<Part>): string =>
  parts.map((part) => (typeof part === "string" ? part : ` ${part.text} `)).join("")

/** Returns a link's target in parentheses when its text does not show it, because plain text has no links. */
const hiddenTarget = (href: string, text: string): string =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && !text.includes(href.replace(/^(?:mailto|tel):/i, ""))
    ? ` (${href.replace(/^(?:mailto|tel):/i, "")})`
    : ""

/** Flattens nodes into parts. Within a list item or table cell, paragraphs become lines. */
const partsOf = (nodes: ReadonlyArray<Node>, isInItem: boolean): ReadonlyArray<Part> =>
  nodes.flatMap((node): ReadonlyArray<Part> => {
    if (isText(node)) {
      return [node.data.replaceAll(/\s+/g, " ")]
    }
    if (!isTag(node) || hiddenElements.has(node.name)) {
      return []
    }
    const inside = (isItem: boolean) => partsOf(node.children, isItem)
    const [, rank] = /^h([1-6])$/.exec(node.name) ?? []
    if (rank !== undefined) {
      return [
        {
          rank: Number(rank),
          text: cut(normalizeWhitespace(textOf(inside(true))).replaceAll("\n", " "), maxHeadingLength)
        }
      ]
    }
    if (inlineElements.has(node.name)) {
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

/** Parses a page into its parts; none when its nesting exhausts the stack of the parsers. */
const parse = (page: string): Option.Option<ReadonlyArray<Part>> => {
  try {
    return Option.some(partsOf(parseDocument(markdown.parse(page, { async: false })).children, false))
  } catch (error) {
    if (error instanceof RangeError) {
      return Option.none()
    }
    throw error
  }
}

/** Groups parts into sections by their headings. */
const group = (parts: ReadonlyArray<Part>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  // Headings above the current text, outermost first.
  let outline: ReadonlyArray<Heading & { readonly isEmpty: boolean }> = []
  let text: Array<string> = []
  const closeSection = () => {
    const body = normalizeWhitespace(text.join(""))
    const inner = outline.at(-1)
    outline = inner === undefined ? outline : [...outline.slice(0, -1), { ...inner, isEmpty: body === "" }]
    if (body !== "") {
      const path = outline.filter((heading) => heading.rank === inner?.rank || (heading.rank > 1 && heading.isEmpty))
      const heading = path.map(({ text }) => text).join(": ")
      sections.push({ heading: heading === "" ? null : cut(heading, maxHeadingLength), paragraphs: body.split("\n\n") })
    }
    text = []
  }
  for (const part of parts) {
    if (typeof part === "string") {
      text.push(part)
    } else if (part.text !== "") {
      closeSection()
      outline = [...outline.filter(({ rank }) => rank < part.rank), { ...part, isEmpty: true }]
    }
  }
  closeSection()
  return sections
}

/**
 * Returns the sections of a page in order; none when it is nested too deeply. A heading of rank 1 is the page's title,
 * and no part of lower headings. Other headings without text prefix those below them: "Returns: How long do I have?".
 */
export const sectionsOf = (page: string): Option.Option<ReadonlyArray<Section>> => Option.map(parse(page), group)
