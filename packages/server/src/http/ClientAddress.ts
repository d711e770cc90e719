import { type HttpServerRequest } from "@effect/platform"
import { Array, Context, Effect, Layer, Option } from "effect"
import { type BlockList, isIP } from "node:net"
import { trustedProxies } from "../config/EdgeConfig.ts"

const isIn = (networks: BlockList, address: string) => networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")

/** Without the interface it came in by; IPv4 addresses also come written as IPv6 ones. */
const plain = (address: string) =>
  address
    .trim()
    .replace(/%.*/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")

/** The groups of an IPv6 address, the omitted ones included. */
const groupsOf = (address: string) => {
  const [head = "", tail] = address.split("::")
  const [before, after] = [head, tail ?? ""].map((half) => half.split(":").filter((group) => group !== ""))
  const omitted = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array.makeBy(Math.max(1, omitted), () => "0"), ...(after ?? [])]
}

/** One customer holds a whole /64 of IPv6 addresses: they count as one. */
const subscriber = (address: string) =>
  isIP(address) === 6
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => Number.parseInt(group, 16).toString(16))
        .join(":")}::/64`
    : address

/** Who sends a request, as far as the network knows. */
export class ClientAddress extends Context.Tag("@storefront/server/http/ClientAddress")<
  ClientAddress,
  {
    /**
     * The peer of the socket. Where that is a trusted proxy, the last entry of `X-Forwarded-For` that is not one; what
     * stands before it is only what that client says. IPv6 addresses are cut to their /64 network.
     */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(trustedProxies, (proxies) => ({
      of: ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest) => {
        const hops = (headers["x-forwarded-for"] ?? "").split(",").map(plain).toReversed()
        const addresses = [
          plain(Option.getOrElse(remoteAddress, () => "")),
          ...Array.takeWhile(hops, (hop) => isIP(hop) > 0)
        ]
        const client = Array.findFirst(addresses, (address) => isIP(address) === 0 || !isIn(proxies, address))
        return subscriber(Option.getOrElse(client, () => addresses.at(-1) ?? ""))
      }
    }))
  )
}
