import { type HttpApp, HttpServerError, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { BodyTooLarge } from "@storefront/domain/Errors"
import { Effect, Stream } from "effect"
import { type IncomingMessage } from "node:http"

/** Largest accepted body: 1 MiB. */
const limit = 1_048_576

/** Reads up to the limit. Discards the rest, so that the client can finish sending and read the refusal. */
const receive = (source: IncomingMessage) =>
  Effect.async<Buffer, BodyTooLarge>((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > limit) {
        resume(Effect.zipRight(discard, new BodyTooLarge()))
      }
    }
    // A broken connection leaves a truncated body, which is harmless: nobody receives the response.
    const onEnd = () =>
      resume(
        Effect.zipRight(
          discard,
          Effect.sync(() => Buffer.concat(chunks))
        )
      )
    const discard = Effect.sync(() => {
      source.off("data", onData).off("end", onEnd).off("close", onEnd).resume()
    })
    source.on("data", onData).on("end", onEnd).on("close", onEnd)
    return discard
  })

const read = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers
  if (encoding === undefined && Number(length ?? 0) === 0) {
    return Buffer.alloc(0)
  }
  return Number(length ?? 0) > limit
    ? yield* new BodyTooLarge()
    : yield* receive(NodeHttpServerRequest.toIncomingMessage(request))
})

/** Decodes UTF-8. An absent body reads as an empty object, as our endpoints expect. */
const decode = (request: HttpServerRequest.HttpServerRequest, body: Buffer) =>
  Effect.try({
    try: () => (body.length === 0 ? "{}" : new TextDecoder("utf-8", { fatal: true }).decode(body)),
    catch: (cause) => new HttpServerError.RequestError({ request, reason: "Decode", cause })
  })

const withBody = (request: HttpServerRequest.HttpServerRequest, body: Buffer) => {
  const received = {
    text: decode(request, body),
    stream: Stream.make<[Uint8Array]>(body),
    arrayBuffer: Effect.sync(() => new Uint8Array(body).buffer)
  }
  return new Proxy(request, {
    get: (target, key, receiver) => Reflect.get(key in received ? received : target, key, receiver)
  })
}

/**
 * Reads the body before any other handling and refuses more than 1 MiB, with or without a declared length. The platform
 * would read it later, and cut the connection without a response if it is too large.
 */
export const middleware = <E, R>(app: HttpApp.Default<E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.flatMap(read(request), (body) =>
      // A GET has no body to provide.
      request.method === "GET"
        ? app
        : Effect.provideService(app, HttpServerRequest.HttpServerRequest, withBody(request, body))
    )
  )
