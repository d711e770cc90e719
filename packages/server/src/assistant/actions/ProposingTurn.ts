import { type ConversationId, type TraceId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Option } from "effect"

/** Turn of the front door for which a specialist runs; only such a run can propose binding acts. */
export interface ProposingTurn {
  readonly conversationId: ConversationId
  readonly traceId: TraceId
  readonly agentName: SpecialistName
  /** Locale of the server's words. */
  readonly locale: Locale
}

/** Turn of the run that tool calls belong to; none when another client asks. */
export class CurrentProposingTurn extends Context.Reference<CurrentProposingTurn>()(
  "@storefront/server/assistant/actions/ProposingTurn/CurrentProposingTurn",
  { defaultValue: (): Option.Option<ProposingTurn> => Option.none() }
) {}
