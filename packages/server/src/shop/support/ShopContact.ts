import { type Contact } from "@storefront/domain/SupportCases"
import { Effect, Option } from "effect"
import { supportContact } from "../../platform/config/SupportConfig.ts"

const isLink = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

const contactOf = (address: string): Contact => ({ text: address, url: isLink(address) ? address : null })

/** How customers reach the shop's people; none where the shop has not set it. */
export const shopContact = Effect.map(supportContact, (address) => Option.map(Option.fromNullable(address), contactOf))
