import { Context, Effect, Layer, RegExp as RegularExpression } from "effect"
import { Policies } from "../../shop/policies/Policies.ts"
import { egress } from "../../platform/config/EgressConfig.ts"
import { isPlainMark } from "../model/wire/Marks.ts"
import { withoutAddresses } from "./egress/Addresses.ts"
import { withoutHidden } from "./egress/Hidden.ts"
import { withoutQuotations } from "./egress/Quotations.ts"
import { withoutSecrets } from "./egress/Secrets.ts"

/** Kinds of content that an answer must not carry, as the audit names them. */
export type Removal = "hidden" | "image" | "html" | "link" | "secret" | "instructions"

/** Answer that may leave, and the kinds of content removed from it. */
export interface Checked {
  readonly text: string
  readonly removed: ReadonlyArray<Removal>
}

/** The operator's configuration of the check. */
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

/** Start of a link's target, whatever the link's name holds; a target in angle brackets may have blanks. */
const targets = /\]\(\s{0,10}(?:<([^<>\n]{0,4000})|([^\s<>)]{0,4000}))/g

/** Start of a named target: `[name]: target`. A number there is the port of a host in brackets. */
const definitions = /\]:(?!\d+\/)(?=\s{0,10}(?:<([^<>\n]{1,4000})|([^\s<>]{1,4000})))/g

/** Schemes that act by themselves. */
const actingSchemes = /\b(?:javascript|vbscript|data)[ \t]{0,10}:(?=\S)/gi

/** Start of a tag, and the whole of one that has only a name. */
const tagStarts = /<(?=[a-z/!?])(?:\/?[a-z][\w:-]{0,40}>)?/gi

/** Characters by which Markdown can disguise an address as another one: entities, escapes, white space. */
const disguises = /&(?:#|[a-z]+;)|[\\\s]/i

/** Characters of addresses (RFC 3986 §2), without those that can also surround one. */
const addressText = String.raw`A-Za-z0-9\-.~:/?#@!$&+,;=%`

/** End of an address: at most a few marks follow, such as end a sentence, a quotation or an emphasis. */
const endOfAddress = String.raw`(?=[.,;:!?'")\]*_]{0,3}(?![${addressText}'()[\]*_]))`

/** Builds a pattern for the addresses that are allowed as a whole, with or without their scheme. */
const wholeAddresses = (whole: ReadonlySet<string>): RegExp => {
  const alternatives = [...whole].map((address) => {
    const [, scheme = "", rest = address] = /^(https?:\/\/)?(.*)$/.exec(address) ?? []
    return `(?:${scheme})?${RegularExpression.escape(rest)}`
  })
  return new RegExp(`(?<![${addressText}])(${alternatives.join("|")})${endOfAddress}`)
}

const noAddresses: ReadonlySet<string> = new Set()

/** Maximum rounds of removals. An answer that still has findings was made to hide them, and is withheld. */
const maxRounds = 6

const make = ({ hosts, secrets }: Policy) => {
  const withoutConfidential = withoutSecrets(secrets)

  /** Returns whether an address is on this site or an allowed one, or is allowed as a whole. */
  const isAllowedIn =
    (whole: ReadonlySet<string>) =>
    (target: string): boolean => {
      const address = /^www\./i.test(target) ? `https://${target}` : target
      if (disguises.test(address)) {
        return false
      }
      if (/^(?:\/(?!\/)|#)/.test(address)) {
        return true
      }
      const { hostname } = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : { hostname: "" }
      return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)) || whole.has(address)
    }

  /** Removes addresses that are not allowed. In some scripts no blank ends one that is allowed as a whole. */
  const withoutOthers = (whole: ReadonlySet<string>, isAllowed: (target: string) => boolean) => {
    const pattern = wholeAddresses(whole)
    return (text: string): string =>
      (whole.size === 0 ? [text] : text.split(pattern))
        .map((piece, at) => (at % 2 === 1 ? piece : withoutAddresses(piece, isAllowed)))
        .join("")
  }

  const steps = (
    instructions: string,
    isAllowed: (target: string) => boolean,
    withoutStrange: (text: string) => string
  ): ReadonlyArray<readonly [Removal, (text: string) => string]> => [
    ["hidden", withoutHidden],
    ["secret", withoutConfidential],
    ["instructions", (text) => withoutQuotations(text, instructions)],
    ["image", (text) => text.replaceAll(images, "$1").replaceAll("![", "! [")],
    [
      "link",
      (text) =>
        withoutStrange(
          text
            .replaceAll(definitions, (mark, angled?: string, target = angled ?? "") =>
              /[:/]/.test(target) && !isAllowed(target) ? "] :" : mark
            )
            .replaceAll(namedLinks, (link, name: string, target: string) => (isAllowed(target) ? link : name))
            .replaceAll(targets, (link, angled?: string, target = angled ?? "") =>
              isAllowed(target) ? link : link.replace("](", "] (")
            )
            .replaceAll(actingSchemes, "")
        )
    ],
    ["html", (text) => text.replaceAll(tagStarts, (tag) => (isPlainMark(tag) ? tag : tag.replace("<", "< ")))]
  ]

  /** Repeats the removals until nothing is found, because each can join parts that were separate. */
  const check = (answer: string, instructions: string, known: ReadonlySet<string> = noAddresses): Checked => {
    const isAllowed = isAllowedIn(known)
    const removals = steps(instructions, isAllowed, withoutOthers(known, isAllowed))
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
 * Removes from an answer what must not leave: invisible characters, markup that loads something by itself, links to
 * unknown hosts, configured secrets and the agent's instructions. Without a layer: no allowed host, no known secret.
 */
export class Egress extends Context.Reference<Egress>()("@storefront/server/assistant/guard/Egress", {
  defaultValue: () => make({ secrets: [], hosts: [] })
}) {
  static readonly layerPolicy = (policy: Policy) => Layer.succeed(this, make(policy))

  static readonly layer = Layer.effect(this, Effect.map(egress, make))
}

/**
 * Whole addresses that answers may contain as well: those that the shop's policies have now, and nothing else on their
 * hosts. Read only for an answer with an address; none while the database is unavailable.
 */
export class AllowedAddresses extends Context.Reference<AllowedAddresses>()(
  "@storefront/server/assistant/guard/Egress/AllowedAddresses",
  { defaultValue: (): Effect.Effect<ReadonlySet<string>> => Effect.succeed(noAddresses) }
) {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Policies, ({ addresses }) => Effect.orElseSucceed(addresses, () => noAddresses))
  ).pipe(Layer.provide(Policies.layer))

  /** Returns the addresses that matter to an answer. */
  static readonly forAnswer = (answer: string) =>
    /https?:/i.test(answer) ? Effect.flatten(this) : Effect.succeed(noAddresses)
}
