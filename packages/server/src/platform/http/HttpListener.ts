import { HttpServer, type HttpServerError } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { type ServiceName, services } from "@storefront/domain/Topology"
import { Data, type Duration, Effect, Layer, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import { type Duplex } from "node:stream"
import * as HttpConfig from "../config/HttpConfig.ts"
import { errorCode } from "../database/ErrorCode.ts"

/** A service cannot listen at its address. The message is for the operator. */
export class AddressUnavailable extends Data.TaggedError("AddressUnavailable")<{
  readonly message: string
  readonly cause: unknown
}> {}

export interface Address {
  readonly host: string
  readonly port: number
  /** Environment variable or option that sets the port. */
  readonly portVariable: string
}

const example = "An example is HOST=127.0.0.1"

const reasons: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port, portVariable }) =>
    `port ${port} of ${host} is taken by another program. Stop it, or choose another port, for example ${portVariable}=18080`,
  EACCES: ({ port, portVariable }) =>
    `this user may not open port ${port}. Choose a port above 1023, for example ${portVariable}=18080`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine. ${example}`,
  EAFNOSUPPORT: ({ host }) => `this machine does not support the address family of ${host}. ${example}`,
  EINVAL: ({ host }) => `${host} is an address that needs a network interface. ${example}`,
  ENOTFOUND: ({ host }) => `the name ${host} is unknown. ${example}`,
  EAI_AGAIN: ({ host }) => `the name ${host} cannot be resolved now. ${example}`,
  EMFILE: () => "too many files are open. Raise the limit: ulimit -n 1024"
}

const unavailable = (service: string, address: Address) => (error: HttpServerError.ServeError) => {
  const code = errorCode(error.cause)
  const reason =
    reasons[code]?.(address) ?? `it cannot listen at port ${address.port} of ${address.host} (${code}). ${example}`
  return new AddressUnavailable({ message: `${service} did not start: ${reason}`, cause: error.cause })
}

/** Returns status and detail for errors that Node's parser raises before there is a request. */
const protocolRefusal = (error: Error): readonly [status: number, detail: string] => {
  switch (errorCode(error)) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "Request header fields too large"]
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "Request timed out"]
    default:
      return [400, "Bad request"]
  }
}

/** Latest request of a connection with its response. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Returns whether a response has begun, or was completed before the whole request arrived: no other may follow. */
const isAnswered = ({ request, response }: Exchange) =>
  response.headersSent && !(request.complete && response.writableFinished)

const refuseProtocolError = (error: Error, socket: Duplex, latest: Exchange | undefined) => {
  if (!socket.writable || errorCode(error) === "ECONNRESET" || (latest !== undefined && isAnswered(latest))) {
    socket.destroy()
    return
  }
  const [status, detail] = protocolRefusal(error)
  const body = JSON.stringify({ detail })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-trace-id: ${randomBytes(16).toString("hex")}`,
      "x-content-type-options: nosniff",
      "connection: close",
      "",
      body
    ].join("\r\n")
  )
}

/** Responds 503 while the port is open but the program is not ready yet. */
const respondUnavailable = (response: ServerResponse) =>
  response
    .writeHead(503, { "content-type": "application/json", "retry-after": "1" })
    .end(JSON.stringify({ detail: "Service temporarily unavailable" }))

/** Creates the server. Its timeouts keep a slow or silent client from holding a connection for minutes. */
const createHttpServer = () => {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    // Node would refuse a request without `Host` with an empty body.
    requireHostHeader: false
  })
  const exchanges = new WeakMap<Duplex, Exchange>()
  server.on("request", (request, response) => {
    exchanges.set(request.socket, { request, response })
    // Until the program is served there is no other listener, and Node would let the client wait for ever.
    if (server.listenerCount("request") === 1) {
      respondUnavailable(response)
    }
  })
  // A request with an unknown `Expect` is served like any other; Node would answer 417 with an empty body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("clientError", (error, socket) => refuseProtocolError(error, socket, exchanges.get(socket)))
  // Node would cut the connection without a response.
  server.on("connect", (_, socket) => refuseProtocolError(new Error("CONNECT is not offered"), socket, undefined))
  return server
}

/** Stops accepting, lets requests finish within `grace`, then closes all connections. */
const drain = (server: Server, grace: Duration.DurationInput) =>
  Effect.async<void>((resume) => {
    server.close(() => resume(Effect.void))
  }).pipe(
    Effect.raceFirst(
      Effect.repeat(
        Effect.sync(() => server.closeIdleConnections()),
        Schedule.spaced("20 millis")
      )
    ),
    // Only the wait is interruptible (for the timeout): closing the connections must not be skipped.
    Effect.interruptible,
    Effect.timeout(grace),
    Effect.ignore,
    Effect.zipRight(Effect.sync(() => server.closeAllConnections()))
  )

/** Provides an `HttpServer`. Requests in flight get `grace` to finish before the program's layers are released. */
export const layerAt = (service: string, address: Address, grace: Duration.DurationInput = "30 seconds") =>
  Layer.merge(
    Layer.scoped(
      HttpServer.HttpServer,
      Effect.gen(function* () {
        const node = createHttpServer()
        const server = yield* Effect.mapError(
          NodeHttpServer.make(() => node, { host: address.host, port: address.port }),
          unavailable(service, address)
        )
        return HttpServer.make({
          address: server.address,
          // @effect-diagnostics-next-line anyUnknownInErrorContext:off -- the platform's interface takes any program
          serve: (app, middleware) =>
            Effect.zipRight(
              // @effect-diagnostics-next-line anyUnknownInErrorContext:off -- the same
              middleware === undefined ? server.serve(app) : server.serve(app, middleware),
              Effect.addFinalizer(() => drain(node, grace))
            )
        })
      })
    ),
    NodeHttpServer.layerContext
  )

/** Provides a service's server at the configured host and port. */
export const layer = (service: ServiceName) =>
  Layer.unwrapEffect(
    Effect.map(Effect.all([HttpConfig.host, HttpConfig.port(service)]), ([host, port]) =>
      layerAt(service, { host, port, portVariable: services[service].portVariable })
    )
  )
