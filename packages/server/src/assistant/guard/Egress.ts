import { Context, Effect, Layer, RegExp as RegularExpression } from "effect"
import { Policies } from "../../shop/policies/Policies.ts"
import { egress } from "../../platform/config/EgressConfig.ts"
import { isPlainMark } from "../model/wire/Marks.ts"
import { withoutAddresses } from "./egress/Addresses.ts"
import { withoutHidden } from "./egress/Hidden.ts"
import { withoutQuotations } from "./egress/Quotations.ts"
import { withoutSecrets } from "./egress/Secrets.ts"

/** What an answer must not carry, as the audit names it. */
export type Removal = "hidden" | "image" | "html" | "link" | "secret" | "instructions"

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

/** `![alt](target)` and `![alt][name]`, which programs that show Markdown load by themselves. */
const images = /!\[([^[\]]{0,1000})\](?:\([^()\n]{0,4000}\)|\[[^[\]]{0,1000}\])/g

/** `[text](target "title")`. */
const namedLinks = /\[([^[\]]{0,1000})\]\(\s{0,10}<?([^()\s<>]{1,4000})>?[^()\n]{0,1000}\)/g

/** Where the target of a link begins, whatever its name holds; one in angle brackets may have blanks. */
const targets = /\]\(\s{0,10}(?:<([^<>\n]{0,4000})|([^\s<>)]{0,4000}))/g

/** Where a name of a target is defined: `[name]: target`. A number there is the port of a host in brackets. */
const definitions = /\]:(?!\d+\/)(?=\s{0,10}(?:<([^<>\n]{1,4000})|([^\s<>]{1,4000})))/g

/** Schemes that act by themselves. */
const actingSchemes = /\b(?:javascript|vbscript|data)[ \t]{0,10}:(?=\S)/gi

/** Where a tag begins, and the whole of one that has only a name. */
const tagStarts = /<(?=[a-z/!?])(?:\/?[a-z][\w:-]{0,40}>)?/gi

/** An address that a reader of Markdown could take for another one: with entities, escapes or white space. */
const disguises = /&(?:#|[a-z]+;)|[\\\s]/i

/** Characters of addresses (RFC 3986 §2), without those that can also stand around one. */
const addressText = String.raw`A-Za-z0-9\-.~:/?#@!$&+,;=%`

/** Behind an address: nothing more of one but few marks, such as end a sentence, a quotation or an emphasis. */
const endOfAddress = String.raw`(?=[.,;:!?'")\]*_]{0,3}(?![${addressText}'()[\]*_]))`

/** Finds the addresses that are allowed as a whole, as they are or without their scheme. */
const wholeAddresses = (whole: ReadonlySet<string>): RegExp => {
  const alternatives = [...whole].map((address) => {
    const [, scheme = "", rest = address] = /^(https?:\/\/)?(.*)$/.exec(address) ?? []
    return `(?:${scheme})?${RegularExpression.escape(rest)}`
  })
  return new RegExp(`(?<![${addressText}])(${alternatives.join("|")})${endOfAddress}`)
}

const noAddresses: ReadonlySet<string> = new Set()

/** An answer in which something is found for so long is made to hide it, and is not given. */
const maxRounds = 6

const make = ({ hosts, secrets }: Policy) => {
  const withoutConfidential = withoutSecrets(secrets)

  /** Whether an address is on this site or on one that is allowed, or one of those that are allowed as a whole. */
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

  /** Leaves alone what is allowed as a whole, whatever follows: in some scripts no blank ends an address. */
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

  /** What is taken out can join what was apart, so that the text is looked at until nothing is found any more. */
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
 * Takes out of an answer what must not leave: characters that nobody sees, markup that loads something by itself, links to strange hosts, configured
 * secrets and the agent's instructions. Without a layer nothing is allowed, and no secret is known.
 */
export class Egress extends Context.Reference<Egress>()("@storefront/server/assistant/guard/Egress", {
  defaultValue: () => make({ secrets: [], hosts: [] })
}) {
  static readonly layerPolicy = (policy: Policy) => Layer.succeed(this, make(policy))

  static readonly layer = Layer.effect(this, Effect.map(egress, make))
}

/**
 * The whole addresses that answers may name besides, as they are now: those of the shop's policies, and nothing else at their hosts. Read only
 * for an answer that names an address; while the database does not answer there are none.
 */
export class AllowedAddresses extends Context.Reference<AllowedAddresses>()(
  "@storefront/server/assistant/guard/Egress/AllowedAddresses",
  { defaultValue: (): Effect.Effect<ReadonlySet<string>> => Effect.succeed(noAddresses) }
) {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Policies, ({ addresses }) => Effect.orElseSucceed(addresses, () => noAddresses))
  ).pipe(Layer.provide(Policies.layer))

  /** Those that matter to an answer. */
  static readonly forAnswer = (answer: string) =>
    /https?:/i.test(answer) ? Effect.flatten(this) : Effect.succeed(noAddresses)
}
