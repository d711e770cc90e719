import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Confirmation, type SettledAction } from "@storefront/domain/api/AgentApi"
import { termsEqual, Terms } from "@storefront/domain/confirmation/Terms"
import { User, UserId } from "@storefront/domain/Identity"
import { ConversationId, MessageId, TraceId, type UsageLogId } from "@storefront/domain/Ids"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { summary } from "@storefront/domain/words/ProposalText"
import { Context, Data, Effect, Either, Layer, Option, Predicate, Schema } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import * as Transaction from "../../platform/database/Transaction.ts"
import { type Purpose } from "../../platform/effects/BindingAct.ts"
import { ToolEffects } from "../../platform/effects/ToolEffects.ts"
import { type Step } from "../turn/TurnReport.ts"
import { ActImpossible, BindingActs, type StoredAct } from "./BindingActs.ts"
import { describeDone } from "./DoneSentences.ts"
import { lockConversation, type PendingAction, PendingActions } from "./PendingActions.ts"

/** Outcome of an action, and the step that the run records for it; none for an unknown action. */
export interface Settlement extends SettledAction {
  readonly step: Option.Option<Omit<Step, "durationMs">>
}

/** The terms of the act are no longer those that the customer was shown. */
class TermsChanged extends Data.TaggedError("TermsChanged")<{ readonly terms: Terms }> {}

/** Confirmation with its locked action. */
interface LockedConfirmation extends Confirmation {
  readonly action: PendingAction
  readonly act: StoredAct
  /** Turn of the confirming message. */
  readonly turn: TraceId
  readonly run: UsageLogId
}

const encodeTerms = Schema.encodeSync(Terms)

const unknownAction = ({ actionId }: Confirmation): Settlement => ({
  actionId,
  state: "unknown",
  text: "",
  proposed: null,
  step: Option.none()
})

const settlementOf = (
  { action, actionId }: LockedConfirmation,
  outcome: Omit<SettledAction, "actionId">,
  output: unknown = { state: outcome.state }
): Settlement => ({
  actionId,
  ...outcome,
  step: Option.some({
    toolName: action.act,
    input: encodeTerms(action.terms),
    output,
    status: outcome.state === "confirmed" ? "success" : "error"
  })
})

/** Performs confirmed actions: on exactly the shown terms, once, in one transaction, without a model. */
export class Confirmations extends Context.Tag("@storefront/server/assistant/actions/Confirmations")<
  Confirmations,
  {
    /**
     * Settles one action under the locks of its act. Returns its outcome in the server's words, and any proposal that
     * replaces it, which belongs to the turn of the confirming message. `run` is the specialist's run that owns the
     * effect; it must be open.
     *
     * Retries database faults for some seconds, even if the commit may have succeeded: the retry then finds the result.
     */
    readonly confirm: (
      person: User,
      conversation: ConversationId,
      confirmation: Confirmation,
      run: UsageLogId
    ) => Effect.Effect<Settlement, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const actions = yield* PendingActions
      const acts = yield* BindingActs
      const effects = yield* ToolEffects

      /** Selects the turn of a message that is the customer's newest and came after the answer. */
      const selectTurn = SqlSchema.findOne({
        Request: Schema.Struct({
          conversation: ConversationId,
          message: MessageId,
          answer: Schema.NullOr(MessageId)
        }),
        Result: Schema.Struct({ turn: TraceId }),
        execute: ({ answer, conversation, message }) => sql`
          SELECT turn FROM (
            SELECT id, seq, metadata ->> 'trace_id' AS turn FROM messages
            WHERE conversation_id = ${conversation} AND role = 'user' ORDER BY seq DESC LIMIT 1
          ) newest
          WHERE id = ${message} AND NOT EXISTS (SELECT FROM messages WHERE id = ${answer}::uuid AND seq > newest.seq)`
      })

      const selectPerson = SqlSchema.findOne({
        Request: UserId,
        Result: Schema.Struct(User.fields),
        execute: (id) => sql`SELECT id, email, name, role FROM users WHERE id = ${id} AND is_active`
      })

      /** Prepares the act with the owner's present role; an inactive owner counts as forbidden. */
      const prepare = Effect.fnUntraced(function* ({ act, action }: LockedConfirmation, purpose: Purpose) {
        const person = Option.filter(yield* Transaction.orUnavailable(selectPerson(action.owner)), ({ role }) =>
          act.roles.includes(role)
        )
        return yield* Option.match(person, {
          onNone: () => new ActImpossible({ obstacle: "forbidden" }),
          onSome: (fields) => act.prepare(new User(fields, skipValidation), action.args, purpose)
        })
      })

      /** Proposes the act again on its present terms; null if it cannot be proposed. */
      const proposeAgain = ({ action, locale, turn }: LockedConfirmation, terms: Terms) =>
        actions.propose({ ...action, terms, hint: null, proposedIn: turn }).pipe(
          Effect.map(({ expiresAt, id }) => ({ actionId: id, terms, summary: summary(terms, locale), expiresAt })),
          Effect.catchTag("TooManyProposals", "NoConversation", () => Effect.succeed(null))
        )

      const performedSettlement = (locked: LockedConfirmation, result: unknown, isRepeated: boolean) => {
        const text = describeDone({ result, terms: locked.action.terms }, locked.locale)
        const output = isRepeated && Predicate.isRecord(result) ? { ...result, replayed: true } : result
        return settlementOf(locked, { state: "confirmed", text, proposed: null }, output)
      }

      const repeatResult = Effect.fnUntraced(function* (locked: LockedConfirmation) {
        const { id, owner, act, result } = locked.action
        const run = yield* effects.runOf({ caller: owner, toolName: act, action: id })
        return performedSettlement(locked, result, !Option.contains(run, locked.run))
      })

      const perform = Effect.fnUntraced(function* (locked: LockedConfirmation) {
        const { act, id, owner, terms: shownTerms } = locked.action
        const write = Effect.gen(function* () {
          const { perform, terms } = yield* prepare(locked, "act")
          return yield* termsEqual(shownTerms, terms) ? perform : new TermsChanged({ terms })
        })
        const attempt = yield* effects
          .confirmed({ caller: owner, toolName: act, action: id, run: locked.run }, write)
          .pipe(
            Effect.map(Either.right),
            Effect.catchTag("ActImpossible", "TermsChanged", (failure) => Effect.succeed(Either.left(failure)))
          )
        if (Either.isRight(attempt)) {
          yield* actions.settle(id, { state: "confirmed", message: locked.messageId, result: attempt.right })
          return performedSettlement(locked, attempt.right, false)
        }
        yield* actions.settle(id, { state: "stale" })
        return attempt.left._tag === "ActImpossible"
          ? settlementOf(locked, {
              state: "stale",
              text: ActionOutcomes.reportImpossible(shownTerms, attempt.left.obstacle, locked.locale),
              proposed: null
            })
          : settlementOf(locked, {
              state: "stale",
              text: ActionOutcomes.reportChanged(shownTerms, attempt.left.terms, locked.locale),
              proposed: yield* proposeAgain(locked, attempt.left.terms)
            })
      })

      /** Builds the handler of an action that can no longer be confirmed: proposes the act again if it is possible. */
      const reportEnded = (state: "stale" | "expired" | "dropped") =>
        Effect.fnUntraced(function* (locked: LockedConfirmation) {
          const { id, terms: shownTerms } = locked.action
          yield* actions.settle(id, { state })
          const preview = yield* prepare(locked, "preview").pipe(
            Effect.map(Either.right),
            Effect.catchTag("ActImpossible", (failure) => Effect.succeed(Either.left(failure)))
          )
          const proposed = Either.isRight(preview) ? yield* proposeAgain(locked, preview.right.terms) : null
          const texts = {
            expired: () => ActionOutcomes.reportExpired(shownTerms, proposed !== null, locked.locale),
            dropped: () => ActionOutcomes.reportDropped(shownTerms, locked.locale),
            stale: () =>
              Either.match(preview, {
                onLeft: ({ obstacle }) => ActionOutcomes.reportImpossible(shownTerms, obstacle, locked.locale),
                onRight: ({ terms }) =>
                  termsEqual(shownTerms, terms)
                    ? ActionOutcomes.reportDropped(shownTerms, locked.locale)
                    : ActionOutcomes.reportChanged(shownTerms, terms, locked.locale)
              })
          }
          return settlementOf(locked, { state, text: texts[state](), proposed })
        })

      const settleByState = {
        proposed: (locked: LockedConfirmation) => Effect.succeed(unknownAction(locked)),
        open: perform,
        confirmed: repeatResult,
        dropped: reportEnded("dropped"),
        stale: reportEnded("stale"),
        expired: reportEnded("expired")
      }

      const settle = Effect.fnUntraced(
        function* (person: User, conversation: ConversationId, confirmation: Confirmation, run: UsageLogId) {
          yield* lockConversation(sql, person.id, conversation)
          const action = yield* Effect.flatten(actions.lock(person.id, conversation, confirmation.actionId))
          const { turn } = yield* Effect.flatten(
            Transaction.orUnavailable(
              selectTurn({ conversation, message: confirmation.messageId, answer: action.shownBy })
            )
          )
          const act = yield* Effect.fromNullable(acts.get(action.act))
          return yield* settleByState[action.state]({ ...confirmation, action, act, turn, run })
        },
        (settlement, _person, _conversation, confirmation) =>
          Effect.catchTag(settlement, "NoSuchElementException", "NoConversation", () =>
            Effect.succeed(unknownAction(confirmation))
          ),
        Transaction.withRetry(sql),
        Transaction.retryFaults(Transaction.briefRetry),
        Transaction.orUnavailable
      )

      const confirm = Effect.fn("Confirmations.confirm")(
        (person: User, conversation: ConversationId, confirmation: Confirmation, run: UsageLogId) =>
          Effect.tap(settle(person, conversation, confirmation, run), ({ state }) =>
            Effect.annotateLogs(Effect.logInfo("Action settled"), {
              "action.id": confirmation.actionId,
              "action.state": state
            })
          )
      )

      return { confirm }
    })
  )
}
