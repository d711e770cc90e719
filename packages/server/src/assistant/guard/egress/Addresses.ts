import { domainToUnicode } from "node:url"
import tlds from "tlds" with { type: "json" }
import { replace, originOf, normaliseAddresses, type Normalised } from "./NormalisedText.ts"

/** Removal of internet addresses from a text, with and without a scheme. */

const removedLink = "[link removed]"

/** Characters that end an address. */
const ends = String.raw`\s<>()[\]"'\x60|`

/** Address with a scheme or `www.`. Square brackets belong to it only around a numeric host. */
const withScheme = new RegExp(
  String.raw`<?(?<![a-z0-9])((?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)(?:[^${ends}]|(?<=\/\/|@)\[[^${ends}]{1,1000}\]){1,4000})>?`,
  "gi"
)

/** Last label of a host. A Latin one ends before the first letter of another script, as some scripts have no blanks. */
const topLevelLabel = String.raw`(?:\p{sc=Latn}(?:[\p{sc=Latn}\p{N}-]{0,61}[\p{sc=Latn}\p{N}])(?![\p{sc=Latn}\p{N}\p{M}])|\p{L}[\p{L}\p{N}\p{M}-]{1,62})`

/** Host name or IP address, with the user before it and port, path or query after it. `user` does not take a colon. */
const withoutScheme = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}/])`,
    String.raw`(?<slashes>\/{2,})?`,
    String.raw`(?<user>[^${ends}/:@?#,;]{0,64}@)?`,
    String.raw`(?<host>(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,62}\.){1,20}${topLevelLabel}|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]{2,45}\])`,
    String.raw`(?<rest>(?:\.(?=[:/?#]))?(?::\d{1,5}|:(?=\/))?(?:\/[^${ends}]{0,4000}|[?#][^${ends}]{1,4000})?)`
  ].join(""),
  "giu"
)

/** URIs that open a message or a call. */
const contactUris = new RegExp(String.raw`\b(?:mailto|tel|sms|callto|facetime|whatsapp|skype):[^${ends}]{1,4000}`, "gi")

/** Top-level domains: those of the root zone, and reserved or private ones. */
const topLevelDomains: ReadonlySet<string> = new Set([
  ...tlds,
  ..."example test invalid localhost local internal lan home corp onion".split(" ")
])

/** Top-level domains of a host even without port or path; before others, a blank after a full stop may be missing. */
const commonDomains: ReadonlySet<string> = new Set(
  "com net org info biz io app dev shop store online site website xyz top link click example test invalid onion".split(
    " "
  )
)

/** Characters that a reader, or even a browser, takes for a dot, a slash or a colon. */
const dots = /(?<=[\p{L}\p{N}])[·۔・ꓸ。‧∙⋅•٠۰܁܂](?=[a-z0-9])/giu
const strokes = /[\u2044\u2215\u29F8\u2571]/g
const colons = /[\u2236\uA789\u02D0]/g

const normalise = (text: string): Normalised => {
  const normalised = normaliseAddresses(text)
  return { ...normalised, text: normalised.text.replaceAll(dots, ".").replaceAll(strokes, "/").replaceAll(colons, ":") }
}

/** Product names that look like hosts, in this exact spelling. */
const products: ReadonlySet<string> = new Set("ADO.NET ASP.NET Json.NET ML.NET Paint.NET VB.NET Socket.IO".split(" "))

/** Capitalised word or small number after a slash: `ASP.NET/Java`. */
const otherWord = /^\.?\/(?:\p{Lu}[\p{L}\p{M}.]*|\d{1,2}\p{L}{0,2})[.,;:!?]*$/u
/** Labels so short that they are numbers or abbreviations rather than a host: `AB.12.CD/7`, `No.IN/OUT`. */
const shortWords = /^[\p{L}\p{N}]{1,3}(?:\.[\p{L}\p{N}]{1,3})*\.\p{Lu}[\p{L}\p{N}]{1,2}$/u

/** Abbreviation followed by words with slashes: `e.g.red/blue`. */
const abbreviation = /^(?:\p{L}\.){2,3}\p{L}+$/u
const otherWords = /^\.?(?:\/\p{L}+)+[.,;:!?]*$/u

/** Second mailbox: `me@shop.example/you@shop.example`. */
const otherMailbox = /^\/[^/?#:]{0,64}@[\p{L}\p{N}.-]+[.,;:!?]*$/u

/** Returns whether the dots and slashes belong to a sentence, a product or an abbreviation. */
const isProse = (host: string, rest: string): boolean =>
  (products.has(host) && rest === "") ||
  ((products.has(host) || shortWords.test(host)) && otherWord.test(rest)) ||
  (abbreviation.test(host) && otherWords.test(rest))

/** Returns whether a match is a host. The rules are ordered: a certain host first, then the likely prose. */
const isHost = (host: string, rest: string, isDisguised: boolean): boolean => {
  const last = host.slice(host.lastIndexOf(".") + 1)
  const name = domainToUnicode(last.toLowerCase())
  if (/^(?:\[|[\d.]+$)/.test(host)) {
    return rest !== ""
  }
  // Only an address has a query.
  if (!topLevelDomains.has(name)) {
    return /\?[^=]+=/.test(rest)
  }
  // No sentence begins with these labels, and no product is named so.
  if (name === "com" || last.startsWith("xn--") || isDisguised) {
    return true
  }
  return !isProse(host, rest) && (rest !== "" || commonDomains.has(name))
}

/** Removes addresses, except those that are allowed both in their normalised and in their original form. */
export const withoutAddresses = (text: string, isAllowed: (address: string) => boolean): string => {
  let result = text
  let normalised = normalise(text)
  const drop = (pattern: RegExp, isKept: (match: RegExpExecArray, source: string) => boolean) => {
    const ranges = [...normalised.text.matchAll(pattern)]
      .map((match) => ({ match, from: match.index, to: match.index + match[0].length }))
      .filter((range) => !isKept(range.match, result.slice(...originOf(normalised, range))))
    if (ranges.length > 0) {
      result = replace(result, normalised, ranges, removedLink)
      normalised = normalise(result)
    }
  }
  drop(withScheme, ({ 1: address = "" }, source) => isAllowed(address) && isAllowed(source.replaceAll(/^<|>$/g, "")))
  drop(withoutScheme, ({ groups = {} }, source) => {
    const { host = "", rest = "", slashes = "", user } = groups
    const isAddress = isHost(host, `${slashes}${rest}`, /[[({]/.test(source))
    return user === undefined
      ? !isAddress || (isAllowed(`https://${host}${rest}`) && isAllowed(`https://${source.replace(/^\/+/, "")}`))
      : !isAddress || rest === "" || otherMailbox.test(rest)
  })
  drop(contactUris, () => false)
  return result
}
