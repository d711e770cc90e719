import { rule } from "@storefront/domain/api/Fields"
import { Config, Option, Schema } from "effect"

const Contact = Schema.Trim.pipe(Schema.minLength(3), Schema.maxLength(200)).annotations(
  rule("must be an address people can write to or call, for example help@shop.example")
)

/** `SUPPORT_CONTACT`: an address or number of the shop's staff for customers; none is given out if unset. */
export const supportContact: Config.Config<string | undefined> = Schema.Config("SUPPORT_CONTACT", Contact).pipe(
  Config.option,
  Config.map(Option.getOrUndefined)
)
