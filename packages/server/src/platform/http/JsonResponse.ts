import { HttpServerResponse } from "@effect/platform"

/** A response whose body is written already. */
export const fromText = (json: string) => HttpServerResponse.text(json, { contentType: "application/json" })
