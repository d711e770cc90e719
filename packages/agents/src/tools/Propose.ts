import { type Terms } from "@storefront/domain/confirmation/Terms"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { NoConversation, TooManyProposals } from "@storefront/server/assistant/actions/PendingActions"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { type BindingAct } from "@storefront/server/platform/effects/BindingAct"
import { Effect } from "effect"

const tooManyProposals = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "This turn has proposed as much as the customer can be asked at once. Nothing was done. Say what is left, and that they can ask for it next.",
    reason: "too_many_proposals"
  })

const noConversation = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "Nobody can be asked here whether to do this, so it was not proposed, and nothing was done. Say that the customer has to ask the assistant of the shop for it.",
    reason: "no_conversation"
  })

/** Proposes a binding act; fails with a `conflict` without a conversation, or after too many proposals. */
export const proposing = Effect.map(
  Proposals,
  (proposals) =>
    <Args, ArgsI, T extends Terms, A, AI, E>(act: BindingAct<Args, ArgsI, T, A, AI, E>, args: Args) =>
      Effect.mapError(proposals.propose(act, args), (error) =>
        error instanceof TooManyProposals
          ? tooManyProposals()
          : error instanceof NoConversation
            ? noConversation()
            : error
      )
)
