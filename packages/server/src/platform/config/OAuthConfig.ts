import { rule } from "@storefront/domain/api/Fields"
import { Config, Schema } from "effect"
import { required, webAddress } from "./SettingSchemas.ts"

const example = "https://login.example.com/realms/shop"

/** Issuer identifier; not normalised, because issuers are compared character by character. */
const Issuer = webAddress(example).pipe(
  Schema.filter((text) => !/[?#]/.test(text)),
  Schema.annotations(rule(`must be a web address without query and fragment, for example ${example}`))
)

const endpoint = (name: string, path: string) =>
  Schema.Config(name, webAddress(`${example}${path}`)).pipe(Config.option)

/** The authorization server; the optional endpoints override those of its metadata. */
export const oauthIssuer = Config.all({
  issuer: Schema.Config("OAUTH_ISSUER", Issuer).pipe(
    required("OAUTH_ISSUER", `it is the address of the authorization server, for example ${example}`)
  ),
  tokenUrl: endpoint("OAUTH_TOKEN_URL", "/token"),
  jwksUrl: endpoint("OAUTH_JWKS_URL", "/jwks.json")
})
