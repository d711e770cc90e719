import { type LogIn, type Session } from "@storefront/domain/api/AuthApi"
import {
  type AccountDeactivated,
  type ServiceUnavailable,
  type TooManyRequests,
  type Unauthorized
} from "@storefront/domain/Errors"
import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { Sessions } from "./Sessions.ts"
import { rateLimits } from "../config/EdgeConfig.ts"
import { RateLimits } from "../limits/RateLimits.ts"

/** An address of whatever length, as a key; the limits need not know it. */
const fingerprint = (email: string) => createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")

/** Log-ins, of which only so many may fail. Those that succeed do not count. */
export class LogInAttempts extends Context.Tag("@storefront/server/accounts/LogInAttempts")<
  LogInAttempts,
  {
    /** Fails if too many log-ins from the address have failed. */
    readonly admit: (address: string) => Effect.Effect<void, TooManyRequests>
    readonly logIn: (
      address: string,
      form: LogIn
    ) => Effect.Effect<Session, Unauthorized | AccountDeactivated | ServiceUnavailable | TooManyRequests>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const limits = yield* RateLimits
      const { logInAccount, logInAddress } = yield* rateLimits

      const logIn = Effect.fn("LogInAttempts.logIn")(function* (address: string, form: LogIn) {
        const account = { limit: logInAccount, key: `${address}:${fingerprint(form.email)}` }
        yield* limits.check(account)
        const session = yield* Effect.tapErrorTag(sessions.logIn(form), "Unauthorized", () =>
          limits.hit({ limit: logInAddress, key: address }, account)
        )
        // Of many guesses at once the right one must not get in after the limit was reached by the others.
        yield* limits.check(account)
        return session
      })

      return { admit: (address: string) => limits.check({ limit: logInAddress, key: address }), logIn }
    })
  )
}
