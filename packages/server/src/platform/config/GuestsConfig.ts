import { Config } from "effect"
import { wholeNumberOr } from "./SettingSchemas.ts"

/** Returns whether visitors without an account are served. */
export const guestsEnabled = Config.withDefault(Config.boolean("GUESTS_ENABLED"), false)

/** Days after which an unused guest's cart and conversations are removed. */
export const guestRetentionDays = wholeNumberOr("GUEST_RETENTION_DAYS", 30, { min: 1, max: 3650 })
