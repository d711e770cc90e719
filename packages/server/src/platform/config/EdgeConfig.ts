import { rule } from "@storefront/domain/api/Fields"
import { Config, Duration, Schema } from "effect"
import * as NetworkAddress from "./NetworkAddress.ts"
import { wholeNumberOr } from "./SettingSchemas.ts"

/** Settings of the servers' edge: rate limits, trusted proxies and CORS. */

/** Limit of uses in a fixed window. */
export interface RateLimit {
  /** Name of the limit in the database and in the log. */
  readonly name: string
  /** Uses per window and key; 0: unlimited. */
  readonly max: number
  readonly window: Duration.Duration
}

/** Longest window of the limits below; `RateLimits` deletes older counts. */
const hour = Duration.hours(1)

const limit = (variable: string, max: number, name: string, window: Duration.Duration): Config.Config<RateLimit> =>
  Config.map(
    wholeNumberOr(variable, max, {
      min: 0,
      max: 1_000_000,
      message: `must be a whole number from 0 (no limit) to 1000000, for example ${max}`
    }),
    (max) => ({ name, max, window })
  )

/** Limits for actions that are expensive or open to brute force. */
export const rateLimits = Config.all({
  /** Failed log-ins per e-mail and client address. */
  logInAccount: limit("RATE_LIMIT_LOGIN", 10, "log-in-account", Duration.minutes(15)),
  /** Failed log-ins per client address. */
  logInAddress: limit("RATE_LIMIT_LOGIN_ADDRESS", 100, "log-in-address", Duration.minutes(15)),
  /** Per client address. */
  signUp: limit("RATE_LIMIT_SIGNUP", 100, "sign-up", hour),
  /** Per client address. */
  refresh: limit("RATE_LIMIT_REFRESH", 120, "refresh", Duration.minutes(1)),
  /** Per user. */
  chat: limit("RATE_LIMIT_CHAT", 120, "chat", Duration.minutes(1)),
  /** New guests per client address. */
  guests: limit("RATE_LIMIT_GUESTS", 60, "guests", hour),
  /** Messages of all guests of a client address. */
  guestChat: limit("RATE_LIMIT_GUEST_CHAT", 120, "guest-chat", hour),
  /** Messages of one guest. */
  guestMinute: Config.succeed<RateLimit>({ name: "guest-minute", max: 20, window: Duration.minutes(1) })
})

/** Splits a comma-separated list. */
const listOf = (text: string) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

const Networks = Schema.String.pipe(Schema.filter((text) => listOf(text).every(NetworkAddress.isNetwork))).annotations(
  rule("must be addresses or networks, for example 10.0.0.5,172.16.0.0/12")
)

/** Returns whether an address is a proxy whose `X-Forwarded-For` is trusted; by default none is. */
export const trustedProxies = Schema.Config("TRUSTED_PROXIES", Networks).pipe(
  Config.withDefault(""),
  Config.map((text) => NetworkAddress.networkMatcher(listOf(text)))
)

/**
 * Returns whether a text is an origin as browsers write it: scheme, host and port only. Hosts may have characters that
 * separate the parts of a policy in a header.
 */
const isOrigin = (text: string) =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

const Origins = Schema.String.pipe(Schema.filter((text) => listOf(text).every(isOrigin))).annotations(
  rule("must be origins without a path, for example https://shop.example.com,http://localhost:5173")
)

const origins = (variable: string) =>
  Schema.Config(variable, Origins).pipe(
    Config.withDefault(""),
    Config.map((text): ReadonlySet<string> => new Set(listOf(text)))
  )

/** Origins whose scripts may call the REST API; by default none. */
export const corsOrigins = origins("CORS_ORIGINS")

/** Origins whose pages may show the chat, besides our own; by default none. */
export const widgetOrigins = origins("WIDGET_ORIGINS")
