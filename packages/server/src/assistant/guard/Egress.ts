import { Context, Effect, Layer, RegExp as RegularExpression } from "effect"
import { Policies } from "../../shop/policies/Policies.ts"
import { egress } from "../../platform/config/EgressConfig.ts"
import { isPlainMark } from "../model/wire/ReasoningMarks.ts"
import { withoutAddresses } from "./egress/Addresses.ts"
import { withoutHidden } from "./egress/InvisibleContent.ts"
import { withoutQuotations } from "./egress/Quotations.ts"
import { withoutSecrets } from "./egress/Secrets.ts"

/** Kinds of content that an answer must not contain; the audit stores these names. */
export type Removal = "hidden" | "image" | "html" | "link" | "secret" | "instructions"

/** Answer after the removals, and the kinds of content removed from it. */
export interface Checked {
  readonly text: string
  readonly removed: ReadonlyArray<Removal>
}

/** Configuration of the check. */
interface Policy {
  /** Values that must not be disclosed. */
  readonly secrets: ReadonlyArray<string>
  /** Hosts that an answer may link to, subdomains included. */
  readonly hosts: ReadonlyArray<string>
}

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

const noneAllowed: ReadonlySet<string> = new Set()

/** Maximum rounds of removals. An answer with findings after them was made to evade the check, and is emptied. */
const maxRounds = 6

const make = ({ hosts, secrets }: Policy) => {
  const withoutSecret = withoutSecrets(secrets)

  /** Builds a test for addresses: relative, on an allowed host, or allowed as a whole. */
  const isAllowedIn =
    (allowed: ReadonlySet<string>) =>
    (target: string): boolean => {
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

  /** Builds the removal of other addresses. Allowed ones are split off first: in some scripts no blank ends them. */
  const withoutForbidden = (allowed: ReadonlySet<string>, isAllowed: (target: string) => boolean) => {
    const pattern = allowedPattern(allowed)
    return (text: string): string =>
      (allowed.size === 0 ? [text] : text.split(pattern))
        .map((part, index) => (index % 2 === 1 ? part : withoutAddresses(part, isAllowed)))
        .join("")
  }

  const removalsFor = (
    instructions: string,
    isAllowed: (target: string) => boolean,
    removeForbidden: (text: string) => string
  ): ReadonlyArray<readonly [Removal, (text: string) => string]> => [
    ["hidden", withoutHidden],
    ["secret", withoutSecret],
    ["instructions", (text) => withoutQuotations(text, instructions)],
    ["image", (text) => text.replaceAll(images, "$1").replaceAll("![", "! [")],
    [
      "link",
      (text) =>
        removeForbidden(
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

  /** Repeats the removals until nothing is found, because a removal can join text that was separate. */
  const check = (answer: string, instructions: string, allowed: ReadonlySet<string> = noneAllowed): Checked => {
    const isAllowed = isAllowedIn(allowed)
    const removals = removalsFor(instructions, isAllowed, withoutForbidden(allowed, isAllowed))
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
 * Removes content that must not leave with an answer: invisible characters, markup that loads something by itself,
 * links to unknown hosts, configured secrets and the agent's instructions. By default no host is allowed.
 */
export class Egress extends Context.Reference<Egress>()("@storefront/server/assistant/guard/Egress", {
  defaultValue: () => make({ secrets: [], hosts: [] })
}) {
  static readonly layerPolicy = (policy: Policy) => Layer.succeed(this, make(policy))

  static readonly layer = Layer.effect(this, Effect.map(egress, make))
}

/**
 * Addresses that are allowed as a whole: exactly those in the shop's present policies, and nothing else on their hosts.
 * None while the database is unavailable.
 */
export class AllowedAddresses extends Context.Reference<AllowedAddresses>()(
  "@storefront/server/assistant/guard/Egress/AllowedAddresses",
  { defaultValue: (): Effect.Effect<ReadonlySet<string>> => Effect.succeed(noneAllowed) }
) {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Policies, ({ titles }) =>
      titles.pipe(
        Effect.map((titlesByUrl) => new Set(titlesByUrl.keys())),
        Effect.orElseSucceed(() => noneAllowed)
      )
    )
  ).pipe(Layer.provide(Policies.layer))

  /** Returns the addresses allowed in an answer; reads them only for one that contains an address. */
  static readonly forAnswer = (answer: string) =>
    /https?:/i.test(answer) ? Effect.flatten(this) : Effect.succeed(noneAllowed)
}
