import { SqlClient, SqlSchema } from "@effect/sql"
import { ConversationNotFound, type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { CaseId, ConversationId, OrderId } from "@storefront/domain/Ids"
import { numberOf } from "@storefront/domain/OrderNumber"
import { CaseKind, CaseState, type Contact } from "@storefront/domain/SupportCases"
import { openSupportCase, StoredCase } from "@storefront/domain/tools/SupportTools"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { supportContact } from "../../platform/config/SupportConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import { Policies } from "../policies/Policies.ts"

/** A customer's request to the staff. */
export interface NewCase {
  readonly owner: UserId
  readonly conversation: ConversationId
  readonly kind: CaseKind
  readonly order: OrderId | null
  /** 1 to 500 characters, in the customer's words. */
  readonly summary: string
}

const isLink = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

/** Makes a contact of `SUPPORT_CONTACT`, for shops without a contact policy. */
const contactOf = (address: string): Contact => ({ text: address, url: isLink(address) ? address : null })

/** Hands requests over to the staff that cannot be handled in the chat. */
export class SupportCases extends Context.Tag("@storefront/server/shop/support/SupportCases")<
  SupportCases,
  {
    /**
     * Opens a case in an owner's active conversation, once per idempotency key. Each conversation has at most one
     * unclosed case per order, and one without an order; an existing case is returned unchanged. If the order has no
     * case yet, it is added to a case of the same kind without an order, because that is the same matter.
     */
    readonly open: (
      wish: NewCase
    ) => Effect.Effect<
      IdempotentResult<typeof StoredCase.Type>,
      OrderNotFound | ConversationNotFound | EffectKeyReused | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const policies = yield* Policies
      const configured = Option.map(Option.fromNullable(yield* supportContact), contactOf)

      const isOwn = (owner: string, order: string) =>
        sql`EXISTS (SELECT FROM orders WHERE id = ${order} AND user_id = ${owner})`

      /** Inserts a case. A concurrent call waits for the first one and gets its case. */
      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          id: CaseId,
          owner: UserId,
          conversation: ConversationId,
          kind: CaseKind,
          order: Schema.NullOr(OrderId),
          summary: Schema.String
        }),
        Result: Schema.Struct({ id: CaseId, state: CaseState }),
        execute: ({ conversation, id, kind, order, owner, summary }) => sql`
          WITH place AS (
            SELECT id, user_id FROM conversations
            WHERE id = ${conversation} AND user_id = ${owner} AND is_active
              AND ${order === null ? sql`true` : isOwn(owner, order)}
          ), earlier AS (
            UPDATE support_cases c SET order_id = ${order}::uuid FROM place
            WHERE c.conversation_id = place.id AND c.state <> 'closed' AND c.order_id IS NULL AND c.kind = ${kind}
              AND ${order}::uuid IS NOT NULL AND NOT EXISTS (
                SELECT FROM support_cases o
                WHERE o.conversation_id = place.id AND o.order_id = ${order}::uuid AND o.state <> 'closed')
            RETURNING c.id, c.state
          ), opened AS (
            INSERT INTO support_cases (id, user_id, conversation_id, order_id, kind, summary)
            SELECT ${id}::uuid, user_id, id, ${order}::uuid, ${kind}, ${summary} FROM place
            WHERE NOT EXISTS (SELECT FROM earlier)
            ON CONFLICT (conversation_id, coalesce(order_id, conversation_id)) WHERE state <> 'closed'
            DO UPDATE SET state = support_cases.state RETURNING id, state
          )
          SELECT id, state FROM earlier UNION ALL SELECT id, state FROM opened`
      })

      const isMissing = ({ order, owner }: NewCase) =>
        order === null
          ? Effect.succeed(false)
          : Effect.map(sql`SELECT WHERE ${isOwn(owner, order)}`, (found) => found.length === 0)

      const write = Effect.fnUntraced(function* (wish: NewCase) {
        const id = yield* Effect.sync(() => CaseId.make(uuid()))
        const stored = yield* insert({ ...wish, id })
        if (Option.isNone(stored)) {
          return yield* (yield* isMissing(wish)) ? new OrderNotFound() : new ConversationNotFound()
        }
        const opened: typeof StoredCase.Type = {
          case_id: stored.value.id,
          number: numberOf(stored.value.id),
          state: stored.value.state,
          contact: Option.getOrNull(Option.orElse(yield* policies.contact(Option.none()), () => configured)),
          is_new: stored.value.id === id
        }
        return opened
      }, orUnavailable)

      const open = Effect.fn("SupportCases.open")((wish: NewCase) =>
        effects.once(
          {
            caller: wish.owner,
            toolName: openSupportCase.name,
            // The wording is not part of the idempotency check: a rephrased request is the same case.
            params: { conversation_id: wish.conversation, order_id: wish.order },
            result: StoredCase
          },
          write(wish)
        )
      )

      return { open }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, Policies.layer)
}
