import { questionMark } from "@storefront/domain/words/ShortMessages"

/** Preparation of a model's text that is followed by the server's block. */

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" })

/** End of a question: the question mark, and any punctuation, emphasis or emoji after it. */
const questionEnd = new RegExp(
  `${questionMark.source}[${questionMark.source.slice(1, -1)}!.…！。\\p{Pf}\\p{Pe}\\p{Po}"'*_~\\p{Extended_Pictographic}\\uFE0F\\s]*$`,
  "u"
)

/** Markup that could hide or reorder the block: tags, comments and direction marks. */
const hidingMarkup = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/giu

/** Number of a list item in any notation, with the quotation, list and emphasis marks around it. */
const listNumber =
  /^([^\S\n]*)(?:[>|#*+-]+[^\S\n]+)*([*_]{0,3})(?:[([]?\p{Nd}{1,3}\\?[.):：、．\]](?!\p{Nd})|\p{Nd}\uFE0F?\u20E3|[\u2460-\u249B\u2776-\u2793])([*_]{0,3})[^\S\n]*/gmu

/** Line that can open or close a code fence: its marks, and the text after them. */
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gmu

/** Removes questions, but not their line breaks. */
const withoutQuestions = (text: string): string =>
  Array.from(sentences.segment(text), ({ segment }) =>
    questionEnd.test(segment) ? segment.replaceAll(/[^\n]/g, "") : segment
  ).join("")

const withClosedFences = (text: string): string => {
  let open = ""
  for (const [, mark = "", behind = ""] of text.matchAll(fence)) {
    const opens = open === "" && !(mark.startsWith("`") && behind.includes("`"))
    const closes = open !== "" && mark.startsWith(open) && behind.trim() === ""
    open = opens ? mark : closes ? "" : open
  }
  return open === "" ? text : `${text}\n${open}`
}

/** Removes questions, list numbers and hiding markup, so that a reply can only refer to the server's block. */
export const textAboveBlock = (text: string): string =>
  withClosedFences(
    withoutQuestions(text.replaceAll(hidingMarkup, ""))
      .replaceAll(listNumber, (_line, indent: string, opening: string, closing: string) =>
        closing === "" ? `${indent}- ${opening}` : `${indent}- `
      )
      .replaceAll(/(?<![^\S\n])[^\S\n]+$/gmu, "")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim()
  )
