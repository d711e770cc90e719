import { type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { Cause, Effect, Exit, Runtime } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Provider } from "oidc-provider"

/** Adapter for the protocol library, a Koa application: it handles requests without a connection. */

export interface KoaRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Response of the library; `body` is not serialised yet. */
export interface KoaResponse {
  readonly status: number
  readonly challenge: string | undefined
  readonly body: unknown
}

/** Failures of our effects, which the library does not know. */
type Unavailable = DatabaseUnavailable | ServiceUnavailable

/** State of a request that the library handles. */
interface Exchange {
  readonly runtime: Runtime.Runtime<never>
  body?: unknown
  failure?: Cause.Cause<Unavailable>
}

/**
 * Requests being handled. Koa expects to own the connection. It gets messages without one, so that requests and
 * responses pass through our own HTTP server.
 */
const exchanges = new WeakMap<IncomingMessage, Exchange>()

/**
 * Runs an effect for the request that the library is handling, with that request's trace, logger and configuration. On
 * a failure, the promise is rejected for the library, and `ask` fails with the original cause.
 */
export const run = <A>(effect: Effect.Effect<A, Unavailable>): Promise<A> => {
  const request = Provider.ctx?.req
  const exchange = request === undefined ? undefined : exchanges.get(request)
  return exchange === undefined
    ? Effect.runPromise(effect)
    : Runtime.runPromiseExit(exchange.runtime)(effect).then(
        Exit.match({
          onSuccess: (value) => value,
          onFailure: (cause) => {
            exchange.failure = cause
            return Promise.reject(new Error("the request failed"))
          }
        })
      )
}

/** Configures a provider to hand over its responses instead of sending them. Must be called once, before `ask`. */
export const connect = (provider: Provider) => {
  provider.use(async (context, next) => {
    await next()
    context.respond = false
    const exchange = exchanges.get(context.req)
    if (exchange !== undefined) {
      exchange.body = context.body
    }
  })
  provider.on("server_error", (context, error) => {
    const exchange = exchanges.get(context.req)
    if (exchange !== undefined) {
      exchange.failure ??= Cause.die(error)
    }
  })
}

/** Returns the library's response to a request. */
export const ask = Effect.fn("KoaExchange.ask")(function* (provider: Provider, request: KoaRequest) {
  const exchange: Exchange = { runtime: yield* Effect.runtime<never>() }
  const incoming = Object.assign(new IncomingMessage(new Socket()), {
    method: request.method,
    url: request.path,
    headers: { ...request.headers, "content-length": String(Buffer.byteLength(request.body)) }
  })
  incoming.push(request.body)
  incoming.push(null)
  const outgoing = new ServerResponse(incoming)
  exchanges.set(incoming, exchange)
  yield* Effect.promise(() => provider.callback()(incoming, outgoing))
  if (exchange.failure !== undefined) {
    return yield* Effect.failCause(exchange.failure)
  }
  const challenge = outgoing.getHeader("www-authenticate")
  const answer: KoaResponse = {
    status: outgoing.statusCode,
    challenge: typeof challenge === "string" ? challenge : undefined,
    body: exchange.body
  }
  return answer
})
