import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { titleOf } from "@storefront/domain/tools/ToolContract"
import { services } from "@storefront/domain/Topology"
import { type TurnEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Effect, Option, Ref } from "effect"
import { type RunEvent, type RunEventReceiver } from "../turn/RunEvents.ts"
import { type TurnFeed } from "./TurnFeed.ts"

/** Turns the progress of the orchestrator's run, and of its specialists' runs, into events of the turn. */

/** Returns the event that tells followers of the progress; none if they learn of it otherwise, or not at all. */
const eventOf = (event: RunEvent, { tools }: TurnState): Option.Option<TurnEvent> => {
  switch (event._tag) {
    case "specialist_started": {
      const { call, specialist } = event
      return Option.some({ _tag: event._tag, call, agent_name: specialist, title: services[specialist].displayName })
    }
    case "tool_started": {
      const { call, tool } = event
      // A call of a specialist has events of its own.
      return tool === callSpecialistAgent.name
        ? Option.none()
        : Option.some({ _tag: event._tag, call, tool, title: titleOf(tool) })
    }
    case "specialist_finished":
    case "tool_finished": {
      const { call, durationMs, status } = event
      return event._tag === "tool_finished" && !tools.some((started) => started.call === call)
        ? Option.none()
        : Option.some({ _tag: event._tag, call, status, duration_ms: durationMs })
    }
    case "text":
    case "text_discarded":
      return Option.some(event)
    default:
      return Option.none()
  }
}

/**
 * Builds the receiver of a run's progress. Once an action is proposed, it keeps the text back: the block below the answer
 * changes what stands above it.
 */
export const make = (feed: TurnFeed, streamsText: boolean) =>
  Effect.map(Ref.make(false), (hasProposed): RunEventReceiver => ({
    streamsText,
    publish: Effect.fnUntraced(function* (event) {
      const state = yield* feed.state
      if (event._tag === "proposed") {
        yield* Ref.set(hasProposed, true)
        yield* Effect.when(feed.publish({ _tag: "text_discarded" }), () => state.text !== "")
      } else if (event._tag !== "text" || !(yield* Ref.get(hasProposed))) {
        yield* Option.match(eventOf(event, state), { onNone: () => Effect.void, onSome: feed.publish })
      }
    })
  }))
