import { SqlClient } from "@effect/sql"
import { CustomerToken } from "@storefront/domain/api/IdentityApi"
import {
  type DatabaseUnavailable,
  type EmailTaken,
  type ServiceUnavailable,
  type ShopSignInRefused,
  type Unauthorized
} from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { Context, Duration, Effect, Layer, type Redacted } from "effect"
import { OwnTokens } from "../../platform/auth/OwnTokens.ts"
import { ShopAssertions, type ShopCustomer } from "../../platform/auth/ShopAssertions.ts"
import { accessLifetime } from "../../platform/auth/TokenClaims.ts"
import { type ShopKeys } from "../../platform/config/ShopIdentityConfig.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { ShopCustomers } from "../../shop/accounts/ShopCustomers.ts"
import { PendingActions } from "../actions/PendingActions.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { UsageLog } from "../usage/UsageLog.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"

const logMessages = {
  known: "Customer of the shop signed in",
  added: "Customer of the shop added",
  linked: "Account linked to a customer of the shop"
}

/** Signs in people for whom the shop vouches. */
export class ShopSignIn extends Context.Tag("@storefront/server/assistant/chat/ShopSignIn")<
  ShopSignIn,
  {
    /** Exchanges an assertion of the shop for an access token of the customer. Each attempt is logged once. */
    readonly exchange: (
      assertion: Redacted.Redacted
    ) => Effect.Effect<
      CustomerToken,
      Unauthorized | ShopSignInRefused | EmailTaken | ServiceUnavailable | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const assertions = yield* ShopAssertions
      const customers = yield* ShopCustomers
      const actions = yield* PendingActions
      const abandoned = yield* AbandonedTurns
      const runs = yield* AgentRuns
      const tokens = yield* OwnTokens

      const admit = (customer: ShopCustomer) => customers.admit(customer).pipe(withRetry(sql), orUnavailable)

      /**
       * Ends and removes what the maker of a linked account left. A transaction of its own: it takes locks in the order of
       * all writers, who come to the account last. No turn begins meanwhile, as the account's tokens have ended.
       */
      const empty = Effect.fn("ShopSignIn.empty")(
        function* (account: UserId) {
          if (!(yield* customers.lockAwaiting(account))) {
            return
          }
          const ended = yield* abandoned.endAllOf(account)
          yield* actions.dropAllOf(account)
          yield* runs.closeAllOf(account)
          yield* customers.empty(account)
          yield* abandoned.record(ended)
        },
        withRetry(sql),
        orUnavailable
      )

      return {
        exchange: Effect.fn("ShopSignIn.exchange")(
          function* (assertion: Redacted.Redacted) {
            const { as, awaitsEmptying, subject } = yield* Effect.flatMap(assertions.verify(assertion), admit)
            // Also when an earlier sign-in failed in between: nobody has a token until it is done.
            yield* Effect.when(empty(subject.id), () => awaitsEmptying)
            yield* Effect.annotateLogs(Effect.logInfo(logMessages[as]), "user.id", subject.id)
            return new CustomerToken({
              access_token: yield* tokens.sign(subject, accessLifetime),
              token_type: "Bearer",
              expires_in: Duration.toSeconds(accessLifetime)
            })
          },
          Effect.tapError(({ message }) =>
            Effect.annotateLogs(Effect.logInfo("Assertion of the shop refused"), "reason", message)
          )
        )
      }
    })
  )

  static readonly layer = (keys: ShopKeys) =>
    this.layerNoDeps.pipe(
      Layer.provide([ShopAssertions.layer(keys), ShopCustomers.layer, PendingActions.layer, OwnTokens.layer]),
      Layer.provide(AbandonedTurns.layer),
      Layer.provide(AgentRuns.layer),
      Layer.provide(UsageLog.layer)
    )
}
