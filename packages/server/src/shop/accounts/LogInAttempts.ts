import { type LogIn, type Session, type SignUp, normalisedEmail } from "@storefront/domain/api/AuthApi"
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
 * Limits on concurrent password checks, per account and client address, and per client address including sign-ups. A
 * hash takes a tenth of a second of CPU on shared threads; excess attempts of one client wait in its own queue.
 */
const accountQueue = { running: 2, waiting: 32 }
const addressQueue = { running: 8, waiting: 128 }

/** Hashes an e-mail address into a key of fixed length, so that rate limits store no addresses. */
const fingerprint = (email: string) => hash("sha256", normalisedEmail(email), "base64url")

/** Opens a session after waiting in a bounded queue; fails with 429 when the queue is full. */
const openQueued = <E>(queue: Effect.Effect<void, KeyedGate.GateFull, Scope.Scope>, open: Effect.Effect<Session, E>) =>
  queue.pipe(
    Effect.tapError(() => Effect.logInfo("Too many passwords wait to be checked")),
    Effect.mapError(() => new TooManyRequests({ retryAfterSeconds: 1 })),
    Effect.zipRight(open),
    Effect.scoped
  )

/** Log-ins and sign-ups with rate limits. Only failed log-ins count. */
export class LogInAttempts extends Context.Tag("@storefront/server/shop/accounts/LogInAttempts")<
  LogInAttempts,
  {
    /** Fails when too many log-ins from a client address have failed. */
    readonly admit: (address: string) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>
    readonly logIn: (
      address: string,
      form: LogIn
    ) => Effect.Effect<
      Session,
      Unauthorized | AccountDeactivated | ServiceUnavailable | DatabaseUnavailable | TooManyRequests
    >
    /** Signs up in the queue of the client address, so that mass sign-ups delay only that client. */
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
      const accounts = KeyedGate.make(accountQueue)
      const addresses = KeyedGate.make(addressQueue)

      const logIn = Effect.fn("LogInAttempts.logIn")(function* (address: string, form: LogIn) {
        const account = { limit: logInAccount, key: `${address}:${fingerprint(form.email)}` }
        yield* limits.check(account)
        const queue = Effect.zipRight(accounts.enter(account.key), addresses.enter(address))
        const session = yield* openQueued(queue, sessions.logIn(form)).pipe(
          Effect.tapErrorTag("Unauthorized", () => limits.hit({ limit: logInAddress, key: address }, account))
        )
        // Checked again, so that of many concurrent guesses the right one fails too once the limit is used up.
        yield* limits.check(account)
        return session
      })

      return {
        admit: (address: string) => limits.check({ limit: logInAddress, key: address }),
        logIn,
        signUp: (address: string, form: SignUp) => openQueued(addresses.enter(address), sessions.signUp(form))
      }
    })
  )
}
