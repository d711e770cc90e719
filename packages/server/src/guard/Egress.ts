import { Array, Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { egress } from "../config/EgressConfig.ts"

/** What an answer must not carry, as the audit names it. */
export type Removal = "image" | "html" | "link" | "secret" | "instructions"

/** An answer as it may leave. */
export interface Checked {
  readonly text: string
  readonly removed: ReadonlyArray<Removal>
}

/** What the operator's configuration says about answers. */
interface Policy {
  /** Values that nobody outside may see. */
  readonly secrets: ReadonlyArray<string>
  /** Hosts that an answer may link to, with their subdomains. */
  readonly hosts: ReadonlyArray<string>
}

const removedMark = "[removed]"

/** `![alt](target)` and `![alt][name]`, which programs that show Markdown load by themselves. */
const images = /!\[([^[\]]{0,1000})\](?:\([^()\n]{0,4000}\)|\[[^[\]]{0,1000}\])/g

/** `[text](target "title")`. */
const namedLinks = /\[([^[\]]{0,1000})\]\(\s{0,10}<?([^()\s<>]{1,4000})>?[^()\n]{0,1000}\)/g

/** Where the target of a link begins, whatever its name holds. */
const targets = /\]\(\s{0,10}<?([^\s<>)]{0,4000})/g

/** Where a name of a target is defined: `[name]: target`. */
const definitions = /\]:(?=\s{0,10}<?([^\s<>]{1,4000}))/g

/** Addresses as they stand in a text; brackets belong to them only around a host that is a number. */
const addresses =
  /<?\b((?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)(?:[^\s<>()[\]"'`]|(?<=\/\/|@)\[[^\s<>()[\]"'`]{1,1000}\]){1,4000})>?/gi

/** Schemes that act by themselves. */
const actingSchemes = /\b(?:javascript|vbscript|data)[ \t]{0,10}:(?=\S)/gi

const tagStarts = /<(?=[a-z/!?])/gi

/** An address that a reader of Markdown could take for another one: with entities, escapes or white space. */
const disguises = /&(?:#|[a-z]+;)|[\\\s]/i

const wordsIn = /[\p{L}\p{N}]+/gu

/** An answer in which something is found for so long is made to hide it, and is not given. */
const maxRounds = 6

/** So many words in a row are a quotation; a sentence or two of the shop's rules is what customers ask for. */
const quotation = 40

interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

const split = (text: string): ReadonlyArray<Word> =>
  Array.fromIterable(text.matchAll(wordsIn)).map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length
  }))

const runsOf = (words: ReadonlyArray<Word>): ReadonlyArray<string> =>
  words.slice(quotation - 1).map((_, at) =>
    words
      .slice(at, at + quotation)
      .map(({ word }) => word)
      .join(" ")
  )

/** The runs of words of instructions, which are the same in every turn of a day. */
const quotations = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

const quotationsOf = (instructions: string): ReadonlySet<string> => {
  const known = quotations.get(instructions) ?? new Set(runsOf(split(instructions)))
  quotations.set(instructions, known)
  return known
}

/** The text without what it quotes of the instructions, from the first to the last word of each quotation. */
const withoutQuotations = (text: string, instructions: string): string => {
  const words = split(text)
  const known = quotationsOf(instructions)
  const starts = runsOf(words).flatMap((run, at) => (known.has(run) ? [at] : []))
  let kept = ""
  let end = 0
  for (const at of starts) {
    const [from, to] = [words[at]?.start ?? 0, words[at + quotation - 1]?.end ?? 0]
    if (from >= end) {
      kept += `${text.slice(end, from)}${removedMark}`
    }
    end = Math.max(end, to)
  }
  return `${kept}${text.slice(end)}`
}

/** How a secret may be written: as it is, or in one of the encodings that every model knows. */
const writings = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString("base64").replace(/=+$/, "")
  return Array.dedupe([secret, encodeURIComponent(secret), base64, bytes.toString("base64url"), bytes.toString("hex")])
}

const make = ({ hosts, secrets }: Policy) => {
  const confidential = secrets.flatMap(writings).toSorted((one, other) => other.length - one.length)

  /** Whether an address is on this site or on one that is allowed. */
  const isAllowed = (target: string): boolean => {
    const address = /^www\./i.test(target) ? `https://${target}` : target
    if (disguises.test(address)) {
      return false
    }
    if (/^(?:\/(?!\/)|#)/.test(address)) {
      return true
    }
    const { hostname } = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : { hostname: "" }
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }

  const steps = (instructions: string): ReadonlyArray<readonly [Removal, (text: string) => string]> => [
    ["secret", (text) => confidential.reduce((sofar, value) => sofar.replaceAll(value, removedMark), text)],
    ["instructions", (text) => withoutQuotations(text, instructions)],
    ["image", (text) => text.replaceAll(images, "$1").replaceAll("![", "! [")],
    [
      "link",
      (text) =>
        text
          .replaceAll(definitions, (mark, target: string) => (/[:/]/.test(target) && !isAllowed(target) ? "] :" : mark))
          .replaceAll(namedLinks, (link, name: string, target: string) => (isAllowed(target) ? link : name))
          .replaceAll(targets, (link, target: string) => (isAllowed(target) ? link : link.replace("](", "] (")))
          .replaceAll(addresses, (link, target: string) => (isAllowed(target) ? link : "[link removed]"))
          .replaceAll(actingSchemes, "")
    ],
    ["html", (text) => text.replaceAll(tagStarts, "< ")]
  ]

  /** What is taken out can join what was apart, so that the text is looked at until nothing is found any more. */
  const check = (answer: string, instructions: string): Checked => {
    const removals = steps(instructions)
    const removed = new Set<Removal>()
    let text = answer
    for (let round = 0; round < maxRounds; round++) {
      const before = text
      for (const [removal, remove] of removals) {
        const next = remove(text)
        if (next !== text) {
          removed.add(removal)
        }
        text = next
      }
      if (text === before) {
        return { text, removed: [...removed] }
      }
    }
    return { text: "", removed: [...removed] }
  }
  return { check }
}

/**
 * Takes out of an answer what must not leave: markup that loads something by itself, links to strange hosts, configured
 * secrets and the agent's instructions. Without a layer nothing is allowed, and no secret is known.
 */
export class Egress extends Context.Reference<Egress>()("@storefront/server/guard/Egress", {
  defaultValue: () => make({ secrets: [], hosts: [] })
}) {
  static readonly layerPolicy = (policy: Policy) => Layer.succeed(this, make(policy))

  static readonly layer = Layer.effect(this, Effect.map(egress, make))
}
