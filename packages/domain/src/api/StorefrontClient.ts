import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Option, type Redacted } from "effect"
import { StorefrontApi } from "./StorefrontApi.ts"

/** Connection to the orchestrator. */
export interface Options {
  /** The origin, for example `http://127.0.0.1:8080`; not needed if the `HttpClient` already has one. */
  readonly baseUrl?: string
  /** Access token from log-in or refresh; the three endpoints below `/api/auth` need none. */
  readonly accessToken?: string | Redacted.Redacted
}

/**
 * Derives a client of the REST interface from its contract, with a method for each of the 20 endpoints. They fail with
 * the errors of the contract, with those of the connection, and on responses that violate the contract.
 */
export const make = ({ accessToken, baseUrl }: Options = {}) =>
  HttpApiClient.make(StorefrontApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient: Option.match(Option.fromNullable(accessToken), {
      onNone: () => (client: HttpClient.HttpClient) => client,
      onSome: (token) => HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
    })
  })
