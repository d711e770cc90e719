/** Normalises network addresses, which have many spellings: rate limits and allowlists compare their text. */
import { Option } from "effect"
import { BlockList, isIP } from "node:net"

/** IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), as a URL writes it. */
const ipv4Mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

const bytesOf = (group: string) => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Returns the canonical form of an IPv6 address (RFC 5952), or the IPv4 address mapped in it. */
const canonical = (address: string) => {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = ipv4Mapped.exec(compressed) ?? []
  return high === undefined || low === undefined ? compressed : [...bytesOf(high), ...bytesOf(low)].join(".")
}

/** Parses an address as sockets and proxies write it: with or without port, brackets, quotes and zone. */
export const parse = (text: string): Option.Option<string> => {
  const [, bracketed, withPort] = /^"?(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(text.trim()) ?? []
  const address = (bracketed ?? withPort ?? text.trim().replaceAll('"', "")).replace(/%.*$/, "")
  switch (isIP(address)) {
    case 4:
      return Option.some(address)
    case 6:
      return Option.some(canonical(address))
    default:
      return Option.none()
  }
}

/** Returns the key that rate limits count a normalised address by: an IPv6 customer usually holds a whole /64. */
export const subscriber = (address: string) => {
  if (isIP(address) !== 6) {
    return address
  }
  const [head = "", tail = ""] = address.split("::")
  const [before, after] = [head, tail].map((half) => half.split(":").filter((group) => group !== ""))
  const groups = [...(before ?? []), ...Array.from({ length: 8 }, () => "0")].slice(0, 8 - (after?.length ?? 0))
  return `${[...groups, ...(after ?? [])].slice(0, 4).join(":")}::/64`
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Bits of an IPv4-mapped IPv6 address in front of the IPv4 address. */
const mappedBits = 96

/** Parses an address, or a network such as `172.16.0.0/12`. */
const parseNetwork = (entry: string) => {
  const [text = "", bits, ...more] = entry.split("/")
  const width = isIP(text) === 4 ? 32 : 128
  const isAddress = isIP(text) > 0 && more.length === 0
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  return isAddress && length <= width
    ? Option.map(parse(text), (address) => ({
        address,
        length: width === 128 && familyOf(address) === "ipv4" ? length - mappedBits : length
      }))
    : Option.none()
}

/** Returns whether `networkMatcher` accepts the text. */
export const isNetwork = (entry: string) => Option.exists(parseNetwork(entry), ({ length }) => length >= 0)

/** Makes a predicate for normalised addresses in any of the networks. */
export const networkMatcher = (entries: ReadonlyArray<string>) => {
  const networks = new BlockList()
  for (const { address, length } of entries.flatMap((entry) => Option.toArray(parseNetwork(entry)))) {
    networks.addSubnet(address, length, familyOf(address))
  }
  return (address: string) => networks.check(address, familyOf(address))
}

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** Returns whether a host is a loopback address or `localhost`; other names may lead to other machines. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase()
  const version = isIP(name)
  return version === 0 ? name === "localhost" : loopback.check(name, version === 6 ? "ipv6" : "ipv4")
}
