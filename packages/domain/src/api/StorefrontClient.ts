import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Option, type Redacted } from "effect"
import { StorefrontApi } from "./StorefrontApi.ts"

/** Where the orchestrator listens, and who asks. */
export interface Options {
  /** The origin, for example `http://127.0.0.1:8080`; none when the `HttpClient` knows it. */
  readonly baseUrl?: string
  /** What log-in or refresh answered; the three endpoints below `/api/auth` need none. */
  readonly accessToken?: string | Redacted.Redacted
}

/**
 * A client of the REST interface, made from its contract: a method for each of the 20 endpoints, whose failures are
 * the errors of the contract, those of the connection, and answers that do not fit the contract.
 */
export const make = ({ accessToken, baseUrl }: Options = {}) =>
  HttpApiClient.make(StorefrontApi, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    transformClient: Option.match(Option.fromNullable(accessToken), {
      onNone: () => (client: HttpClient.HttpClient) => client,
      onSome: (token) => HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
    })
  })
