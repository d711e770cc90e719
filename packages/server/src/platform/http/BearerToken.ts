import { type Headers } from "@effect/platform"
import { Option, Redacted } from "effect"

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Returns the bearer token in `Authorization`. The platform's own decoder would accept any scheme. */
export const of = (headers: Headers.Headers): Option.Option<Redacted.Redacted> =>
  Option.map(Option.fromNullable(bearer.exec(headers["authorization"]?.trim() ?? "")?.[1]), Redacted.make)
