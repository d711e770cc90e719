import { type HttpApp, HttpServerRequest } from "@effect/platform"
import { MalformedRequest } from "@storefront/domain/Errors"
import { Effect } from "effect"
import { IncomingMessage } from "node:http"

/** A name or an address, in brackets if it is one of IPv6, and perhaps a port. */
const authority = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d{0,5})?$/iu

/** Returns the values of `Host` as they came: Node keeps the first and forgets the others. */
const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host")

/**
 * Fails when a request of HTTP/1.1 has no `Host`, more than one, or one that names no host (RFC 9112, 3.2): programs in
 * front of ours might read it otherwise. A request that did not come over a connection has none.
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

/** Checks `Host` before anything else looks at the request. */
export const middleware = <E, R>(app: HttpApp.Default<E, R>) => Effect.zipRight(check, app)
