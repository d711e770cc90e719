import { SqlClient, SqlSchema } from "@effect/sql"
import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Email } from "@storefront/domain/Identity"
import { type CaseId, MessageId } from "@storefront/domain/Ids"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { v7 } from "uuid"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import {
  type CaseClosed,
  CaseOperations,
  type SupportCase,
  type UnknownCase
} from "../../shop/support/CaseOperations.ts"
import { usedNow } from "./LastUse.ts"

/** Answer of the shop's staff to a support case. */
export interface StaffAnswer {
  /** 1 to 4,000 characters. */
  readonly text: string
  /** E-mail of the administrator whose name the customer reads; null for an unnamed member of staff. */
  readonly by: Email | null
}

/** No active administrator has this e-mail address. */
export class UnknownStaff extends Data.TaggedError("UnknownStaff") {
  override get message() {
    return "There is no active administrator with this e-mail address. Nothing was changed."
  }
}

/** Messages of the shop's staff to customers. They belong to no turn, and may be sent during one. */
export class StaffAnswers extends Context.Tag("@storefront/server/assistant/chat/StaffAnswers")<
  StaffAnswers,
  {
    /**
     * Stores the answer with its case, and appends it to the conversation unless that was deleted (`isShown`). Updates
     * the conversation first, as turns do for their messages: its lock gives all messages one order.
     */
    readonly answer: (
      id: CaseId,
      answer: StaffAnswer
    ) => Effect.Effect<
      { readonly answered: SupportCase; readonly isShown: boolean },
      UnknownCase | CaseClosed | UnknownStaff | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cases = yield* CaseOperations

      const selectName = SqlSchema.findOne({
        Request: Email,
        Result: Schema.Struct({ name: Schema.String }),
        execute: (email) => sql`SELECT name FROM users WHERE email = ${email} AND role = 'admin' AND is_active`
      })

      const authorOf = Effect.fnUntraced(function* (email: Email) {
        const { name } = yield* Effect.mapError(yield* selectName(email), () => new UnknownStaff())
        return { author: name }
      })

      const insert = ({ conversation_id, user_id }: SupportCase, text: string, metadata: object, id: MessageId) => sql`
        WITH used AS (
          UPDATE conversations SET last_message_at = ${usedNow(sql, user_id)}
          WHERE id = ${conversation_id} AND is_active RETURNING id)
        INSERT INTO messages (id, conversation_id, role, content, agent_name, metadata)
        SELECT ${id}::uuid, used.id, 'assistant', ${text}, ${staffName},
          ${JSON.stringify(metadata)}::jsonb
        FROM used RETURNING id`

      const answer = Effect.fn("StaffAnswers.answer")(
        function* (id: CaseId, { by, text }: StaffAnswer) {
          const found = yield* cases.find(id)
          const metadata = by === null ? {} : yield* authorOf(by)
          const message = yield* Effect.sync(() => MessageId.make(v7()))
          // Locks must be taken in the usual order: the conversation before the case.
          const shown = yield* insert(found, text, metadata, message)
          return { answered: yield* cases.answer(id, text), isShown: shown.length > 0 }
        },
        withRetry(sql),
        orUnavailable,
        Effect.tap(({ answered: { case_id } }) =>
          Effect.annotateLogs(Effect.logInfo("Support case answered"), { "case.id": case_id })
        )
      )

      return { answer }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, CaseOperations.layer)
}
