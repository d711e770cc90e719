import { isTag, isText } from "domhandler"
import { Option } from "effect"
import { parseDocument } from "htmlparser2"
import { removeInvisible } from "./neutral/Characters.ts"
import { cut, storable } from "./Text.ts"

/** Converts HTML to lines of plain text. */

/** Maximum length of a heading, in code points. */
export const maxHeadingLength = 200

type Node = ReturnType<typeof parseDocument>["children"][number]

/** A heading, from `h1` to `h6`. */
export interface Heading {
  readonly rank: number
  readonly text: string
}

/** A heading, or text in which a line feed ends a line and two end a paragraph. */
export type Part = string | Heading

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
const partsOf = (
  nodes: ReadonlyArray<Node>,
  place: { readonly isInItem: boolean; readonly showsTargets: boolean }
): ReadonlyArray<Part> =>
  nodes.flatMap((node): ReadonlyArray<Part> => {
    if (isText(node)) {
      return [node.data.replaceAll(/\s+/g, " ")]
    }
    if (!isTag(node) || hiddenElements.has(node.name)) {
      return []
    }
    const inside = (isInItem: boolean) => partsOf(node.children, { ...place, isInItem })
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
      return inside(place.isInItem)
    }
    switch (node.name) {
      case "br":
        return ["\n"]
      case "a": {
        const parts = inside(place.isInItem)
        return place.showsTargets ? [...parts, hiddenTarget(node.attribs["href"] ?? "", textOf(parts))] : parts
      }
      case "li":
        return ["\n- ", ...inside(true)]
      case "tr":
        return ["\n", ...inside(true)]
      case "td":
      case "th":
        return [" | ", ...inside(true)]
      default:
        return place.isInItem ? ["\n", ...inside(true), "\n"] : ["\n\n", ...inside(false), "\n\n"]
    }
  })

/** Flattens a page into its parts; none when its nesting exhausts the stack of the parsers. */
const flatten = (page: () => string, showsTargets: boolean): Option.Option<ReadonlyArray<Part>> => {
  try {
    return Option.some(partsOf(parseDocument(page()).children, { isInItem: false, showsTargets }))
  } catch (error) {
    if (error instanceof RangeError) {
      return Option.none()
    }
    throw error
  }
}

/** Flattens a page, made by a function that may nest too deeply itself, into its parts, with the targets of links. */
export const partsOfHtml = (page: () => string): Option.Option<ReadonlyArray<Part>> => flatten(page, true)

/** Returns the text of a fragment, with line breaks and without the targets of links; none when it nests too deeply. */
export const htmlToText = (fragment: string): Option.Option<string> =>
  Option.map(
    flatten(() => fragment, false),
    (parts) =>
      normalizeWhitespace(parts.map((part) => (typeof part === "string" ? part : `\n\n${part.text}\n\n`)).join(""))
  )
