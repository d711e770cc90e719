import { type HttpApp, type HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { isLoopback } from "../config/NetworkAddress.ts"
import { publicUrl } from "../config/PublicUrlConfig.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { type DependencyHealth } from "./DependencyHealth.ts"
import * as DoubtedSetting from "./DoubtedSetting.ts"

/** Address by which clients reach this service. */
export class PublicAddress extends Context.Tag("@storefront/server/platform/http/PublicAddress")<
  PublicAddress,
  {
    /** Logs the first request that came by another scheme or host than `PUBLIC_URL`. */
    readonly watch: <E, R>(app: HttpApp.Default<E, R>) => HttpApp.Default<E, R>
    /** Health of `PUBLIC_URL`: `unknown` with a reason after such a request, whose host a stranger may have invented. */
    readonly health: Effect.Effect<DependencyHealth>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const { isProxied } = yield* ClientAddress
      const origin = yield* publicUrl

      /**
       * Returns the origin that the client asked, as far as it is known: a proxy may not pass on the scheme. None for a
       * loopback name, by which the operator's commands ask, and proxies that do not pass on the host.
       */
      const askedOf = (request: HttpServerRequest.HttpServerRequest) => {
        const proxied = isProxied(request)
        const forwarded = (name: string) => (proxied ? request.headers[name]?.split(",")[0]?.trim() : undefined)
        const host = forwarded("x-forwarded-host") ?? request.headers["host"] ?? ""
        const scheme = forwarded("x-forwarded-proto") ?? (proxied ? new URL(origin).protocol.slice(0, -1) : "http")
        return Option.liftPredicate(`${scheme}://${host}`, URL.canParse).pipe(
          Option.map((text) => new URL(text)),
          Option.filterMap(({ hostname, origin }) => (isLoopback(hostname) ? Option.none() : Option.some(origin)))
        )
      }

      return yield* DoubtedSetting.make({
        find: (request) => Option.filter(askedOf(request), (asked) => asked !== origin),
        message: "A request came by another scheme or host than PUBLIC_URL",
        attribute: "server.address",
        reason:
          "A request came by another scheme or host than PUBLIC_URL, which the agent card and links name. If a client sent it, set PUBLIC_URL to that address, which the log has, or TRUSTED_PROXIES to the proxy in front, and start again."
      })
    })
  )
}
