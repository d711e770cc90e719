import { Array, Option } from "effect"
import { type ActionId } from "../Ids.ts"
import { type ShortMessage } from "../words/ShortMessages.ts"
import { type ActionState } from "./PendingAction.ts"

/** An action that an answer showed in its block, or told of above it. */
export interface KnownAction {
  readonly id: ActionId
  /** As it reads now: an open one past its time is expired. */
  readonly state: ActionState
  /** True if it is one of the block, where numbers count. */
  readonly isShown: boolean
}

/** Returns true for words that reply to the newest answer, and so count only if the customer had received it. */
export const repliesToAnswer = ({ _tag }: ShortMessage): boolean => _tag === "Affirmation" || _tag === "Number"

/** The last message of a conversation that is not the customer's. */
export interface NewestAnswer {
  /** True if the customer had received it when they wrote the message; counts for words of which `repliesToAnswer` is true. */
  readonly isReceived: boolean
  /** The actions that it showed or told of, in the order of its block. */
  readonly actions: ReadonlyArray<KnownAction>
}

/** A customer's message, as far as it can decide something. */
export interface Said {
  /** Its words as `readShort` classifies them. */
  readonly words: ShortMessage
  readonly isBlocked: boolean
  /** The actions that it names by id, in its order. */
  readonly named: ReadonlyArray<ActionId>
  /** None, when there is no answer yet. */
  readonly answer: Option.Option<NewestAnswer>
}

/** The effect of a message on the conversation's proposals. */
export type Decision =
  /** The guard refused it: all of the conversation are dropped. */
  | { readonly _tag: "Block" }
  /** These are settled, in this order and without a model; the others stay open and are shown again below. */
  | { readonly _tag: "Confirm"; readonly ids: Array.NonEmptyReadonlyArray<ActionId> }
  /** The answer's block again, without a model: nothing is dropped, nothing is done. */
  | { readonly _tag: "ShowAgain" }
  /** All of the conversation are dropped; the server says that nothing was changed. */
  | { readonly _tag: "Decline" }
  /** All of the conversation are dropped, and the turn goes on. */
  | { readonly _tag: "GoOn" }

/** A message, and the actions of the newest answer by what can become of them. */
interface Heard extends Said {
  readonly open: ReadonlyArray<ActionId>
  /** Neither open nor dropped: there is something to say of each again. */
  readonly settled: ReadonlyArray<ActionId>
  /** Those of the block with their numbers: empty unless there are several. */
  readonly numbered: ReadonlyArray<KnownAction>
  readonly isReceived: boolean
}

const idsOf = (actions: ReadonlyArray<KnownAction>): ReadonlyArray<ActionId> => Array.map(actions, ({ id }) => id)

const hear = (said: Said): Heard => {
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

const confirm = (ids: ReadonlyArray<ActionId>): Option.Option<Decision> =>
  Array.match(ids, {
    onEmpty: Option.none,
    onNonEmpty: (some) => Option.some<Decision>({ _tag: "Confirm", ids: some })
  })

/** Answers an affirmation or a number whose answer was not received: nothing is done, all is said again. */
const sayAgain = ({ open, settled }: Heard): Option.Option<Decision> =>
  Option.orElse(confirm(settled), () => when(open.length > 0, { _tag: "ShowAgain" }))

const numberedBy = ({ words, numbered }: Heard): Option.Option<ActionId> =>
  words._tag === "Number"
    ? Option.map(
        Option.filter(Array.get(numbered, words.number - 1), ({ state }) => state !== "dropped"),
        ({ id }) => id
      )
    : Option.none()

/** The rows of the decision, of which the first that fits counts. */
const table: ReadonlyArray<(heard: Heard) => Option.Option<Decision>> = [
  ({ isBlocked }) => when(isBlocked, { _tag: "Block" }),
  ({ named, words }) => (words._tag === "Refusal" ? Option.none() : confirm(Array.dedupe(named))),
  (heard) =>
    heard.words._tag !== "Affirmation"
      ? Option.none()
      : heard.isReceived
        ? Option.orElse(confirm(heard.open), () => confirm(heard.settled))
        : sayAgain(heard),
  // Which ones it counts is not known when the block was not received.
  (heard) =>
    heard.words._tag === "Number" && !heard.isReceived
      ? sayAgain(heard)
      : Option.flatMap(numberedBy(heard), (id) => confirm([id])),
  ({ words, open }) => when(words._tag === "Acknowledgement" && open.length > 0, { _tag: "ShowAgain" }),
  ({ words, open }) => when(words._tag === "Refusal" && open.length > 0, { _tag: "Decline" })
]

/** Decides what a message means. Words mean only the actions of the newest answer; ids mean those that they name. */
export const decide = (said: Said): Decision => {
  const heard = hear(said)
  return Option.getOrElse(Option.firstSomeOf(Array.map(table, (row) => row(heard))), (): Decision => ({ _tag: "GoOn" }))
}
