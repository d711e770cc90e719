import { services, SpecialistName } from "@storefront/domain/Topology"
import { Config, ConfigError, Either, Option, ParseResult, Schema } from "effect"
import { address } from "./HttpConfig.ts"
import { secret, toggle } from "./SettingSchemas.ts"

/** Secret with which our services authenticate to each other. */
export const sharedSecret = secret("AGENT_SHARED_SECRET")

const HttpUrl = Schema.URL.pipe(Schema.filter(({ protocol }) => protocol === "http:" || protocol === "https:"))

/** Address of every specialist. */
const Registry = Schema.Record({ key: SpecialistName, value: HttpUrl })
export type Registry = typeof Registry.Type

const decodeRegistry = Schema.decodeEither(Schema.parseJson(Registry), { onExcessProperty: "error" })

const example = `{${SpecialistName.literals.map((name) => `"${name}":"http://127.0.0.1:${services[name].port}"`).join(",")}}`

const rule = ({ _tag, path: [name] }: ParseResult.ArrayFormatterIssue) =>
  name === undefined
    ? "must be a JSON object"
    : _tag === "Unexpected"
      ? `has ${String(name)}, which is not a specialist`
      : _tag === "Missing"
        ? `has no address of ${String(name)}`
        : `needs an http or https address of ${String(name)}`

const readRegistry = (text: string) =>
  Either.mapLeft(decodeRegistry(text), (error) => {
    const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
    const problem = issue === undefined ? "cannot be read" : rule(issue)
    return ConfigError.InvalidData([], `${problem}; for example ${example}`)
  })

/** Returns a specialist's address if everything runs on this machine. */
const localAddress = (name: SpecialistName) => Config.map(address(name), (address) => new URL(address))

const localRegistry: Config.Config<Registry> = Config.all({
  "product-discovery": localAddress("product-discovery"),
  "order-management": localAddress("order-management"),
  "pricing-promotions": localAddress("pricing-promotions"),
  "review-sentiment": localAddress("review-sentiment"),
  "inventory-fulfillment": localAddress("inventory-fulfillment")
})

/** `AGENT_REGISTRY`: a JSON object with the addresses of exactly the five specialists; by default local ports. */
export const registry = Config.string("AGENT_REGISTRY").pipe(
  Config.mapOrFail(readRegistry),
  Config.option,
  Config.zipWith(localRegistry, (configured, local) => Option.getOrElse(configured, () => local))
)

/** `MARKETPLACE_ENFORCED`: true if an agent that requires approval is only for customers with a permission for it. */
export const marketplaceEnforced = toggle("MARKETPLACE_ENFORCED")
