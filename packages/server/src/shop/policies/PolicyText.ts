import { Option } from "effect"
import { Marked } from "marked"
import {
  type Heading,
  maxHeadingLength,
  normalizeWhitespace,
  type Part,
  partsOfHtml
} from "../../platform/text/HtmlText.ts"
import { cut } from "../../platform/text/Text.ts"

/** Converts a page of Markdown, with any HTML within it, to sections of plain text. */

/** A heading with the text below it; the heading is null for text above the first one. */
export interface Section {
  readonly heading: string | null
  readonly paragraphs: ReadonlyArray<string>
}

const markdown = new Marked({ gfm: true })

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
export const sectionsOf = (page: string): Option.Option<ReadonlyArray<Section>> =>
  Option.map(
    partsOfHtml(() => markdown.parse(page, { async: false })),
    group
  )
