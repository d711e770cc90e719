import { HttpServerRequest } from "@effect/platform"
import { FormBody } from "@storefront/domain/api/FormBody"
import { MalformedRequest, UnsupportedMediaType } from "@storefront/domain/Errors"
import { Effect, Layer } from "effect"
import * as MediaType from "./MediaType.ts"

const formType = "application/x-www-form-urlencoded"

const check = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const unsupported = MediaType.unsupportedReason(request.headers)
  if (unsupported !== undefined) {
    return yield* new UnsupportedMediaType({ message: unsupported })
  }
  if (MediaType.of(request.headers["content-type"] ?? "") !== formType) {
    return yield* new UnsupportedMediaType({ message: `Content-Type must be ${formType}` })
  }
  yield* Effect.mapError(request.text, () => new MalformedRequest({ message: "Request body is not valid UTF-8" }))
})

/** Middleware that requires the body of an endpoint to be a form. */
export const layer = Layer.succeed(FormBody, check)
