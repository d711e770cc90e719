import {
  AnswerProgress,
  type Artifact,
  Extension,
  PendingActionsData,
  type StreamResponse,
  ToolProgress
} from "@storefront/domain/api/AgentApi"
import { toolNames } from "@storefront/domain/tools/ToolNames"
import { Array, Effect, Option, Ref, Schema } from "effect"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { type TextReceiver } from "../../platform/provider/TextReceiver.ts"
import { publish } from "../turn/RunEvents.ts"
import { type AgentRun } from "../usage/AgentRuns.ts"

/** Forwards the progress of a specialist's run to the turn that asked it. */

/** Maximum characters of the id of a tool call. */
const maxCallLength = 100

/** Tool call that has not ended. */
interface OpenCall {
  readonly call: string
  readonly elapsed: Effect.Effect<number>
}

interface Forwarded {
  readonly openCalls: ReadonlyArray<OpenCall>
  /** Ids of the proposals. */
  readonly proposed: ReadonlyArray<string>
}

const nothing: Forwarded = { openCalls: [], proposed: [] }

const decodeToolProgress = Schema.decodeUnknownOption(ToolProgress)
const decodeAnswerProgress = Schema.decodeUnknownOption(AnswerProgress)
const decodeProposals = Schema.decodeUnknownOption(PendingActionsData)

/** Progress of one run. */
export interface SpecialistProgress {
  /** Forwards what an event of the run's task tells. */
  readonly forward: (event: StreamResponse) => Effect.Effect<void>
  /** Ends the tool calls whose end the specialist did not report. */
  readonly close: Effect.Effect<void>
}

/**
 * Builds the forwarding of a run's progress to the `RunEvents` of the current fiber, and of its text to `text`. Once an
 * act is proposed, no text is forwarded, since the server's question changes what stands above it. Calls of unknown
 * tools and of other runs are ignored: the specialist is another process.
 */
export const make = ({ id }: Pick<AgentRun, "id">, text: Option.Option<TextReceiver>) =>
  Effect.map(Ref.make(nothing), (forwarded): SpecialistProgress => {
    const toReceiver = (use: (receiver: TextReceiver) => Effect.Effect<void>) =>
      Option.match(text, { onNone: () => Effect.void, onSome: use })
    const discardText = toReceiver(({ discard }) => discard)

    const startCall = Effect.fnUntraced(function* (call: string, tool: string) {
      if (toolNames.has(tool) && call.startsWith(`${id}:`) && call.length <= maxCallLength) {
        const elapsed = yield* SteadyClock.stopwatch
        yield* Ref.update(forwarded, (before) => ({
          ...before,
          openCalls: Array.append(before.openCalls, { call, elapsed })
        }))
        yield* publish({ _tag: "tool_started", call, tool })
      }
    })

    const endCall = Effect.fnUntraced(function* ({
      call,
      durationMs,
      status
    }: Extract<ToolProgress, { status: string }>) {
      const isThis = (open: OpenCall) => open.call === call
      const { openCalls } = yield* Ref.getAndUpdate(forwarded, (before) => ({
        ...before,
        openCalls: before.openCalls.filter((open) => !isThis(open))
      }))
      yield* Effect.when(publish({ _tag: "tool_finished", call, status, durationMs }), () => openCalls.some(isThis))
    })

    const forwardProposals = Effect.fnUntraced(function* ({ parts: [{ data }] }: Artifact) {
      const { proposed } = yield* Ref.get(forwarded)
      const actions = Option.match(decodeProposals(data), {
        onNone: () => [],
        onSome: ({ actions }) => actions.filter(({ actionId }) => !proposed.includes(actionId))
      })
      if (actions.length > 0) {
        yield* discardText
        yield* Ref.update(forwarded, (before) => ({
          ...before,
          proposed: [...proposed, ...actions.map(({ actionId }) => actionId)]
        }))
        yield* Effect.forEach(actions, (action) => publish({ _tag: "proposed", action }), { discard: true })
      }
    })

    const forwardText = Effect.fnUntraced(function* ({ parts }: Artifact, append: boolean, endsSentence: boolean) {
      const { proposed } = yield* Ref.get(forwarded)
      const delta = ConversationHistory.textOf(parts)
      if (proposed.length === 0) {
        yield* Effect.unless(discardText, () => append)
        yield* Effect.when(
          toReceiver((receiver) => receiver.text(delta, endsSentence)),
          () => delta !== ""
        )
      }
    })

    return {
      forward: (event) => {
        if ("statusUpdate" in event) {
          return Option.match(decodeToolProgress(event.statusUpdate.metadata?.[Extension.usageSteps]), {
            onNone: () => Effect.void,
            onSome: (progress) => ("tool" in progress ? startCall(progress.call, progress.tool) : endCall(progress))
          })
        }
        if ("artifactUpdate" in event) {
          const { append = false, artifact, metadata } = event.artifactUpdate
          switch (artifact.artifactId) {
            case "answer":
              return forwardText(
                artifact,
                append,
                Option.exists(
                  decodeAnswerProgress(metadata?.[Extension.conversationHistory]),
                  ({ endsSentence }) => endsSentence === true
                )
              )
            case "pending-actions":
              return forwardProposals(artifact)
          }
        }
        return Effect.void
      },
      close: Effect.flatMap(Ref.get(forwarded), ({ openCalls }) =>
        Effect.forEach(
          openCalls,
          ({ call, elapsed }) =>
            Effect.flatMap(elapsed, (durationMs) =>
              publish({ _tag: "tool_finished", call, status: "cancelled", durationMs })
            ),
          { discard: true }
        )
      )
    }
  })
