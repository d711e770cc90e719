import { Schema } from "effect"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { type DialogueState } from "./DialogueState.ts"

/** A tool call in its encoded form. */
export interface ToolCall {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An executed call of this turn, with its encoded result. */
export interface ToolOutcome {
  readonly call: ToolCall
  readonly isFailure: boolean
  readonly result: unknown
}

/** Generator of tool calls: yields the calls of one round together, and receives their outcomes. */
export type Calls<A> = Generator<ReadonlyArray<ToolCall>, A, ReadonlyArray<ToolOutcome>>

/** An answer with its dialogue state for later turns. */
export interface Answer {
  readonly text: string
  readonly state: DialogueState
}

/** Program of the embedded model for an agent. Must be deterministic, as every round replays it from the start. */
export type Playbook = (turn: TurnView) => Calls<Answer>

/** Failure of a playbook that is not deterministic: its replay yields another call than was executed. */
export class PlaybookDiverged extends Schema.TaggedError<PlaybookDiverged>()("PlaybookDiverged", {
  /** Zero-based position of the call in the turn. */
  position: Schema.Int,
  expected: Schema.String,
  executed: Schema.String
}) {
  override get message(): string {
    return `Call ${this.position} of the playbook is ${this.expected}, but ${this.executed} was executed there`
  }
}

/**
 * Replays the executed calls and returns the calls of the next round, or the answer. Of calls, only the names are
 * compared with those executed.
 */
export const next = (
  playbook: Playbook,
  turn: TurnView,
  outcomes: ReadonlyArray<ToolOutcome>
): ReadonlyArray<ToolCall> | Answer | PlaybookDiverged => {
  const run = playbook(turn)
  let step = run.next()
  for (let position = 0; position < outcomes.length;) {
    const planned = step.done === true ? [] : step.value
    const batch = outcomes.slice(position, position + Math.max(planned.length, 1))
    const mismatch = batch.findIndex(({ call }, index) => call.name !== planned[index]?.name)
    if (mismatch !== -1) {
      return new PlaybookDiverged({
        position: position + mismatch,
        expected: planned[mismatch]?.name ?? "the answer",
        executed: batch[mismatch]?.call.name ?? "nothing"
      })
    }
    position += batch.length
    step = run.next(batch)
  }
  return step.value
}
