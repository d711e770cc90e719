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

/** An answer of the shop's people to a support case. */
export interface StaffAnswer {
  /** 1 to 4,000 characters. */
  readonly text: string
  /** The administrator who gives it, and whose name the customer reads; null is nobody in particular. */
  readonly by: Email | null
}

/** Answers are given by active administrators. */
export class UnknownStaff extends Data.TaggedError("UnknownStaff") {
  override get message() {
    return "There is no active administrator with this e-mail address. Nothing was changed."
  }
}

/** Messages of the shop's people to customers. They belong to no turn, and may come while one is running. */
export class StaffAnswers extends Context.Tag("@storefront/server/assistant/chat/StaffAnswers")<
  StaffAnswers,
  {
    /**
     * Keeps an answer with its case, and puts it into the conversation as its newest message; a deleted conversation gets none.
     * The order of messages is that of the locks on their conversation, which the turn's own message and answer take as well.
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
          // The conversation is locked before the case, as everywhere.
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
