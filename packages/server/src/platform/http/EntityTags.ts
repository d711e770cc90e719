import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { hash } from "node:crypto"

/** Returns whether `If-None-Match` is `*` or lists the tag; a weak tag matches the strong one. */
const matchesTag = (ifNoneMatch: string, tag: string) =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) === true

/** Returns the strong tag of a body: a hash of its bytes. */
export const of = (body: Uint8Array) => `"${hash("sha256", body, "base64url")}"`

/** Adds `Cache-Control` and, unless present, an `ETag` to every 200; responds 304 if the client has that content. */
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
        return matchesTag(request.headers["if-none-match"] ?? "", etag)
          ? HttpServerResponse.empty({ status: 304, headers })
          : HttpServerResponse.setHeaders(response, headers)
      })
    )
