import { Schema } from "effect"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { type DialogueState } from "./DialogueState.ts"

/** A tool call in its encoded form. */
export interface ToolCall {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A call of this turn that was executed, with its encoded result. */
export interface ToolOutcome {
  readonly call: ToolCall
  readonly isFailure: boolean
  readonly result: unknown
}

/** Tool calls on the way to something: those of a round are yielded together, and resumed with their outcomes. */
export type Calls<A> = Generator<ReadonlyArray<ToolCall>, A, ReadonlyArray<ToolOutcome>>

/** An answer, and the dialogue state that it leaves to later turns. */
export interface Said {
  readonly text: string
  readonly state: DialogueState
}

/** What the embedded model does for an agent; deterministic, for every round it runs again from its start. */
export type Playbook = (turn: TurnView) => Calls<Said>

/** The playbook asked for something else than was executed in that place before: it is not deterministic. */
export class PlaybookDiverged extends Schema.TaggedError<PlaybookDiverged>()("PlaybookDiverged", {
  /** Position of the call in the turn, from 0. */
  position: Schema.Int,
  expected: Schema.String,
  executed: Schema.String
}) {
  override get message(): string {
    return `Call ${this.position} of the playbook is ${this.expected}, but ${this.executed} was executed there`
  }
}

/**
 * Replays the calls that were already made and answers what comes next: the calls of the next round, or the answer.
 * A call that differs in name from the one executed in its place is a `PlaybookDiverged`.
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
