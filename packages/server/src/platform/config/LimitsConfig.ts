import { decimalsRule, maxAmount, MoneyFromNumber, nearestMoney } from "@storefront/domain/Money"
import { Config, Duration, Option, Schema } from "effect"
import { wholeNumberOr } from "./SettingSchemas.ts"

const milliseconds = (name: string, fallback: number) =>
  Config.map(wholeNumberOr(name, fallback, { min: 100, max: 3_600_000 }), Duration.millis)

/** Time limit of a chat turn, from request to answer. */
export const turnTimeout = milliseconds("CHAT_TURN_BUDGET_MS", 120_000)

/** Time limit of one call to a specialist, applied on both sides. */
export const agentHopTimeout = milliseconds("AGENT_HOP_TIMEOUT_MS", 30_000)

/** Time for which a shown proposal can be confirmed. */
export const confirmationTime = Config.map(
  wholeNumberOr("CONFIRMATION_MINUTES", 30, { min: 1, max: 1440 }),
  Duration.minutes
)

/** Maximum open streams of a process. */
export const maxStreams = wholeNumberOr("STREAMS_MAX", 1_000, { min: 1, max: 100_000 })

const Amount = Schema.compose(Schema.NumberFromString, MoneyFromNumber)
  .pipe(Schema.between(0, maxAmount))
  .annotations({
    message: () => ({ message: `must be an amount ${decimalsRule()}, for example 500`, override: true })
  })

/** Makes a setting of an amount in the shop's currency, with a default in its units. */
const amountOr = (name: string, fallback: number) =>
  Schema.Config(name, Amount).pipe(Config.option, Config.map(Option.getOrElse(() => nearestMoney(fallback))))

/** Rules for returning orders. */
export const returns = Config.all({
  /** Days after the day of delivery in which an order can be returned. */
  windowDays: wholeNumberOr("RETURN_WINDOW_DAYS", 30, { min: 0, max: 3650 }),
  /** Largest amount of a return that is approved automatically. */
  autoApproveLimit: amountOr("RETURN_AUTO_APPROVE_LIMIT", 500),
  /** Largest amount of an approved return that is refunded before the goods arrive. */
  returnlessRefundLimit: amountOr("RETURNLESS_REFUND_LIMIT", 0)
})
