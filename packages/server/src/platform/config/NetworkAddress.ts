/** Normalises network addresses: they have many spellings, but limits and lists compare text. */
import { Option } from "effect"
import { BlockList, isIP } from "node:net"

/** IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), as a URL writes it. */
const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

const bytesOf = (group: string) => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Returns the canonical form of an IPv6 address (RFC 5952), or the IPv4 address mapped in it. */
const shortest = (address: string) => {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(compressed) ?? []
  return high === undefined || low === undefined ? compressed : [...bytesOf(high), ...bytesOf(low)].join(".")
}

/** Parses an address as sockets and proxies write it: optional port, brackets, quotes and zone. */
export const read = (text: string): Option.Option<string> => {
  const [, bracketed, withPort] = /^"?(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(text.trim()) ?? []
  const address = (bracketed ?? withPort ?? text.trim().replaceAll('"', "")).replace(/%.*$/, "")
  switch (isIP(address)) {
    case 4:
      return Option.some(address)
    case 6:
      return Option.some(shortest(address))
    default:
      return Option.none()
  }
}

/** Returns the key of a customer's network: an IPv6 customer holds a whole /64. Takes a normalised address. */
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

/** Prefix bits of an IPv4 network written as IPv6 that do not belong to the IPv4 address. */
const mappedBits = 96

/** Parses an address, or a network such as `172.16.0.0/12`. */
const readNetwork = (entry: string) => {
  const [text = "", bits, ...more] = entry.split("/")
  const width = isIP(text) === 4 ? 32 : 128
  const isWhole = isIP(text) > 0 && more.length === 0
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  return isWhole && length <= width
    ? Option.map(read(text), (address) => ({
        address,
        length: width === 128 && familyOf(address) === "ipv4" ? length - mappedBits : length
      }))
    : Option.none()
}

/** Returns whether `networksOf` accepts the text. */
export const isNetwork = (entry: string) => Option.exists(readNetwork(entry), ({ length }) => length >= 0)

/** Makes a predicate that tells whether a normalised address is in one of the networks. */
export const networksOf = (entries: ReadonlyArray<string>) => {
  const networks = new BlockList()
  for (const { address, length } of entries.flatMap((entry) => Option.toArray(readNetwork(entry)))) {
    networks.addSubnet(address, length, familyOf(address))
  }
  return (address: string) => networks.check(address, familyOf(address))
}
