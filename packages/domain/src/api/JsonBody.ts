import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { BodyTooLarge, MalformedJson, UnsupportedMediaType } from "../Errors.ts"

/** The request has a JSON body of at most 1 MiB. Checked after the token, before the body is decoded. */
export class JsonBody extends HttpApiMiddleware.Tag<JsonBody>()("@storefront/domain/api/JsonBody", {
  failure: Schema.Union(MalformedJson.http, BodyTooLarge.http, UnsupportedMediaType.http)
}) {}
