import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { MalformedRequest, UnsupportedMediaType } from "../Errors.ts"

/** Requires a form as the request's body (`application/x-www-form-urlencoded`); a missing body counts as empty. */
export class FormBody extends HttpApiMiddleware.Tag<FormBody>()("@storefront/domain/api/FormBody", {
  failure: Schema.Union(MalformedRequest.http, UnsupportedMediaType.http)
}) {}
