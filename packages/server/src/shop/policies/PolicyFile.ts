import { PolicyKind, PolicyLocale, PolicySlug } from "@storefront/domain/Policies"
import { Array, Either, Option, Schema } from "effect"
import { normalizeWhitespace } from "../../platform/text/HtmlText.ts"
import { cut } from "../../platform/text/Text.ts"
import { shopLocale } from "./PolicyLocales.ts"
import { type Section, sectionsOf } from "./PolicyText.ts"
import { wordsOf } from "./PolicyWords.ts"

/** Parses a policy file, Markdown with front matter, into passages to store and search. */

/** A unit of search: a section of a policy, or a part of a long one. */
export interface Passage {
  readonly heading: string | null
  /** Plain text, at most 2,000 code points. */
  readonly text: string
}

/** A policy to store; a null `url` means the shop's own page. */
export interface PolicyDraft {
  readonly slug: PolicySlug
  readonly locale: PolicyLocale
  readonly kind: PolicyKind
  readonly title: string
  readonly url: string | null
  readonly passages: Array.NonEmptyReadonlyArray<Passage>
}

/** A problem that prevents a file from being imported. */
export interface FileProblem {
  readonly file: string
  readonly line: number
  readonly problem: string
}

/** Maximum lengths of a passage and of a title, in code points. */
const maxPassageLength = 2000
const maxTitleLength = 200

/** Maximum number of passages per policy. */
const maxPassages = 500

const exceeds = (text: string, most: number) => text.length > most && [...text].length > most

/** Splits a text into parts of allowed length: after a line, else after a sentence, else at a blank. */
const splitText = (text: string): ReadonlyArray<string> => {
  if (!exceeds(text, maxPassageLength)) {
    return text === "" ? [] : [text]
  }
  const head = cut(text, maxPassageLength)
  const ends = [/[\s\S]*\n/, /[\s\S]*[.!?。！？؟]\s/u, /[\s\S]*\s/].flatMap((pattern) => pattern.exec(head)?.[0] ?? [])
  // In order of preference; a break in the first third of the text would leave a fragment.
  const firstPart = ends.find((piece) => piece.length > head.length / 3) ?? head
  return [firstPart.trim(), ...splitText(text.slice(firstPart.length).trim())]
}

/** Merges consecutive paragraphs that fit into one passage. */
const packPassages = (paragraphs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const piece of paragraphs.flatMap(splitText)) {
    const last = texts.at(-1)
    const joined = `${last}\n\n${piece}`
    if (last === undefined || exceeds(joined, maxPassageLength)) {
      texts.push(piece)
    } else {
      texts[texts.length - 1] = joined
    }
  }
  return texts
}

/** Makes one passage per section; splits sections that are too long, between paragraphs if possible. */
const passagesOf = (sections: ReadonlyArray<Section>): ReadonlyArray<Passage> =>
  sections.flatMap(({ heading, paragraphs }) => packPassages(paragraphs).map((text) => ({ heading, text })))

/** Returns the full text of a policy, with headings on their own lines. */
export const bodyOf = ({ passages }: Pick<PolicyDraft, "passages">): string =>
  passages
    .map(({ heading, text }, at) =>
      heading === null || heading === passages[at - 1]?.heading ? text : `${heading}\n\n${text}`
    )
    .join("\n\n")

/** Returns the row of a passage, with the words that questions are matched with. */
export const passageRow = (draft: PolicyDraft, { heading, text }: Passage, position: number) => ({
  slug: draft.slug,
  locale: draft.locale,
  position,
  heading,
  text,
  headwords: wordsOf(`${draft.title} ${heading ?? ""}`).join(" "),
  words: wordsOf(text).join(" ")
})

const decodeSlug = Schema.decodeOption(PolicySlug)
const decodeLocale = Schema.decodeUnknownOption(PolicyLocale)
const decodeKind = Schema.decodeUnknownOption(PolicyKind)

const keys = ["title", "kind", "url", "locale"] as const
type Key = (typeof keys)[number]

/**
 * Returns whether a text is a web address. Brackets and quotation marks must be percent-encoded, because they end a
 * link that is recognised in plain text.
 */
const isUrl = (text: string) =>
  /^https?:\/\/[A-Za-z0-9\-._~:/?#@!$&*+,;=%]+$/i.test(text) && URL.canParse(text) && text.length <= 2000

/** A value of the front matter, with its line number. */
interface Field {
  readonly line: number
  readonly value: string
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

/** Parses the front matter, `key: value` lines between two lines of `---`. `end` is the index of the second. */
const frontMatter = (lines: ReadonlyArray<string>) => {
  const problems: Array<{ readonly line: number; readonly problem: string }> = []
  const fields = new Map<string, Field>()
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---")
  if (lines[0]?.trimEnd() !== "---" || end < 0) {
    const problem =
      end < 0 && lines[0]?.trimEnd() === "---"
        ? "the front matter is not closed by a line ---"
        : "must begin with front matter: a line ---, lines such as title: Returns and kind: returns, and a line ---"
    return { fields, problems: [{ line: 1, problem }], end: lines.length }
  }
  lines.slice(1, end).forEach((text, at) => {
    const line = at + 2
    const [, key = "", value = ""] = /^\s*([A-Za-z_-]+)\s*:\s*(.*?)\s*$/.exec(text) ?? []
    if (text.trim() === "") {
      return
    }
    if (key === "") {
      problems.push({ line, problem: "must be a key and a value, for example title: Returns" })
    } else if (!Array.contains<string>(keys, key)) {
      problems.push({ line, problem: `has the unknown key ${key}; the keys are ${keys.join(", ")}` })
    } else if (fields.has(key)) {
      problems.push({ line, problem: `repeats the key ${key}` })
    } else {
      fields.set(key, { line, value: unquoted(value) })
    }
  })
  return { fields, problems, end }
}

/** Returns the slug and locale that a file name states: `returns.md`, `returns.de.md`. */
const slugAndTagOf = (file: string) => {
  const [, slug = "", tag] = /^([^.]*)(?:\.([^.]+))?\.md$/.exec(file) ?? []
  return { slug: decodeSlug(slug), tag: Option.fromNullable(tag) }
}

/** Parses a policy file, given by its name without a folder; fails with all problems found. */
export const readPolicy = (
  file: string,
  content: string
): Either.Either<PolicyDraft, Array.NonEmptyReadonlyArray<FileProblem>> => {
  const lines = content.replace(/^\uFEFF/, "").split(/\r\n?|\n/)
  const { end, fields, problems: found } = frontMatter(lines)
  const problems = found.map((problem) => ({ file, ...problem }))
  const problem = (line: number, problem: string) => {
    problems.push({ file, line, problem })
  }
  const { slug, tag } = slugAndTagOf(file)
  const fieldOf = (key: Key) => Option.fromNullable(fields.get(key))
  const lineOf = (key: Key) => fields.get(key)?.line ?? 1

  if (Option.isNone(slug)) {
    problem(
      1,
      "must be named <slug>.md or <slug>.<locale>.md; a slug has 1 to 80 lower-case letters, digits and hyphens"
    )
  }
  const fileLocale = Option.flatMap(tag, decodeLocale)
  if (Option.isSome(tag) && Option.isNone(fileLocale)) {
    problem(1, `has the locale ${tag.value} in its name, which must be a language tag, for example de or pt-BR`)
  }
  const declaredLocale = Option.map(fieldOf("locale"), ({ value }) => decodeLocale(value))
  if (Option.exists(declaredLocale, Option.isNone)) {
    problem(lineOf("locale"), "locale must be a language tag, for example de or pt-BR")
  }
  const frontMatterLocale = Option.flatten(declaredLocale)
  if (Option.isSome(frontMatterLocale) && Option.isSome(fileLocale) && frontMatterLocale.value !== fileLocale.value) {
    problem(lineOf("locale"), `locale is ${frontMatterLocale.value}, but the file name says ${fileLocale.value}`)
  }
  const kind = Option.flatMap(fieldOf("kind"), ({ value }) => decodeKind(value))
  const title = Option.map(fieldOf("title"), ({ value }) => normalizeWhitespace(value)).pipe(
    Option.filter((title) => title !== "" && !exceeds(title, maxTitleLength))
  )
  const url = Option.map(fieldOf("url"), ({ value }) => value)
  // Without front matter, report one problem instead of four.
  if (found.length === 0 || fields.size > 0) {
    if (Option.isNone(kind)) {
      problem(
        lineOf("kind"),
        `kind ${fields.has("kind") ? "must be" : "is missing: it must be"} one of ${PolicyKind.literals.join(", ")}`
      )
    }
    if (Option.isNone(title)) {
      problem(
        lineOf("title"),
        `title ${fields.has("title") ? "must be" : "is missing: it must be"} 1 to ${maxTitleLength} characters`
      )
    }
  }
  if (Option.exists(url, (url) => !isUrl(url))) {
    problem(
      lineOf("url"),
      "url must be a web address, for example https://shop.example/returns, in which brackets are written as %28"
    )
  }
  const sections = sectionsOf(lines.slice(end + 1).join("\n"))
  const passages = passagesOf(Option.getOrElse(sections, () => []))
  if (Option.isNone(sections)) {
    problem(end + 1, "nests quotations, lists or elements too deeply")
  } else if (end < lines.length && !Array.isNonEmptyReadonlyArray(passages)) {
    problem(end + 1, "has no text below the front matter")
  }
  if (passages.length > maxPassages) {
    problem(end + 1, `has more than ${maxPassages} passages: split it into several policies`)
  }
  return Array.isNonEmptyReadonlyArray(problems) ||
    !Array.isNonEmptyReadonlyArray(passages) ||
    Option.isNone(slug) ||
    Option.isNone(kind) ||
    Option.isNone(title)
    ? Either.left(Array.isNonEmptyReadonlyArray(problems) ? problems : [{ file, line: 1, problem: "cannot be read" }])
    : Either.right({
        slug: slug.value,
        locale: Option.getOrElse(
          Option.orElse(frontMatterLocale, () => fileLocale),
          () => shopLocale
        ),
        kind: kind.value,
        title: title.value,
        url: Option.getOrNull(url),
        passages
      })
}
