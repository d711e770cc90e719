import { HttpServerResponse } from "@effect/platform"

/** Responds with JSON text that is already encoded. */
export const fromText = (json: string) => HttpServerResponse.text(json, { contentType: "application/json" })
