import { rule } from "@storefront/domain/api/Fields"
import { Config, Duration, Schema } from "effect"
import * as NetworkAddress from "./NetworkAddress.ts"
import { wholeNumberOr } from "./Rules.ts"

/** So many uses of a thing in every window of time. */
export interface RateLimit {
  /** Names the limit in the database and in the log. */
  readonly name: string
  /** Uses per window and key; 0 means any number. */
  readonly max: number
  readonly window: Duration.Duration
}

/** The longest window of a limit. */
export const longestWindow = Duration.hours(1)

const limit = (variable: string, max: number, name: string, window: Duration.Duration): Config.Config<RateLimit> =>
  Config.map(
    wholeNumberOr(variable, max, {
      min: 0,
      max: 1_000_000,
      says: `must be a whole number from 0 (no limit) to 1000000, for example ${max}`
    }),
    (max) => ({ name, max, window })
  )

/** How often things may be done that cost much, or that somebody might try in vain until it works. */
export const rateLimits = Config.all({
  /** Failed log-ins per e-mail and client address. */
  logInAccount: limit("RATE_LIMIT_LOGIN", 10, "log-in-account", Duration.minutes(15)),
  /** Failed log-ins per client address. */
  logInAddress: limit("RATE_LIMIT_LOGIN_ADDRESS", 100, "log-in-address", Duration.minutes(15)),
  /** Per client address. */
  signUp: limit("RATE_LIMIT_SIGNUP", 100, "sign-up", longestWindow),
  /** Per client address. */
  refresh: limit("RATE_LIMIT_REFRESH", 120, "refresh", Duration.minutes(1)),
  /** Per user. */
  chat: limit("RATE_LIMIT_CHAT", 120, "chat", Duration.minutes(1))
})

/** The values of a list that is separated by commas. */
const listOf = (text: string) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

const Networks = Schema.String.pipe(Schema.filter((text) => listOf(text).every(NetworkAddress.isNetwork))).annotations(
  rule("must be addresses or networks, for example 10.0.0.5,172.16.0.0/12")
)

/** Tells the proxies whose `X-Forwarded-For` is believed; nobody's unless it says so. */
export const trustedProxies = Schema.Config("TRUSTED_PROXIES", Networks).pipe(
  Config.withDefault(""),
  Config.map((text) => NetworkAddress.networksOf(listOf(text)))
)

/** An origin as browsers write it: scheme, host, port, and nothing after it. */
const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

const Origins = Schema.String.pipe(Schema.filter((text) => listOf(text).every(isOrigin))).annotations(
  rule("must be origins without a path, for example https://shop.example.com,http://localhost:5173")
)

/** The web sites whose scripts may call the REST interface; none unless it says so. */
export const corsOrigins = Schema.Config("CORS_ORIGINS", Origins).pipe(
  Config.withDefault(""),
  Config.map((text): ReadonlySet<string> => new Set(listOf(text)))
)
