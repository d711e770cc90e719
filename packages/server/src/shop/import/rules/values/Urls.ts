import { Either, Option } from "effect"
import { isIP } from "node:net"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Reader, refused, taken } from "../Column.ts"

/** Longest address, in code points. */
const maxLength = 2000

/** Names under which nothing public can be found (RFC 6761, RFC 6762, RFC 8375). */
const reserved = /(?:^|\.)(?:localhost|local|internal|invalid|test|home\.arpa|onion|lan)$/

const publicName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

const parse = (cell: string): Either.Either<string, Fault> => {
  const text = cell.trim()
  const shown = quote(text)
  // A URL parser would drop what people do not see.
  if (/[\p{Cc}\p{Cf}\s]/u.test(text)) {
    return refused(`${shown} has blanks or invisible characters`, "write one address, with blanks as %20")
  }
  return Option.match(Option.liftThrowable((address: string) => new URL(address))(text), {
    onNone: () => refused(`${shown} is not an address`, "write it as https://shop.example/page"),
    onSome: (url) =>
      url.protocol !== "https:"
        ? refused(`${shown} does not begin with https`, "use an address that begins with https://")
        : url.username !== "" || url.password !== ""
          ? refused("contains a user name or password", "remove it from the address")
          : url.port !== ""
            ? refused(`${shown} names a port`, "use an address without a port")
            : isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) !== 0 ||
                reserved.test(url.hostname) ||
                !publicName.test(url.hostname)
              ? refused(`${shown} is not on a public host`, "use an address that your customers can open")
              : url.href.length > maxLength
                ? refused(`${shown} is longer than ${maxLength} characters`, "use a shorter address")
                : Either.right(url.href)
  })
}

/**
 * Reads an `https` address on a public host, without port and user. One that cannot be used is dropped with a note,
 * because goods sell without it.
 */
export const url: Reader<string | null> = (cell) =>
  Either.match(parse(cell), {
    onLeft: ({ fault }) => taken(null, [`${fault}, and was dropped`]),
    onRight: (href) => taken(href)
  })
