import { HttpApiMiddleware } from "@effect/platform"
import { Schema } from "effect"
import { InvalidRequest, MalformedJson, UnsupportedMediaType } from "../Errors.ts"

/** Requires a JSON object as the request's body; a missing body counts as `{}`. Checked after authentication. */
export class JsonBody extends HttpApiMiddleware.Tag<JsonBody>()("@storefront/domain/api/JsonBody", {
  failure: Schema.Union(MalformedJson.http, UnsupportedMediaType.http, InvalidRequest.http)
}) {}
