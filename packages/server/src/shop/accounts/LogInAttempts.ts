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
 * Concurrency limits for password hashing, per account and client and per client (sign-ups included). Each hash costs a
 * tenth of a second of CPU on threads that everybody shares; excess attempts of one client wait in its own queue.
 */
const perAccount = { running: 2, waiting: 32 }
const perAddress = { running: 8, waiting: 128 }

/** Hashes an address of any length into a short key, which also keeps it out of the rate limits' storage. */
const fingerprint = (email: string) => hash("sha256", storedForm(email), "base64url")

/** Opens a session after waiting in a bounded queue; fails with 429 when the queue is full. */
const queued = <E>(line: Effect.Effect<void, KeyedGate.GateFull, Scope.Scope>, open: Effect.Effect<Session, E>) =>
  line.pipe(
    Effect.tapError(() => Effect.logInfo("Too many passwords wait to be checked")),
    Effect.mapError(() => new TooManyRequests({ retryAfterSeconds: 1 })),
    Effect.zipRight(open),
    Effect.scoped
  )

/** Log-ins, whose failures are rate-limited. Successes do not count. */
export class LogInAttempts extends Context.Tag("@storefront/server/shop/accounts/LogInAttempts")<
  LogInAttempts,
  {
    /** Fails when too many log-ins from this client address have failed. */
    readonly admit: (address: string) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>
    readonly logIn: (
      address: string,
      form: LogIn
    ) => Effect.Effect<
      Session,
      Unauthorized | AccountDeactivated | ServiceUnavailable | DatabaseUnavailable | TooManyRequests
    >
    /** Signs somebody up in the queue of their client address, so that mass sign-ups delay only that client. */
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
        const session = yield* queued(line, sessions.logIn(form)).pipe(
          Effect.tapErrorTag("Unauthorized", () => limits.hit({ limit: logInAddress, key: address }, account))
        )
        // Checked again, so that of many concurrent guesses the right one fails once the others have used up the limit.
        yield* limits.check(account)
        return session
      })

      return {
        admit: (address: string) => limits.check({ limit: logInAddress, key: address }),
        logIn,
        signUp: (address: string, form: SignUp) => queued(addresses.enter(address), sessions.signUp(form))
      }
    })
  )
}
