import { rule } from "@storefront/domain/api/Fields"
import { type ServiceName } from "@storefront/domain/Topology"
import { Config, ConfigError, Either, Option, type Redacted, Schema } from "effect"
import { address } from "./HttpConfig.ts"
import { required, webAddress } from "./SettingSchemas.ts"

/** Credential by which a service authenticates to the authorization server. */
export type ClientProof =
  | { readonly _tag: "Key"; readonly file: string }
  | { readonly _tag: "Secret"; readonly secret: Redacted.Redacted }

export const keyFileVariable = "OAUTH_CLIENT_KEY_FILE"

export const keyFileRule =
  "must name a file with an RSA private key of at least 2048 bits in PEM, for example client-key.pem, the output of `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`"

const id = (service: ServiceName) =>
  Schema.Config(
    "OAUTH_CLIENT_ID",
    Schema.NonEmptyTrimmedString.annotations(
      rule("must be the name of a client of the authorization server, for example product-discovery")
    )
  ).pipe(Config.withDefault(service))

const keyFile = Schema.Config(keyFileVariable, Schema.NonEmptyString.annotations(rule(keyFileRule)))

const secret = Schema.Config(
  "OAUTH_CLIENT_SECRET",
  Schema.Redacted(Schema.NonEmptyString).annotations(
    rule("must be the secret that the authorization server issued to the client")
  )
)

const proof: Config.Config<ClientProof> = Config.all({
  file: Config.option(keyFile),
  secret: Config.option(secret)
}).pipe(
  Config.mapOrFail(({ file, secret }) =>
    Option.orElse(
      Option.map(secret, (secret): ClientProof => ({ _tag: "Secret", secret })),
      () => Option.map(file, (file): ClientProof => ({ _tag: "Key", file }))
    ).pipe(
      Either.fromOption(() =>
        ConfigError.InvalidData([keyFileVariable], `is not set, and neither is OAUTH_CLIENT_SECRET; it ${keyFileRule}`)
      )
    )
  )
)

/** A service's client registration. A secret takes precedence: it is only issued if a key is not accepted. */
export const oauthClient = (service: ServiceName) => Config.all({ id: id(service), proof })

/** File with the key by which the orchestrator signs assertions to specialists about its caller. */
export const callerKeyFile = required(keyFileVariable, `it ${keyFileRule}`)(keyFile)

/** Address of the orchestrator's JWKS, where specialists fetch the public half of that key. */
export const callerKeysUrl = Config.zipWith(
  Schema.Config("OAUTH_CALLER_JWKS_URL", webAddress("http://orchestrator:8080/.well-known/jwks.json")).pipe(
    Config.option
  ),
  address("orchestrator"),
  (configured, local) => Option.getOrElse(configured, () => `${local}/.well-known/jwks.json`)
)
