import { type Headers } from "@effect/platform"
import { Option, Redacted } from "effect"

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** The token in `Authorization`. The platform would take any scheme for `Bearer`. */
export const of = (headers: Headers.Headers): Option.Option<Redacted.Redacted> =>
  Option.map(Option.fromNullable(bearer.exec(headers["authorization"]?.trim() ?? "")?.[1]), Redacted.make)
