import { SqlClient } from "@effect/sql"
import { GuestClaim } from "@storefront/domain/api/GuestsApi"
import {
  type AlreadyClaimed,
  ConversationBusy,
  type DatabaseUnavailable,
  type Unauthorized
} from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Option } from "effect"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { Guests } from "../../shop/accounts/Guests.ts"
import * as CartMerge from "../../shop/cart/CartMerge.ts"
import { inProgress } from "./TurnStates.ts"

/** Moves what a guest has to the account of the same person. */
export class GuestClaims extends Context.Tag("@storefront/server/assistant/chat/GuestClaims")<
  GuestClaims,
  {
    /**
     * Moves cart and conversations in one transaction, and ends the guest. A repetition by the same account returns the
     * first answer. Runs in the audit keep the guest as their person.
     */
    readonly claim: (
      account: UserId,
      guest: UserId
    ) => Effect.Effect<GuestClaim, Unauthorized | AlreadyClaimed | ConversationBusy | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const guests = yield* Guests
      const mergeCarts = yield* CartMerge.make

      /** Changes the owner of the guest's conversations, and of everything that names the owner beside them. */
      const moveConversations = Effect.fnUntraced(function* (guest: UserId, account: UserId) {
        // Names that the account's clients use already stay with the account's own rows.
        const moved = yield* sql`
          UPDATE conversations c SET user_id = ${account}, client_key = CASE WHEN NOT EXISTS (
            SELECT FROM conversations o WHERE o.user_id = ${account} AND o.client_key = c.client_key AND o.is_active) THEN c.client_key END
          WHERE c.user_id = ${guest} RETURNING is_active`
        yield* sql`
          UPDATE turns t SET user_id = ${account}, client_message_id = CASE WHEN NOT EXISTS (
            SELECT FROM turns o WHERE o.user_id = ${account} AND o.client_message_id = t.client_message_id) THEN t.client_message_id END
          WHERE t.user_id = ${guest}`
        yield* sql`UPDATE support_cases SET user_id = ${account} WHERE user_id = ${guest}`
        yield* sql`UPDATE message_feedback SET user_id = ${account} WHERE user_id = ${guest}`
        // So that a message which the account repeats finds what the guest has written for it.
        yield* sql`UPDATE tool_effects SET user_id = ${account} WHERE user_id = ${guest}`
        return moved.filter((row) => row["is_active"] === true).length
      }, orUnavailable)

      const claimLocked = Effect.fnUntraced(function* (account: UserId, guest: UserId) {
        const earlier = yield* guests.lock(guest, account)
        if (Option.isSome(earlier)) {
          return earlier.value
        }
        const busy = yield* orUnavailable(
          sql`SELECT FROM turns WHERE user_id = ${guest} AND state IN ${sql.literal(inProgress)} LIMIT 1`
        )
        if (busy.length > 0) {
          return yield* new ConversationBusy()
        }
        const claim = new GuestClaim({
          conversations: yield* moveConversations(guest, account),
          cart_items: yield* mergeCarts(guest, account)
        })
        yield* guests.merge(guest, account, claim)
        return claim
      })

      return {
        claim: Effect.fn("GuestClaims.claim")((account: UserId, guest: UserId) =>
          claimLocked(account, guest).pipe(withRetry(sql), orUnavailable)
        )
      }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, Guests.layer)
}
