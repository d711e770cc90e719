import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"
import { host, hostnameOf, isWildcard, port } from "./HttpConfig.ts"

/** An origin, with or without a trailing slash. */
const Origin = Schema.Trim.pipe(
  Schema.filter(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`
  ),
  Schema.transform(Schema.String, { strict: true, decode: (text) => new URL(text).origin, encode: (origin) => origin })
).annotations(rule("must be a web address without a path, for example https://assistant.shop.example"))

/** Address at which this machine reaches the orchestrator. */
const ownAddress = Config.zipWith(
  host,
  port("orchestrator"),
  (host, port) =>
    // Omits the port if it is the scheme's default.
    new URL(`http://${isWildcard(host) ? "localhost" : hostnameOf(host)}:${port}`).origin
)

/** `PUBLIC_URL`: the orchestrator's origin as clients see it, such as `https://assistant.shop.example`. */
export const publicUrl: Config.Config<string> = Schema.Config("PUBLIC_URL", Origin).pipe(
  Config.option,
  Config.zipWith(ownAddress, (configured, fallback) => (configured._tag === "Some" ? configured.value : fallback))
)
