import { SqlClient, SqlSchema } from "@effect/sql"
import { ConversationNotFound, type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { CaseId, ConversationId, OrderId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
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

/** Converts `SUPPORT_CONTACT` to a contact, for shops without a contact policy. */
const contactOf = (address: string): Contact => ({ text: address, url: isLink(address) ? address : null })

/** Hands requests that the chat cannot handle over to the staff. */
export class SupportCases extends Context.Tag("@storefront/server/shop/support/SupportCases")<
  SupportCases,
  {
    /**
     * Opens a case in an owner's active conversation, once per idempotency key. A conversation has at most one unclosed
     * case per order, and one without an order; an existing case is returned unchanged. An order without a case is
     * added to an unclosed case of the same kind that has no order, because that is the same matter.
     */
    readonly open: (
      request: NewCase
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
      const configuredContact = Option.map(Option.fromNullable(yield* supportContact), contactOf)

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

      const isOrderMissing = ({ order, owner }: NewCase) =>
        order === null
          ? Effect.succeed(false)
          : Effect.map(sql`SELECT WHERE ${isOwn(owner, order)}`, (found) => found.length === 0)

      const store = Effect.fnUntraced(function* (request: NewCase) {
        const id = yield* Effect.sync(() => CaseId.make(uuid()))
        const stored = yield* insert({ ...request, id })
        if (Option.isNone(stored)) {
          return yield* (yield* isOrderMissing(request)) ? new OrderNotFound() : new ConversationNotFound()
        }
        const opened: typeof StoredCase.Type = {
          case_id: stored.value.id,
          number: orderNumberOf(stored.value.id),
          state: stored.value.state,
          contact: Option.getOrNull(Option.orElse(yield* policies.contact(Option.none()), () => configuredContact)),
          is_new: stored.value.id === id
        }
        return opened
      }, orUnavailable)

      const open = Effect.fn("SupportCases.open")((request: NewCase) =>
        effects.once(
          {
            caller: request.owner,
            toolName: openSupportCase.name,
            // Without kind and summary: a rephrased request is the same case.
            params: { conversation_id: request.conversation, order_id: request.order },
            result: StoredCase
          },
          store(request)
        )
      )

      return { open }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, Policies.layer)
}
