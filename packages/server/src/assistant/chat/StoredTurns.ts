import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, TurnNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { type ActionId, ConversationId, MessageId, TraceId, TurnId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import { initialState, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Context, Effect, Layer, Schema } from "effect"
import { viewsOf } from "../actions/ActionViews.ts"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { NoAnswerReason } from "./NoAnswer.ts"
import { Internal } from "./StoredAnswer.ts"
import * as TurnEnding from "./TurnEnding.ts"

/** Turns as the database has them: after its end, a turn's state is read from its row and its answer. */

/** Metadata of an answer, as far as the state of its turn shows it. */
const AnswerMetadata = Schema.Struct({
  ...Internal.fields,
  duration_ms: Schema.optionalWith(Schema.Number, { default: () => 0 }),
  partial: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  stopped: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  guard: Schema.optional(Schema.Struct({ verdict: Schema.String })),
  cards: Schema.optionalWith(Schema.Array(Schema.Struct({ kind: Schema.String, data: Schema.Unknown })), {
    default: () => []
  })
})

const Answer = Schema.Struct({
  id: MessageId,
  content: Schema.String,
  agents_involved: Schema.Array(Schema.String),
  tokens_in: Schema.Int,
  tokens_out: Schema.Int,
  metadata: AnswerMetadata
})

/** Turn with its answer, as `columns` selects it. */
export const TurnRow = Schema.Struct({
  id: TurnId,
  conversation_id: ConversationId,
  trace_id: TraceId,
  state: Schema.Literal("received", "running", "answered", "acknowledged", "unheard", "failed", "abandoned"),
  failure: Schema.NullOr(NoAnswerReason),
  /** The client's id of the message, else the stored message's. */
  message_id: Schema.String,
  answer: Schema.NullOr(Answer)
})
export type TurnRow = typeof TurnRow.Type

/** Columns of a `TurnRow`; `t` is the turn, `a` its answer, if any. */
export const columns = `
  t.id, t.conversation_id, t.trace_id, t.state, t.failure,
  coalesce(t.client_message_id, t.user_message_id::text, t.id::text) AS message_id,
  CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('id', a.id, 'content', a.content, 'metadata', a.metadata,
    'agents_involved', a.agents_involved, 'tokens_in', a.tokens_in, 'tokens_out', a.tokens_out) END AS answer`

/** Returns whether the answer of a turn in this state still has to be received. */
export const needsReading = (state: TurnRow["state"]): boolean => state === "answered" || state === "unheard"

/** Returns the actions that the answer of a turn shows. */
export const actionsOf = ({ answer }: Pick<TurnRow, "answer">): ReadonlyArray<ActionId> =>
  answer?.metadata.pending_actions ?? []

/** Builds the end of a turn with an answer. */
const withAnswer = (
  { agents_involved, content, metadata, tokens_in, tokens_out }: typeof Answer.Type,
  actions: ReadonlyMap<ActionId, PendingAction>
): TurnEnding.EndedState => ({
  text: content,
  cards: metadata.cards,
  actions: viewsOf(metadata.pending_actions, actions, metadata.locale ?? english),
  end: TurnEnding.endOf(
    { stopped: metadata.stopped, blocked: metadata.guard?.verdict === "blocked", partial: metadata.partial },
    { agents_involved, tokens_in, tokens_out, duration_ms: metadata.duration_ms }
  )
})

/** Returns the state of a turn; of one that has not ended, only its phase. Actions are in their present state. */
export const stateOf = Effect.fnUntraced(function* (row: TurnRow, actions: ReadonlyMap<ActionId, PendingAction>) {
  const { answer, failure, state } = row
  const begun: TurnState = {
    ...initialState,
    ids: {
      turn_id: row.id,
      conversation_id: row.conversation_id,
      message_id: row.message_id,
      answer_id: answer?.id ?? "",
      trace_id: row.trace_id
    }
  }
  if (state === "received" || state === "running") {
    const phase: TurnState = { ...begun, phase: state === "received" ? "waiting" : "started" }
    return phase
  }
  const ended = answer === null ? yield* TurnEnding.withoutAnswer(failure ?? "shutdown") : withAnswer(answer, actions)
  const result: TurnState = { ...begun, ...ended, phase: ended.end._tag }
  return result
})

/** Reads turns of this person by id. */
export class StoredTurns extends Context.Tag("@storefront/server/assistant/chat/StoredTurns")<
  StoredTurns,
  {
    /** Turns of deleted conversations and of other people count as not found. */
    readonly find: (
      owner: UserId,
      id: TurnId
    ) => Effect.Effect<{ readonly row: TurnRow; readonly state: TurnState }, TurnNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = yield* PendingActions

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: TurnId }),
        Result: TurnRow,
        execute: ({ id, owner }) => sql`
          SELECT ${sql.literal(columns)} FROM turns t
          JOIN conversations c ON c.id = t.conversation_id AND c.is_active
          LEFT JOIN messages a ON a.id = t.answer_id
          WHERE t.id = ${id} AND t.user_id = ${owner}`
      })

      return {
        find: Effect.fn("StoredTurns.find")(function* (owner: UserId, id: TurnId) {
          const found = yield* orUnavailable(select({ owner, id }))
          const row = yield* Effect.mapError(found, () => new TurnNotFound())
          const ids = actionsOf(row)
          const actions = ids.length === 0 ? [] : yield* pending.find(owner, row.conversation_id, ids)
          return { row, state: yield* stateOf(row, new Map(actions.map((action) => [action.id, action]))) }
        })
      }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, PendingActions.layer)
}
