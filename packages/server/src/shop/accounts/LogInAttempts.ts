import { type LogIn, type Session, type SignUp, storedForm } from "@storefront/domain/api/AuthApi"
import {
  type AccountDeactivated,
  type DatabaseUnavailable,
  type EmailTaken,
  type InvalidRequest,
  type ServiceUnavailable,
  TooManyRequests,
  type Unauthorized
} from "@storefront/domain/Errors"
import { Context, Effect, Layer, type Scope } from "effect"
import { hash } from "node:crypto"
import { Sessions } from "./Sessions.ts"
import { rateLimits } from "../../platform/config/EdgeConfig.ts"
import * as KeyedGate from "../../platform/limits/KeyedGate.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"

/**
 * Passwords of one account that one client has checked at a time, and those of one client, new ones included: each takes a
 * tenth of a second of a processor, and everybody shares the threads. More wait here, where they hold up nobody else.
 */
const perAccount = { running: 2, waiting: 32 }
const perAddress = { running: 8, waiting: 128 }

/** An address of any length, as a key; the limits need not know it. */
const fingerprint = (email: string) => hash("sha256", storedForm(email), "base64url")

/** Waits in a line for as long as it is not full, and opens a session. */
const inLine = <E>(line: Effect.Effect<void, KeyedGate.GateFull, Scope.Scope>, open: Effect.Effect<Session, E>) =>
  line.pipe(
    Effect.tapError(() => Effect.logInfo("Too many passwords wait to be checked")),
    Effect.mapError(() => new TooManyRequests({ retryAfterSeconds: 1 })),
    Effect.zipRight(open),
    Effect.scoped
  )

/** Log-ins, of which only so many may fail. Those that succeed do not count. */
export class LogInAttempts extends Context.Tag("@storefront/server/shop/accounts/LogInAttempts")<
  LogInAttempts,
  {
    /** Fails if too many log-ins from the address have failed. */
    readonly admit: (address: string) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>
    readonly logIn: (
      address: string,
      form: LogIn
    ) => Effect.Effect<
      Session,
      Unauthorized | AccountDeactivated | ServiceUnavailable | DatabaseUnavailable | TooManyRequests
    >
    /** Waits behind the passwords of the same address: many new accounts at once would keep their own log-ins waiting. */
    readonly signUp: (
      address: string,
      form: SignUp
    ) => Effect.Effect<
      Session,
      EmailTaken | InvalidRequest | ServiceUnavailable | DatabaseUnavailable | TooManyRequests
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const limits = yield* RateLimits
      const { logInAccount, logInAddress } = yield* rateLimits
      const accounts = KeyedGate.make(perAccount)
      const addresses = KeyedGate.make(perAddress)

      const logIn = Effect.fn("LogInAttempts.logIn")(function* (address: string, form: LogIn) {
        const account = { limit: logInAccount, key: `${address}:${fingerprint(form.email)}` }
        yield* limits.check(account)
        const line = Effect.zipRight(accounts.enter(account.key), addresses.enter(address))
        const session = yield* inLine(line, sessions.logIn(form)).pipe(
          Effect.tapErrorTag("Unauthorized", () => limits.hit({ limit: logInAddress, key: address }, account))
        )
        // Of many guesses at once the right one must not get in after the limit was reached by the others.
        yield* limits.check(account)
        return session
      })

      return {
        admit: (address: string) => limits.check({ limit: logInAddress, key: address }),
        logIn,
        signUp: (address: string, form: SignUp) => inLine(addresses.enter(address), sessions.signUp(form))
      }
    })
  )
}
