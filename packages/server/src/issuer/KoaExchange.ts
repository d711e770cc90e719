import { type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { Cause, Effect, Exit, Runtime } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Provider } from "oidc-provider"

/** A request for the library. */
export interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the library answers; the body is what becomes JSON. */
export interface Answer {
  readonly status: number
  readonly challenge: string | undefined
  readonly body: unknown
}

/** Failures of ours that the library knows nothing of. */
type Unavailable = DatabaseUnavailable | ServiceUnavailable

/** A request that the library works on. */
interface Exchange {
  readonly runtime: Runtime.Runtime<never>
  body?: unknown
  failure?: Cause.Cause<Unavailable>
}

/**
 * The library speaks Koa, which wants to own the connection. It gets messages without one, so that our own HTTP program
 * reads requests and sends answers here as everywhere.
 */
const exchanges = new WeakMap<IncomingMessage, Exchange>()

/**
 * Runs an effect in the fiber's stead whose request the library works on, with its trace, log and settings. What breaks
 * is a fault of ours for the library, and comes out of `ask` as it was.
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

/** Has the answers of the library handed over instead of sent. Once for every provider, before it is asked. */
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

/** The answer of the library to a request. */
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
