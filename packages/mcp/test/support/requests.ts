import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"

type Headers = Readonly<Record<string, string>>

const send = (client: HttpClient.HttpClient, path: string, body: string, headers: Headers) =>
  HttpClient.withTracerPropagation(client, false).execute(
    HttpClientRequest.post(path).pipe(
      HttpClientRequest.bodyText(body, "application/json"),
      HttpClientRequest.setHeaders({ accept: "application/json, text/event-stream", ...headers })
    )
  )

/** A way to call a tool over HTTP. */
export interface Surface {
  readonly name: string
  readonly call: (
    client: HttpClient.HttpClient,
    tool: string,
    args: unknown,
    headers?: Headers
  ) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>
}

/** A message of the protocol, as a client of 2025 sends it. */
export const post = (client: HttpClient.HttpClient, message: unknown, headers: Headers = {}) =>
  send(client, "/mcp", typeof message === "string" ? message : JSON.stringify(message), {
    "mcp-protocol-version": "2025-11-25",
    ...headers
  })

/** The message of the protocol that calls a tool. */
export const callMessage = (name: string, args: unknown, meta?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }
})

export const protocol: Surface = {
  name: "/mcp",
  call: (client, tool, args, headers) => post(client, callMessage(tool, args), headers)
}

export const plain: Surface = {
  name: "/mcp/tools/{toolName}",
  call: (client, tool, args, headers = {}) =>
    send(client, `/mcp/tools/${tool}`, typeof args === "string" ? args : JSON.stringify(args), headers)
}

export const surfaces = [protocol, plain]

/** Status, challenge and text of a refusal. */
export const refusal = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(response.json, (body) => ({
    status: response.status,
    challenge: response.headers["www-authenticate"],
    body
  }))
