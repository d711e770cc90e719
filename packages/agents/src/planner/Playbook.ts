import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { unavailable, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Context, Either, Schema } from "effect"
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

/** A contract made with `tool`: its parameters and its result are schemas that need no service. */
interface Contract<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded> {
  readonly name: Name
  readonly parametersSchema: Schema.Struct<Parameters>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
}

/** Parameters that may be left out are, when they are null. */
type Given<Params> = { readonly [K in keyof Params]: Params[K] | ({} extends Pick<Params, K> ? null : never) }

const decodeFailure = Schema.decodeUnknownEither(ToolFailure)

/** A result that does not fit its contract is as good as none. */
const unreadable = () => unavailable("The result of the tool could not be read. Try again later.")

/**
 * One call of a contract, its result decoded.
 *
 * @example
 * const reviews = yield* call(getProductReviews, { product_id })
 * if (reviews instanceof ToolFailure) { ... }
 */
export function* call<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded>(
  contract: Contract<Name, Parameters, Success, SuccessEncoded>,
  given: Given<Schema.Struct.Encoded<Parameters>>
): Calls<Success | ToolFailure> {
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const outcome = yield { name: contract.name, params }
  return outcome.isFailure
    ? Either.getOrElse(decodeFailure(outcome.result), unreadable)
    : Either.getOrElse(Schema.decodeUnknownEither(contract.successSchema)(outcome.result), unreadable)
}

/** Whether a tool did nothing because the customer has not agreed to exactly that: then they are asked. */
export const isUnagreed = ({ reason }: ToolFailure): boolean => reason === "consent_missing"

/** Whether the customer of a turn may have a tool used. */
export const allows = (
  tool: { readonly annotations: Context.Context<never> },
  { context: { customer } }: TurnView
): boolean => Context.get(tool.annotations, AllowedRoles).includes(customer.role)

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
