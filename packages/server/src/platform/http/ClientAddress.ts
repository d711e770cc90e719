import { type HttpServerRequest } from "@effect/platform"
import { Array, Context, Effect, Layer, Option } from "effect"
import { trustedProxies } from "../config/EdgeConfig.ts"
import * as NetworkAddress from "../config/NetworkAddress.ts"

/** Network address of a request's client. */
export class ClientAddress extends Context.Tag("@storefront/server/platform/http/ClientAddress")<
  ClientAddress,
  {
    /**
     * Returns the socket's peer or, if that is a trusted proxy, the last entry of `X-Forwarded-For` that is not one;
     * earlier entries are unverified. Rate limits use `NetworkAddress.subscriber` of it.
     */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(trustedProxies, (isTrusted) => ({
      of: ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest) => {
        const hops = (headers["x-forwarded-for"] ?? "").split(",").map(NetworkAddress.parse).toReversed()
        const addresses = [
          ...Option.toArray(Option.flatMap(remoteAddress, NetworkAddress.parse)),
          ...Array.getSomes(Array.takeWhile(hops, Option.isSome))
        ]
        const client = Array.findFirst(addresses, (address) => !isTrusted(address))
        return Option.getOrElse(client, () => addresses.at(-1) ?? "")
      }
    }))
  )
}
