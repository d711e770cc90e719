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

/** Generator of tool calls: yields the calls of one round together, and is resumed with their outcomes. */
export type Calls<A> = Generator<ReadonlyArray<ToolCall>, A, ReadonlyArray<ToolOutcome>>

/** An answer, and the dialogue state that it leaves for later turns. */
export interface Said {
  readonly text: string
  readonly state: DialogueState
}

/** Program of the embedded model for an agent. It must be deterministic: every round runs it again from its start. */
export type Playbook = (turn: TurnView) => Calls<Said>

/** The playbook yielded a different call than was executed at that position: it is not deterministic. */
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
 * Replays the calls already made and returns what comes next: the calls of the next round, or the answer. Returns
 * `PlaybookDiverged` if a call has a different name than the one executed at its position.
 */
export const next = (
  playbook: Playbook,
  turn: TurnView,
  outcomes: ReadonlyArray<ToolOutcome>
): ReadonlyArray<ToolCall> | Said | PlaybookDiverged => {
  const run = playbook(turn)
  let step = run.next()
  for (let position = 0; position < outcomes.length;) {
    const planned = step.done === true ? [] : step.value
    const made = outcomes.slice(position, position + Math.max(planned.length, 1))
    const other = made.findIndex(({ call }, index) => call.name !== planned[index]?.name)
    if (other !== -1) {
      return new PlaybookDiverged({
        position: position + other,
        expected: planned[other]?.name ?? "the answer",
        executed: made[other]?.call.name ?? "nothing"
      })
    }
    position += made.length
    step = run.next(made)
  }
  return step.value
}
