import { RegExp as RegularExpression } from "effect"
import { isPlainMark } from "../../model/wire/ReasoningMarks.ts"
import { withoutAddresses } from "./Addresses.ts"
import { withoutForgedQuestion } from "./ForgedQuestion.ts"
import { withoutHidden } from "./InvisibleContent.ts"
import { type Secrets } from "./Secrets.ts"

/** Kinds of content that an answer must not contain; the audit stores these names. */
export type Removal = "hidden" | "image" | "html" | "link" | "secret" | "instructions"

/** `![alt](target)` and `![alt][name]`, which Markdown viewers load automatically. */
const images = /!\[([^[\]]{0,1000})\](?:\([^()\n]{0,4000}\)|\[[^[\]]{0,1000}\])/g

/** `[text](target "title")`. */
const namedLinks = /\[([^[\]]{0,1000})\]\(\s{0,10}<?([^()\s<>]{1,4000})>?[^()\n]{0,1000}\)/g

/** Start of a link's target, also after names that `namedLinks` does not match; with blanks in angle brackets. */
const targets = /\]\(\s{0,10}(?:<([^<>\n]{0,4000})|([^\s<>)]{0,4000}))/g

/** Link definition, `[name]: target`. A number instead of a target is the port of a host in brackets. */
const definitions = /\]:(?!\d+\/)(?=\s{0,10}(?:<([^<>\n]{1,4000})|([^\s<>]{1,4000})))/g

/** URI schemes whose target is executed or rendered directly. */
const scriptSchemes = /\b(?:javascript|vbscript|data)[ \t]{0,10}:(?=\S)/gi

/** Start of an HTML tag; a tag without attributes is matched as a whole. */
const tagStarts = /<(?=[a-z/!?])(?:\/?[a-z][\w:-]{0,40}>)?/gi

/** Characters by which Markdown can disguise an address: entities, escapes, white space. */
const disguiseMarks = /&(?:#|[a-z]+;)|[\\\s]/i

/** Characters of a URI (RFC 3986 §2), except those that can also surround one. */
const addressText = String.raw`A-Za-z0-9\-.~:/?#@!$&+,;=%`

/** End of an address: followed by at most three marks that end a sentence, a quotation or an emphasis. */
const endOfAddress = String.raw`(?=[.,;:!?'")\]*_]{0,3}(?![${addressText}'()[\]*_]))`

/** Builds a pattern of the addresses that are allowed as a whole, with or without their scheme. */
const allowedPattern = (allowed: ReadonlySet<string>): RegExp => {
  const alternatives = [...allowed].map((address) => {
    const [, scheme = "", rest = address] = /^(https?:\/\/)?(.*)$/.exec(address) ?? []
    return `(?:${scheme})?${RegularExpression.escape(rest)}`
  })
  return new RegExp(`(?<![${addressText}])(${alternatives.join("|")})${endOfAddress}`)
}

/** Maximum rounds of removals. A text with findings after them was made to evade the check, and is emptied. */
const maxRounds = 6

/** Text after the removals. */
export interface Cleaned {
  readonly text: string
  readonly removed: ReadonlyArray<Removal>
  /** True if the text may end in the beginning of one of the server's sentences. */
  readonly mayBeForged: boolean
}

/** Removes content from a text, behind these letters and digits of the answer. */
export type Removals = (text: string, letters: string) => Cleaned

/**
 * Builds the removals. Links that are relative, to the hosts and their subdomains, or allowed as a whole are kept.
 * They are repeated until nothing is found, because a removal can join text that was separate.
 */
export const makeRemovals = (
  secrets: Secrets,
  hosts: ReadonlyArray<string>,
  allowed: ReadonlySet<string>
): Removals => {
  const isAllowed = (target: string): boolean => {
    const address = /^www\./i.test(target) ? `https://${target}` : target
    if (disguiseMarks.test(address)) {
      return false
    }
    if (/^(?:\/(?!\/)|#)/.test(address)) {
      return true
    }
    const { hostname } = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : { hostname: "" }
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)) || allowed.has(address)
  }
  const pattern = allowedPattern(allowed)

  /** Removes other addresses. Allowed ones are split off first: in some scripts no blank ends them. */
  const withoutForbidden = (text: string): string =>
    (allowed.size === 0 ? [text] : text.split(pattern))
      .map((part, index) => (index % 2 === 1 ? part : withoutAddresses(part, isAllowed)))
      .join("")

  const removals: ReadonlyArray<readonly [Removal, (text: string, letters: string) => string]> = [
    ["hidden", withoutHidden],
    ["secret", secrets.remove],
    ["image", (text) => text.replaceAll(images, "$1").replaceAll("![", "! [")],
    [
      "link",
      (text) =>
        withoutForbidden(
          text
            .replaceAll(definitions, (mark, angled?: string, target = angled ?? "") =>
              /[:/]/.test(target) && !isAllowed(target) ? "] :" : mark
            )
            .replaceAll(namedLinks, (link, name: string, target: string) => (isAllowed(target) ? link : name))
            .replaceAll(targets, (link, angled?: string, target = angled ?? "") =>
              isAllowed(target) ? link : link.replace("](", "] (")
            )
            .replaceAll(scriptSchemes, "")
        )
    ],
    ["html", (text) => text.replaceAll(tagStarts, (tag) => (isPlainMark(tag) ? tag : tag.replace("<", "< ")))]
  ]

  return (answer, letters) => {
    const removed = new Set<Removal>()
    let text = answer
    for (let round = 0; round < maxRounds; round++) {
      const before = text
      for (const [removal, remove] of removals) {
        const next = remove(text, letters)
        if (next !== text) {
          removed.add(removal)
        }
        text = next
      }
      const { isOpen, text: rest } = withoutForgedQuestion(text)
      if (rest === before) {
        return { text, removed: [...removed], mayBeForged: isOpen }
      }
      text = rest
    }
    return { text: "", removed: [...removed], mayBeForged: false }
  }
}
