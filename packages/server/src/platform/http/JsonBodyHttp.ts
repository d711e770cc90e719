import { HttpServerRequest } from "@effect/platform"
import { JsonBody } from "@storefront/domain/api/JsonBody"
import { InvalidRequest, MalformedJson, UnsupportedMediaType } from "@storefront/domain/Errors"
import { Effect, Layer, Predicate } from "effect"
import { isTooDeep } from "./JsonDepth.ts"
import * as MediaType from "./MediaType.ts"

/** Parses the request's JSON body, which may be any JSON value. `BoundedBody` has already checked its size. */
export const read = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const unsupported = MediaType.unsupportedReason(request.headers)
  if (unsupported !== undefined) {
    return yield* new UnsupportedMediaType({ message: unsupported })
  }
  const contentType = request.headers["content-type"]
  if (contentType !== undefined && MediaType.of(contentType) !== "application/json") {
    return yield* new UnsupportedMediaType()
  }
  const body = yield* Effect.mapError(request.json, () => new MalformedJson())
  return isTooDeep(body) ? yield* new InvalidRequest({ message: "body: is nested too deeply" }) : body
})

const check = Effect.flatMap(read, (body) =>
  Predicate.isRecord(body) ? Effect.void : new InvalidRequest({ message: "body: must be an object" })
)

/** Middleware that requires the body of an endpoint to be a JSON object. */
export const layer = Layer.succeed(JsonBody, check)
