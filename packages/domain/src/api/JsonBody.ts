import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { InvalidRequest, MalformedJson, UnsupportedMediaType } from "../Errors.ts"

/** The request has a JSON object as its body, or none, which counts as `{}`. Checked after the token. */
export class JsonBody extends HttpApiMiddleware.Tag<JsonBody>()("@storefront/domain/api/JsonBody", {
  failure: Schema.Union(MalformedJson.http, UnsupportedMediaType.http, InvalidRequest.http)
}) {}
