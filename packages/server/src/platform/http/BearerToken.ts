import { type Headers } from "@effect/platform"
import { Option, Redacted } from "effect"

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Returns the token in `Authorization`. The platform's own decoder accepts any scheme as `Bearer`. */
export const of = (headers: Headers.Headers): Option.Option<Redacted.Redacted> =>
  Option.map(Option.fromNullable(bearer.exec(headers["authorization"]?.trim() ?? "")?.[1]), Redacted.make)
