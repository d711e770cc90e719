import { type HttpClientResponse } from "@effect/platform"
import { StreamResponse, type Task } from "@storefront/domain/api/AgentApi"
import { Effect, Option, Schema, Stream } from "effect"
import * as TaskLifecycle from "../a2a/TaskLifecycle.ts"
import * as BoundedResponse from "../../platform/http/BoundedResponse.ts"
import * as MediaType from "../../platform/http/MediaType.ts"
import * as ServerSentEvents from "../../platform/http/ServerSentEvents.ts"
import { unavailable } from "./SpecialistAnswer.ts"

/** Reads a task from the events that a specialist streams. */

const maxResponseBytes = 2 * 1_048_576

/** Time that the specialist has to end the response after the last event, so that the connection can be reused. */
const closingTime = "100 millis"

const decodeEvent = Schema.decode(Schema.parseJson(StreamResponse))

/** Applies an event to the task; one that the lifecycle does not allow changes nothing. Null before the first task. */
const applyEvent = (task: Task | null, event: StreamResponse): Task | null =>
  "task" in event ? event.task : task && Option.getOrElse(TaskLifecycle.advance(task, event), () => task)

/**
 * Returns the task in its terminal or interrupted state; later events are ignored. `onEvent` gets each event with the
 * resulting task.
 */
export const read = Effect.fnUntraced(function* (
  response: HttpClientResponse.HttpClientResponse,
  onEvent: (event: StreamResponse, task: Task) => Effect.Effect<void>
) {
  if (MediaType.of(response.headers["content-type"] ?? "") !== "text/event-stream") {
    return yield* unavailable("unreadable_answer")
  }
  const pull = yield* BoundedResponse.stream(response, maxResponseBytes).pipe(
    Stream.mapError(({ _tag }) => unavailable(_tag === "AnswerTooLarge" ? "unreadable_answer" : "unreachable")),
    Stream.decodeText(),
    ServerSentEvents.dataOf,
    Stream.toPull
  )
  let task: Task | null = null
  while (task === null || !TaskLifecycle.isTerminalOrInterrupted(task)) {
    // Pulled, not run as a stream: to start that costs more than the events of a usual task.
    for (const data of yield* Effect.mapError(
      pull,
      Option.getOrElse(() => unavailable("unreachable"))
    )) {
      const event: StreamResponse = yield* Effect.mapError(decodeEvent(data), () => unavailable("unreadable_answer"))
      task = applyEvent(task, event)
      if (task === null) {
        return yield* unavailable("unreadable_answer")
      }
      yield* onEvent(event, task)
      if (TaskLifecycle.isTerminalOrInterrupted(task)) {
        break
      }
    }
  }
  // Either the end of the response or its failure; the task is complete in both cases.
  yield* Effect.timeoutOption(Effect.flip(Effect.forever(pull)), closingTime)
  return task
})
