import { type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { Cause, Effect, Exit, Runtime } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Provider } from "oidc-provider"

export interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The library's answer; `body` is still to be serialised as JSON. */
export interface Answer {
  readonly status: number
  readonly challenge: string | undefined
  readonly body: unknown
}

/** Our own failures, unknown to the library. */
type Unavailable = DatabaseUnavailable | ServiceUnavailable

/** State of a request that the library handles. */
interface Exchange {
  readonly runtime: Runtime.Runtime<never>
  body?: unknown
  failure?: Cause.Cause<Unavailable>
}

/**
 * Requests being handled. The library speaks Koa, which wants to own the connection; it gets messages without one, so
 * that our HTTP program reads requests and sends responses as everywhere.
 */
const exchanges = new WeakMap<IncomingMessage, Exchange>()

/**
 * Runs an effect in the context of the request that the library handles, with its trace, log and configuration. A
 * failure rejects for the library, and `ask` fails with the original cause.
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

/**
 * Makes a provider hand its answers over instead of sending them. Call it once per provider, before the first `ask`.
 */
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

/** Returns the library's answer to a request. */
export const ask = Effect.fn("KoaExchange.ask")(function* (provider: Provider, request: Request) {
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
  const answer: Answer = {
    status: outgoing.statusCode,
    challenge: typeof challenge === "string" ? challenge : undefined,
    body: exchange.body
  }
  return answer
})
