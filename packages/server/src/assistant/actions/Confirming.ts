import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Confirmation, type SettledAction } from "@storefront/domain/api/AgentApi"
import { termsEqual, Terms } from "@storefront/domain/confirmation/Terms"
import { User, UserId } from "@storefront/domain/Identity"
import { ConversationId, MessageId, TraceId, type UsageLogId } from "@storefront/domain/Ids"
import * as Outcomes from "@storefront/domain/words/Outcomes"
import { summary } from "@storefront/domain/words/Summary"
import { Context, Data, Effect, Either, Layer, Option, Predicate, Schema } from "effect"
import { decoded } from "../../platform/database/Decoded.ts"
import * as Transaction from "../../platform/database/Transaction.ts"
import { type Purpose } from "../../platform/effects/BindingAct.ts"
import { ToolEffects } from "../../platform/effects/ToolEffects.ts"
import { type Step } from "../turn/TurnReport.ts"
import { ActImpossible, BindingActs, type StoredAct } from "./BindingActs.ts"
import { doneWords } from "./DoneWords.ts"
import { lockConversation, type PendingAction, PendingActions } from "./PendingActions.ts"

/** Outcome of an action, and the step that the run records for it; none for an unknown action. */
export interface Settlement extends SettledAction {
  readonly step: Option.Option<Omit<Step, "durationMs">>
}

/** The terms of the act are no longer those that the customer was shown. */
class TermsChanged extends Data.TaggedError("TermsChanged")<{ readonly terms: Terms }> {}

/** Confirmation with its locked action. */
interface Case extends Confirmation {
  readonly action: PendingAction
  readonly act: StoredAct
  /** Turn of the confirming message. */
  readonly turn: TraceId
  readonly run: UsageLogId
}

const encodeTerms = Schema.encodeSync(Terms)

const unknown = ({ actionId }: Confirmation): Settlement => ({
  actionId,
  state: "unknown",
  text: "",
  proposed: null,
  step: Option.none()
})

const settled = (
  { action, actionId }: Case,
  ending: Omit<SettledAction, "actionId">,
  output: unknown = { state: ending.state }
): Settlement => ({
  actionId,
  ...ending,
  step: Option.some({
    toolName: action.act,
    input: encodeTerms(action.terms),
    output,
    status: ending.state === "confirmed" ? "success" : "error"
  })
})

/** Performs confirmed actions: on exactly the shown terms, once, in one transaction, without a model. */
export class Confirming extends Context.Tag("@storefront/server/assistant/actions/Confirming")<
  Confirming,
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
      const prepare = Effect.fnUntraced(function* ({ act, action }: Case, purpose: Purpose) {
        const person = Option.filter(yield* Transaction.orUnavailable(selectPerson(action.owner)), ({ role }) =>
          act.roles.includes(role)
        )
        return yield* Option.match(person, {
          onNone: () => new ActImpossible({ obstacle: "forbidden" }),
          onSome: (fields) => act.prepare(new User(fields, decoded), action.args, purpose)
        })
      })

      /** Proposes the act again on its present terms; null if it cannot be proposed. */
      const renew = ({ action, locale, turn }: Case, terms: Terms) =>
        actions.propose({ ...action, terms, hint: null, proposedIn: turn }).pipe(
          Effect.map(({ expiresAt, id }) => ({ actionId: id, terms, summary: summary(terms, locale), expiresAt })),
          Effect.catchTag("TooManyProposals", "NoConversation", () => Effect.succeed(null))
        )

      const done = (it: Case, result: unknown, isRepeated: boolean) => {
        const text = doneWords({ result, terms: it.action.terms }, it.locale)
        const output = isRepeated && Predicate.isRecord(result) ? { ...result, replayed: true } : result
        return settled(it, { state: "confirmed", text, proposed: null }, output)
      }

      const repeat = Effect.fnUntraced(function* (it: Case) {
        const { id, owner, act, result } = it.action
        const run = yield* effects.runOf({ caller: owner, toolName: act, action: id })
        return done(it, result, !Option.contains(run, it.run))
      })

      const perform = Effect.fnUntraced(function* (it: Case) {
        const { act, id, owner, terms: shown } = it.action
        const write = Effect.gen(function* () {
          const { perform, terms } = yield* prepare(it, "act")
          return yield* termsEqual(shown, terms) ? perform : new TermsChanged({ terms })
        })
        const performed = yield* effects
          .confirmed({ caller: owner, toolName: act, action: id, run: it.run }, write)
          .pipe(
            Effect.map(Either.right),
            Effect.catchTag("ActImpossible", "TermsChanged", (refused) => Effect.succeed(Either.left(refused)))
          )
        if (Either.isRight(performed)) {
          yield* actions.settle(id, { state: "confirmed", message: it.messageId, result: performed.right })
          return done(it, performed.right, false)
        }
        yield* actions.settle(id, { state: "stale" })
        return performed.left._tag === "ActImpossible"
          ? settled(it, {
              state: "stale",
              text: Outcomes.impossible(shown, performed.left.obstacle, it.locale),
              proposed: null
            })
          : settled(it, {
              state: "stale",
              text: Outcomes.changed(shown, performed.left.terms, it.locale),
              proposed: yield* renew(it, performed.left.terms)
            })
      })

      /** Builds the handler of an action that can no longer be confirmed: proposes the act again if it is possible. */
      const endedAs = (state: "stale" | "expired" | "dropped") =>
        Effect.fnUntraced(function* (it: Case) {
          const { id, terms: shown } = it.action
          yield* actions.settle(id, { state })
          const preview = yield* prepare(it, "preview").pipe(
            Effect.map(Either.right),
            Effect.catchTag("ActImpossible", (refused) => Effect.succeed(Either.left(refused)))
          )
          const proposed = Either.isRight(preview) ? yield* renew(it, preview.right.terms) : null
          const texts = {
            expired: () => Outcomes.expired(shown, proposed !== null, it.locale),
            dropped: () => Outcomes.dropped(shown, it.locale),
            stale: () =>
              Either.match(preview, {
                onLeft: ({ obstacle }) => Outcomes.impossible(shown, obstacle, it.locale),
                onRight: ({ terms }) =>
                  termsEqual(shown, terms)
                    ? Outcomes.dropped(shown, it.locale)
                    : Outcomes.changed(shown, terms, it.locale)
              })
          }
          return settled(it, { state, text: texts[state](), proposed })
        })

      const byState = {
        proposed: (it: Case) => Effect.succeed(unknown(it)),
        open: perform,
        confirmed: repeat,
        dropped: endedAs("dropped"),
        stale: endedAs("stale"),
        expired: endedAs("expired")
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
          return yield* byState[action.state]({ ...confirmation, action, act, turn, run })
        },
        (settling, _person, _conversation, confirmation) =>
          Effect.catchTag(settling, "NoSuchElementException", "NoConversation", () =>
            Effect.succeed(unknown(confirmation))
          ),
        Transaction.withRetry(sql),
        Transaction.retryFaults(Transaction.forSeconds),
        Transaction.orUnavailable
      )

      const confirm = Effect.fn("Confirming.confirm")(
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
