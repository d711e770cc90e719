/** Addresses as they stand in a text, with or without a scheme. */

const removedLink = "[link removed]"

/** Brackets belong to an address only around a host that is a number. */
const withScheme =
  /<?\b((?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)(?:[^\s<>()[\]"'`]|(?<=\/\/|@)\[[^\s<>()[\]"'`]{1,1000}\]){1,4000})>?/gi

/** Names, numbers and their disguises (`evil[.]example`), with what stands behind them. */
const withoutScheme =
  /(?<![\p{L}\p{N}_./\-@])(@?)(\/\/)?((?:[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,62}(?:\.|\[\.\]|\(\.\)|\{\.\})){1,10}\p{L}[\p{L}\p{N}\p{M}-]{1,62}|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]{2,45}\])((?::\d{1,5})?(?:\/[^\s<>()[\]"'`]{0,4000}|[?#][^\s<>()[\]"'`]{1,4000})?)/giu

/** Addresses that a click writes to or calls. */
const contacts = /\b(?:mailto|tel|sms|callto|facetime|whatsapp|skype):[^\s<>()[\]"'`]{1,4000}/gi

const disguisedDots = /[[({](?=\.)|(?<=\.)[\])}]/g

/** Ends of file and product names (`Node.js`) that no registry has as a top-level domain. */
const fileEnds: ReadonlySet<string> = new Set(
  "js ts css html htm txt pdf png jpg jpeg gif csv json xml docx xlsx".split(" ")
)

/** Top-level domains that make a host of a name even without a path; any other could be a missing space. */
const plainDomains: ReadonlySet<string> = new Set(
  "com net org info biz io app dev shop store online site website xyz top link click example test invalid onion".split(
    " "
  )
)

/** The text with ASCII for the compatible characters that addresses are written in, at the same positions. */
const folded = (text: string): string =>
  text
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?<=[a-z0-9])[\u3002\uFF61\u2024](?=[a-z0-9])/gi, ".")
    .replaceAll(/[\u2044\u2215]/g, "/")

/** Whether what may be a host is one: a name needs more than a dot, since sentences and products have dots as well. */
const isHost = (slashes: string | undefined, host: string, rest: string): boolean => {
  const last = host.slice(host.lastIndexOf(".") + 1).toLowerCase()
  const isMore = slashes !== undefined || /^(?::\d+)?[/?#]/.test(rest)
  return /^[[\d]/.test(host) && /[\d\]]$/.test(host)
    ? isMore || rest !== ""
    : host !== host.replaceAll(disguisedDots, "") ||
        (isMore && !fileEnds.has(last)) ||
        plainDomains.has(last) ||
        last.startsWith("xn--")
}

/** Returns the text without the addresses that are not allowed. */
export const withoutAddresses = (text: string, isAllowed: (address: string) => boolean): string => {
  const cut = (from: string, pattern: RegExp, judge: (...match: ReadonlyArray<string | undefined>) => boolean) => {
    let kept = ""
    let end = 0
    for (const match of folded(from).matchAll(pattern)) {
      if (!judge(...match)) {
        kept += `${from.slice(end, match.index)}${removedLink}`
        end = match.index + match[0].length
      }
    }
    return kept + from.slice(end)
  }
  const open = cut(text, withScheme, (_, address = "") => isAllowed(address))
  const hosts = cut(
    open,
    withoutScheme,
    (_, at, slashes, host = "", rest = "") =>
      (at === "@" && rest === "") ||
      !isHost(slashes, host, rest) ||
      isAllowed(`https://${host.replaceAll(disguisedDots, "")}${rest}`)
  )
  return cut(hosts, contacts, () => false)
}
