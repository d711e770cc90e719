import { Schema } from "effect"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"

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

/** Tool calls on the way to something: every one is yielded, and resumed with its outcome. */
export type Calls<A> = Generator<ToolCall, A, ToolOutcome>

/**
 * What the embedded model does for an agent: straight code that yields tool calls and returns the answer.
 * It must be deterministic, because it runs again from its start in every model round, and plan at most 7 calls.
 */
export type Playbook = (turn: TurnView) => Calls<string>

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
 * Replays the calls that were already made and answers what comes next: the next tool call, or the final text.
 * A call that differs in name from the one executed in its place is a `PlaybookDiverged`.
 */
export const next = (
  playbook: Playbook,
  turn: TurnView,
  outcomes: ReadonlyArray<ToolOutcome>
): ToolCall | string | PlaybookDiverged => {
  const run = playbook(turn)
  let step = run.next()
  for (const [position, outcome] of outcomes.entries()) {
    if (step.done === true || step.value.name !== outcome.call.name) {
      return new PlaybookDiverged({
        position,
        expected: step.done === true ? "the answer" : step.value.name,
        executed: outcome.call.name
      })
    }
    step = run.next(outcome)
  }
  return step.value
}
