import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Terms } from "@storefront/domain/confirmation/Terms"
import { CurrentUser } from "@storefront/domain/Identity"
import { ProposalResult } from "@storefront/domain/tools/ProposalResult"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import * as Transaction from "../../platform/database/Transaction.ts"
import { type BindingAct } from "../../platform/effects/BindingAct.ts"
import { publish } from "../turn/RunEvents.ts"
import { NoConversation, PendingActions, toProposed, type TooManyProposals } from "./PendingActions.ts"
import { CurrentProposingTurn } from "./ProposingTurn.ts"

/** Instruction to the model that proposed an act: the server itself asks for the confirmation. */
const instruction =
  "Nothing has been done yet. The shop itself shows this to the customer below your answer and asks them to confirm it. Do not say that it is done, do not ask for it, and do not announce it again."

/** Proposes binding acts on behalf of the current turn. */
export class Proposals extends Context.Tag("@storefront/server/assistant/actions/Proposals")<
  Proposals,
  {
    /** Previews the act in a read-only transaction, stores its terms and publishes them. Fails as the act itself would. */
    readonly propose: <Args, ArgsI, T extends Terms, A, AI, E>(
      act: BindingAct<Args, ArgsI, T, A, AI, E>,
      args: Args
    ) => Effect.Effect<ProposalResult, E | TooManyProposals | NoConversation | DatabaseUnavailable, CurrentUser>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const actions = yield* PendingActions

      const propose = Effect.fn("Proposals.propose")(function* <Args, ArgsI, T extends Terms, A, AI, E>(
        act: BindingAct<Args, ArgsI, T, A, AI, E>,
        args: Args
      ) {
        const person = yield* CurrentUser
        const { agentName, conversationId, locale, traceId } = yield* Effect.mapError(
          yield* CurrentProposingTurn,
          () => new NoConversation()
        )
        const { hint, terms } = yield* Transaction.orUnavailable(
          Transaction.readOnly(sql)(
            Effect.flatMap(act.prepare(person, args, "preview"), ({ hint = Effect.succeed(null), terms }) =>
              Effect.map(hint, (value) => ({ hint: value, terms }))
            )
          )
        )
        const stored = yield* actions.propose({
          owner: person.id,
          conversationId,
          agentName,
          act: act.name,
          args: yield* Effect.orDie(Schema.encode(act.args)(args)),
          terms,
          hint,
          proposedIn: traceId
        })
        const action = toProposed(locale)(stored)
        yield* publish({ _tag: "proposed", action })
        return ProposalResult.make({
          status: "awaiting_confirmation",
          action_id: action.actionId,
          summary: UserText.make(action.summary),
          message: instruction
        })
      }, Transaction.retryFaults(Transaction.briefRetry))

      return { propose }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, PendingActions.layer)
}
