import { type HttpApp, type HttpServerRequest } from "@effect/platform"
import { Array, Context, Effect, Layer, Option } from "effect"
import { trustedProxies } from "../config/EdgeConfig.ts"
import * as NetworkAddress from "../config/NetworkAddress.ts"
import { type DependencyHealth } from "./DependencyHealth.ts"
import * as DoubtedSetting from "./DoubtedSetting.ts"

const header = "x-forwarded-for"

const peerOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest) =>
  Option.flatMap(remoteAddress, NetworkAddress.parse)

/** Network address of a request's client. */
export class ClientAddress extends Context.Tag("@storefront/server/platform/http/ClientAddress")<
  ClientAddress,
  {
    /**
     * Returns the socket's peer or, if that is a trusted proxy, the last entry of `X-Forwarded-For` that is not one;
     * earlier entries are unverified.
     */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
    /** Returns the client's network, by which rate limits count: the address, or an IPv6 address's /64. */
    readonly subscriberOf: (request: HttpServerRequest.HttpServerRequest) => string
    /** Returns whether a trusted proxy passed the request on. */
    readonly isProxied: (request: HttpServerRequest.HttpServerRequest) => boolean
    /** Logs the first request in which a peer that is not a trusted proxy sends `X-Forwarded-For`. */
    readonly watchProxies: <E, R>(app: HttpApp.Default<E, R>) => HttpApp.Default<E, R>
    /**
     * Health of `TRUSTED_PROXIES`: `unknown` with a reason after such a request. A stranger may have invented the header;
     * if a proxy sent it, all its clients count as one.
     */
    readonly proxies: Effect.Effect<DependencyHealth>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const isTrusted = yield* trustedProxies
      const proxies = yield* DoubtedSetting.make({
        find: (request) => Option.filter(peerOf(request), (peer) => header in request.headers && !isTrusted(peer)),
        message:
          "X-Forwarded-For from a peer that is not in TRUSTED_PROXIES is ignored; if it is a proxy, all its clients count as one",
        attribute: "peer.address",
        reason:
          "X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: if a proxy sent it, limits count all visitors as one. Set TRUSTED_PROXIES to its address, which the log has, and start again."
      })

      const of = (request: HttpServerRequest.HttpServerRequest) => {
        const hops = (request.headers[header] ?? "").split(",").map(NetworkAddress.parse).toReversed()
        const addresses = [...Option.toArray(peerOf(request)), ...Array.getSomes(Array.takeWhile(hops, Option.isSome))]
        const client = Array.findFirst(addresses, (address) => !isTrusted(address))
        return Option.getOrElse(client, () => addresses.at(-1) ?? "")
      }

      return {
        of,
        isProxied: (request) => Option.exists(peerOf(request), isTrusted),
        subscriberOf: (request) => NetworkAddress.subscriber(of(request)),
        watchProxies: proxies.watch,
        proxies: proxies.health
      }
    })
  )
}
