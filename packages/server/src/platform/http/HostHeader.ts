import { type HttpApp, HttpServerRequest } from "@effect/platform"
import { MalformedRequest } from "@storefront/domain/Errors"
import { Effect } from "effect"
import { IncomingMessage } from "node:http"

/** A host name or an address, bracketed if IPv6, with an optional port. */
const authority = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/iu

/** Returns all values of `Host`; Node itself keeps only the first. */
const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host")

/**
 * Fails if an HTTP/1.1 request has no `Host`, several, or a malformed one (RFC 9112, 3.2), which a proxy might read
 * differently. Passes requests that do not come from Node's server.
 */
const check = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ source }) => {
  if (!(source instanceof IncomingMessage)) {
    return Effect.void
  }
  const [host, ...others] = hostsOf(source)
  if (host === undefined) {
    return source.httpVersion === "1.1" ? new MalformedRequest({ message: "Host is missing" }) : Effect.void
  }
  if (others.length > 0) {
    return new MalformedRequest({ message: "Host must be given once" })
  }
  return authority.test(host) ? Effect.void : new MalformedRequest({ message: "Host must be a name or an address" })
})

/** Checks `Host` before any other handling. */
export const middleware = <E, R>(app: HttpApp.Default<E, R>) => Effect.zipRight(check, app)
