import { type ConversationId, type TraceId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Option } from "effect"

/** Turn in the customer's conversation for which a specialist runs. Only such a run can propose binding acts. */
export interface ProposingTurn {
  readonly conversationId: ConversationId
  readonly traceId: TraceId
  readonly agentName: SpecialistName
  /** Locale of the server's words. */
  readonly locale: Locale
}

/** Proposing turn of the current tool call; none if the run was requested by another client than the orchestrator. */
export class CurrentProposingTurn extends Context.Reference<CurrentProposingTurn>()(
  "@storefront/server/assistant/actions/ProposingTurn/CurrentProposingTurn",
  { defaultValue: (): Option.Option<ProposingTurn> => Option.none() }
) {}
