import { Array, Option } from "effect"
import { type ActionId } from "../Ids.ts"
import { type ShortMessage } from "../words/ShortMessages.ts"
import { type ActionState } from "./PendingAction.ts"

/** An action that an answer showed in its block or reported above it. */
export interface KnownAction {
  readonly id: ActionId
  /** Effective state: an open action past its time is expired. */
  readonly state: ActionState
  /** True for actions of the block, where actions are numbered. */
  readonly isShown: boolean
}

/** Returns whether the words reply to the newest answer, and so count only if the customer had received it. */
export const repliesToAnswer = ({ _tag }: ShortMessage): boolean => _tag === "Affirmation" || _tag === "Number"

/** The newest message of the conversation that the customer did not write. */
export interface NewestAnswer {
  /** True if the customer had received it before writing the message; matters only if `repliesToAnswer`. */
  readonly isReceived: boolean
  /** Actions shown or reported, in the order of the block. */
  readonly actions: ReadonlyArray<KnownAction>
}

/** The facts about a customer's message that a decision depends on. */
export interface CustomerMessage {
  /** The message as classified by `readShort`. */
  readonly words: ShortMessage
  readonly isBlocked: boolean
  /** Actions that the message confirms by id, in order. */
  readonly named: ReadonlyArray<ActionId>
  /** Actions that the message declines by id. */
  readonly declined: ReadonlyArray<ActionId>
  /** None before the first answer. */
  readonly answer: Option.Option<NewestAnswer>
}

/** The effect of a message on the conversation's proposals. */
export type Decision =
  /** The guard blocked it: drops all proposals of the conversation. */
  | { readonly _tag: "Block" }
  /** Settles these in order without a model, and drops the declined; the others stay open and are shown again below. */
  | {
      readonly _tag: "Confirm"
      readonly ids: Array.NonEmptyReadonlyArray<ActionId>
      readonly declined: ReadonlyArray<ActionId>
    }
  /** Repeats the answer's block without a model; drops and settles nothing. */
  | { readonly _tag: "ShowAgain" }
  /** Drops these without a model; the others stay open and are shown again below. */
  | { readonly _tag: "Decline"; readonly ids: ReadonlyArray<ActionId> }
  /** Drops all proposals of the conversation; the server says that nothing was changed. */
  | { readonly _tag: "DeclineAll" }
  /** Drops all proposals of the conversation, and continues the turn. */
  | { readonly _tag: "GoOn" }

/** A message, with the newest answer's actions grouped by possible outcome. */
interface InterpretedMessage extends CustomerMessage {
  readonly open: ReadonlyArray<ActionId>
  /** Neither open nor dropped: confirming one again repeats its outcome. */
  readonly settled: ReadonlyArray<ActionId>
  /** Actions of the block by number; empty unless it has several. */
  readonly numbered: ReadonlyArray<KnownAction>
  readonly isReceived: boolean
}

const idsOf = (actions: ReadonlyArray<KnownAction>): ReadonlyArray<ActionId> => Array.map(actions, ({ id }) => id)

const interpret = (said: CustomerMessage): InterpretedMessage => {
  const actions = Option.match(said.answer, { onNone: () => [], onSome: (answer) => answer.actions })
  const shown = Array.filter(actions, ({ isShown }) => isShown)
  return {
    ...said,
    open: idsOf(Array.filter(actions, ({ state }) => state === "open")),
    settled: idsOf(Array.filter(actions, ({ state }) => state !== "open" && state !== "dropped")),
    numbered: shown.length > 1 ? shown : [],
    isReceived: Option.exists(said.answer, (answer) => answer.isReceived)
  }
}

const when = (fits: boolean, decision: Decision): Option.Option<Decision> =>
  fits ? Option.some(decision) : Option.none()

const confirm = (ids: ReadonlyArray<ActionId>, declined: ReadonlyArray<ActionId> = []): Option.Option<Decision> =>
  Array.match(ids, {
    onEmpty: Option.none,
    onNonEmpty: (some) => Option.some<Decision>({ _tag: "Confirm", ids: some, declined })
  })

/** Repeats outcomes, or else the block, because the customer replied to an answer that was not received. */
const repeatOutcome = ({ open, settled }: InterpretedMessage): Option.Option<Decision> =>
  Option.orElse(confirm(settled), () => when(open.length > 0, { _tag: "ShowAgain" }))

const numberedBy = ({ words, numbered }: InterpretedMessage): Option.Option<ActionId> =>
  words._tag === "Number"
    ? Option.map(
        Option.filter(Array.get(numbered, words.number - 1), ({ state }) => state !== "dropped"),
        ({ id }) => id
      )
    : Option.none()

/** Rules in order of precedence; the first that applies decides. */
const decisionRules: ReadonlyArray<(message: InterpretedMessage) => Option.Option<Decision>> = [
  ({ isBlocked }) => when(isBlocked, { _tag: "Block" }),
  ({ declined, named, words }) => (words._tag === "Refusal" ? Option.none() : confirm(Array.dedupe(named), declined)),
  ({ declined }) => when(declined.length > 0, { _tag: "Decline", ids: declined }),
  (message) =>
    message.words._tag !== "Affirmation"
      ? Option.none()
      : message.isReceived
        ? Option.orElse(confirm(message.open), () => confirm(message.settled))
        : repeatOutcome(message),
  // A number is ambiguous if the customer never received the block that it refers to.
  (message) =>
    message.words._tag === "Number" && !message.isReceived
      ? repeatOutcome(message)
      : Option.flatMap(numberedBy(message), (id) => confirm([id])),
  ({ words, open }) => when(words._tag === "Acknowledgement" && open.length > 0, { _tag: "ShowAgain" }),
  ({ words, open }) => when(words._tag === "Refusal" && open.length > 0, { _tag: "DeclineAll" })
]

/** Decides the effect of a message. Words refer only to the newest answer's actions, ids to the actions they name. */
export const decide = (said: CustomerMessage): Decision => {
  const message = interpret(said)
  return Option.getOrElse(Option.firstSomeOf(Array.map(decisionRules, (rule) => rule(message))), (): Decision => ({
    _tag: "GoOn"
  }))
}
