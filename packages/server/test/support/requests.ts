import { HttpClient, HttpClientRequest, type HttpMethod } from "@effect/platform"
import { Effect } from "effect"

export interface Sent {
  readonly method?: HttpMethod.HttpMethod
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly text?: string
}

/** A response as it is on the wire; the body is decoded JSON, of whatever form. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
  readonly body: any
}

/** Sends a request to the server under test. */
export const send = Effect.fnUntraced(function* (url: string, sent: Sent = {}) {
  const request = HttpClientRequest.make(sent.method ?? (sent.json === undefined ? "GET" : "POST"))(url).pipe(
    HttpClientRequest.setHeaders({
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...sent.headers
    }),
    (made) => (sent.json === undefined ? made : HttpClientRequest.bodyUnsafeJson(made, sent.json)),
    (made) =>
      sent.text === undefined
        ? made
        : HttpClientRequest.bodyText(made, sent.text, sent.headers?.["content-type"] ?? "application/json")
  )
  const client = yield* HttpClient.HttpClient
  const response = yield* HttpClient.withTracerPropagation(client, false).execute(request)
  const text = yield* response.text
  const received: Received = {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text)
  }
  return received
}, Effect.orDie)

/** Status and body of a response: all there is to say about most refusals. */
export const refusal = ({ body, status }: Received) => [status, body] as const
