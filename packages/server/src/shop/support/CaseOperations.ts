import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { CaseId, ConversationId, OrderId } from "@storefront/domain/Ids"
import { digitsOf, orderNumberOf, OrderNumber } from "@storefront/domain/OrderNumber"
import { CaseKind, CaseState } from "@storefront/domain/SupportCases"
import { Context, Data, Effect, Layer, Option, Schema, Struct } from "effect"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

export class UnknownCase extends Data.TaggedError("UnknownCase")<{ readonly id: CaseId }> {
  override get message() {
    return `There is no support case ${this.id}.`
  }
}

/** The case is already closed, possibly by a concurrent call. */
export class CaseClosed extends Data.TaggedError("CaseClosed")<{ readonly id: CaseId }> {
  override get message() {
    return `Support case ${orderNumberOf(this.id)} is closed. Nothing was changed.`
  }
}

/** A case as operators see it. */
export const SupportCase = Schema.Struct({
  case_id: CaseId,
  number: OrderNumber,
  state: CaseState,
  kind: CaseKind,
  /** Summary in the customer's words. */
  summary: Schema.String,
  order_id: Schema.NullOr(OrderId),
  order_number: Schema.NullOr(OrderNumber),
  conversation_id: ConversationId,
  user_id: UserId,
  user_name: Schema.String,
  user_email: Schema.String,
  created_at: Schema.DateTimeUtc,
  taken_at: Schema.NullOr(Schema.DateTimeUtc),
  closed_at: Schema.NullOr(Schema.DateTimeUtc),
  /** Newest answer of the staff. */
  answer: Schema.NullOr(Schema.String)
})
export type SupportCase = typeof SupportCase.Type

const Row = Schema.Struct({
  ...Struct.omit(SupportCase.fields, "number", "order_number"),
  created_at: Schema.DateTimeUtcFromDate,
  taken_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  closed_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

const numberedCase = (row: typeof Row.Type): SupportCase => ({
  ...row,
  number: orderNumberOf(row.case_id),
  order_number: row.order_id === null ? null : orderNumberOf(row.order_id)
})

/** Maximum number of cases returned for one number. */
const maxMatches = 10

/** Staff operations on cases of all customers. */
export class CaseOperations extends Context.Tag("@storefront/server/shop/support/CaseOperations")<
  CaseOperations,
  {
    /** Lists cases, newest first; a null state means every state. */
    readonly list: (
      state: CaseState | null,
      part: LimitOffset
    ) => Effect.Effect<ReadonlyArray<SupportCase>, DatabaseUnavailable>
    readonly find: (id: CaseId) => Effect.Effect<SupportCase, UnknownCase | DatabaseUnavailable>
    /** Finds the cases with this number, usually one, newest first. */
    readonly findByNumber: (number: OrderNumber) => Effect.Effect<ReadonlyArray<CaseId>, DatabaseUnavailable>
    /** Stores an answer, replacing any earlier one. Joins the caller's transaction, if there is one. */
    readonly answer: (
      id: CaseId,
      text: string
    ) => Effect.Effect<SupportCase, UnknownCase | CaseClosed | DatabaseUnavailable>
    /** Closes a case. A later request about the same matter opens a new one. */
    readonly close: (id: CaseId) => Effect.Effect<SupportCase, UnknownCase | CaseClosed | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const columns = sql`
        c.id AS case_id, c.state, c.kind, c.summary, c.order_id, c.conversation_id, c.user_id, u.name AS user_name,
        u.email AS user_email, c.created_at, c.taken_at, c.closed_at, c.answer`

      const selectPage = SqlSchema.findAll({
        Request: Schema.Struct({ state: Schema.NullOr(CaseState), ...LimitOffset.fields }),
        Result: Row,
        execute: ({ limit, offset, state }) => sql`
          SELECT ${columns} FROM support_cases c JOIN users u ON u.id = c.user_id
          WHERE ${sql.and(optionalCondition(state, (value) => sql`c.state = ${value}`))}
          ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      const selectOne = SqlSchema.findOne({
        Request: CaseId,
        Result: Row,
        execute: (id) => sql`
          SELECT ${columns} FROM support_cases c JOIN users u ON u.id = c.user_id WHERE c.id = ${id}`
      })

      const selectNumbered = SqlSchema.findAll({
        Request: Schema.typeSchema(OrderNumber),
        Result: Schema.Struct({ id: CaseId }),
        execute: (number) => sql`
          SELECT id FROM support_cases WHERE right(id::text, 8) = ${digitsOf(number)}
          ORDER BY created_at DESC, id DESC LIMIT ${maxMatches}`
      })

      const find = Effect.fn("CaseOperations.find")(function* (id: CaseId) {
        const row = yield* orUnavailable(selectOne(id))
        return numberedCase(yield* Effect.mapError(row, () => new UnknownCase({ id })))
      })

      /** Updates a case that is not closed. */
      const modify = Effect.fnUntraced(function* (id: CaseId, set: Statement.Fragment) {
        const update = SqlSchema.findOne({
          Request: CaseId,
          Result: Row,
          execute: (id) => sql`
            WITH c AS (UPDATE support_cases SET ${set} WHERE id = ${id} AND state <> 'closed' RETURNING *)
            SELECT ${columns} FROM c JOIN users u ON u.id = c.user_id`
        })
        const changed = yield* orUnavailable(update(id))
        if (Option.isNone(changed)) {
          yield* find(id)
          return yield* new CaseClosed({ id })
        }
        return numberedCase(changed.value)
      })

      return {
        list: Effect.fn("CaseOperations.list")((state: CaseState | null, part: LimitOffset) =>
          orUnavailable(Effect.map(selectPage({ state, ...part }), (rows) => rows.map(numberedCase)))
        ),
        find,
        findByNumber: Effect.fn("CaseOperations.findByNumber")((number: OrderNumber) =>
          orUnavailable(Effect.map(selectNumbered(number), (rows) => rows.map(({ id }) => id)))
        ),
        answer: Effect.fn("CaseOperations.answer")((id: CaseId, text: string) => modify(id, sql`answer = ${text}`)),
        close: Effect.fn("CaseOperations.close")(
          (id: CaseId) => modify(id, sql`state = 'closed', closed_at = greatest(created_at, clock_timestamp())`),
          Effect.tap(({ case_id }) =>
            Effect.annotateLogs(Effect.logInfo("Support case closed"), { "case.id": case_id })
          )
        )
      }
    })
  )
}
