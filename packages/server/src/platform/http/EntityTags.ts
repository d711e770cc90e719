import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { hash } from "node:crypto"

/** Whether `If-None-Match` names the tag, or any; a weak tag names the same content here. */
const names = (ifNoneMatch: string, tag: string) =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) === true

/** The strong tag of a body: a hash of its bytes. */
export const of = (body: Uint8Array) => `"${hash("sha256", body, "base64url")}"`

/**
 * Gives every 200 its `Cache-Control` and an `ETag`, unless the response brings one. Who has that content already is
 * answered 304 without it.
 */
export const middleware =
  (cacheControl: string) =>
  <E, R>(app: HttpApp.Default<E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.map(app, (response) => {
        if (response.status !== 200 || response.body._tag !== "Uint8Array") {
          return response
        }
        const etag = response.headers["etag"] ?? of(response.body.body)
        const headers = { etag, "cache-control": cacheControl }
        return names(request.headers["if-none-match"] ?? "", etag)
          ? HttpServerResponse.empty({ status: 304, headers })
          : HttpServerResponse.setHeaders(response, headers)
      })
    )
