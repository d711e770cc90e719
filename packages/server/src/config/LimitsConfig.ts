import { rule } from "@storefront/domain/api/Fields"
import { MoneyFromNumber } from "@storefront/domain/Money"
import { Config, Duration, Schema } from "effect"
import { wholeNumber } from "./Rules.ts"

const milliseconds = (name: string, fallback: number) =>
  Schema.Config(name, wholeNumber(100, 3_600_000, fallback)).pipe(
    Config.withDefault(fallback),
    Config.map(Duration.millis)
  )

/** How long a chat turn may take, from the request to its answer. */
export const turnBudget = milliseconds("CHAT_TURN_BUDGET_MS", 120_000)

/** How long one call of a specialist may take, on either side of it. */
export const agentHopTimeout = milliseconds("AGENT_HOP_TIMEOUT_MS", 30_000)

const Amount = Schema.compose(Schema.NumberFromString.pipe(Schema.between(0, 999_999.99)), MoneyFromNumber).annotations(
  rule("must be an amount with at most 2 decimals, for example 500")
)

const defaultAutoApproveLimit = Schema.decodeSync(MoneyFromNumber)(500)

/** When and how orders can be returned. */
export const returns = Config.all({
  /** Days after delivery. */
  windowDays: Schema.Config("RETURN_WINDOW_DAYS", wholeNumber(0, 3650, 30)).pipe(Config.withDefault(30)),
  /** Returns up to this amount are approved at once. */
  autoApproveLimit: Schema.Config("RETURN_AUTO_APPROVE_LIMIT", Amount).pipe(Config.withDefault(defaultAutoApproveLimit))
})
