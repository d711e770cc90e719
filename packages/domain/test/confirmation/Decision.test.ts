import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { decide, type Decision, type KnownAction, type CustomerMessage } from "../../src/confirmation/Decision.ts"
import { type ActionState } from "../../src/confirmation/PendingAction.ts"
import { ActionId } from "../../src/Ids.ts"
import { type ShortMessage } from "../../src/words/ShortMessages.ts"

const id = (digit: number) => ActionId.make(`aaaaaaaa-0000-4000-8000-00000000000${digit}`)
const [a, b, c] = [id(1), id(2), id(3)]

/** Actions of an answer's block, by their states; with a star it was only told of. */
const actions = (...states: ReadonlyArray<ActionState | `${ActionState}*`>): ReadonlyArray<KnownAction> =>
  states.map((state, index) => ({
    id: id(index + 1),
    state: state.replace("*", "") as ActionState,
    isShown: !state.endsWith("*")
  }))

const yes: ShortMessage = { _tag: "Affirmation" }
const no: ShortMessage = { _tag: "Refusal" }
const fine: ShortMessage = { _tag: "Acknowledgement" }
const other: ShortMessage = { _tag: "Other" }
const number = (number: number): ShortMessage => ({ _tag: "Number", number })

const confirm = (...ids: [ActionId, ...ReadonlyArray<ActionId>]): Decision => ({ _tag: "Confirm", ids, declined: [] })
const showAgain: Decision = { _tag: "ShowAgain" }
const declineAll: Decision = { _tag: "DeclineAll" }
const goOn: Decision = { _tag: "GoOn" }

const said = (
  words: ShortMessage,
  shown: ReadonlyArray<KnownAction>,
  more: Partial<CustomerMessage> & { isLost?: true } = {}
) => ({
  words,
  isBlocked: false,
  named: [],
  declined: [],
  answer: Option.some({ isReceived: more.isLost !== true, actions: shown }),
  ...more
})

const cases: ReadonlyArray<readonly [string, CustomerMessage, Decision]> = [
  [
    "an id declines its action",
    said(other, actions("open", "open", "open"), { declined: [b] }),
    {
      _tag: "Decline",
      ids: [b]
    }
  ],
  [
    "ids confirm and decline",
    said(other, actions("open", "open", "open"), { named: [c], declined: [a] }),
    {
      _tag: "Confirm",
      ids: [c],
      declined: [a]
    }
  ],
  ["a blocked yes drops all", said(yes, actions("open"), { isBlocked: true }), { _tag: "Block" }],
  ["a blocked message confirms no id", said(other, [], { isBlocked: true, named: [a] }), { _tag: "Block" }],
  [
    "ids are confirmed once and in their order, whatever the words",
    said(other, [], { named: [b, a, b] }),
    confirm(b, a)
  ],
  ["a refusal confirms no id", said(no, actions("open"), { named: [a] }), declineAll],
  ["a yes confirms what is open, in order", said(yes, actions("open", "confirmed", "open")), confirm(a, c)],
  ["a yes means what was told of, too", said(yes, actions("stale*", "open")), confirm(b)],
  [
    "a repeated yes gives all that was not dropped again",
    said(yes, actions("confirmed*", "dropped", "expired")),
    confirm(a, c)
  ],
  ["a yes to what was dropped is no yes", said(yes, actions("dropped")), goOn],
  ["a yes to an answer without actions is no yes", said(yes, []), goOn],
  ["a yes before any answer is no yes", { ...said(yes, []), answer: Option.none() }, goOn],
  ["a yes to a lost answer shows its block again", said(yes, actions("open", "open"), { isLost: true }), showAgain],
  ["and tells again what was settled", said(yes, actions("confirmed*", "open"), { isLost: true }), confirm(a)],
  ["ids are confirmed after a lost answer, too", said(yes, actions("open"), { named: [a], isLost: true }), confirm(a)],
  ["a number confirms that one of the block", said(number(2), actions("open", "open")), confirm(b)],
  ["numbers do not count what was told of", said(number(2), actions("confirmed*", "open", "open")), confirm(c)],
  ["a number gives a settled one again", said(number(1), actions("confirmed", "open")), confirm(a)],
  ["a number of a dropped one is none", said(number(1), actions("dropped", "open")), goOn],
  ["the number of an only one is none", said(number(1), actions("open")), goOn],
  ["a number that there is not is none", said(number(3), actions("open", "open")), goOn],
  [
    "a number after a lost answer shows its block again",
    said(number(1), actions("open", "open"), { isLost: true }),
    showAgain
  ],
  ["also when one is left of several", said(number(1), actions("confirmed*", "open"), { isLost: true }), confirm(a)],
  ["or it has another number there", said(number(2), actions("open"), { isLost: true }), showAgain],
  ["an acknowledgement shows the block again", said(fine, actions("open", "confirmed")), showAgain],
  ["an acknowledgement of what is done goes on", said(fine, actions("confirmed*")), goOn],
  ["a refusal drops all", said(no, actions("open", "open")), declineAll],
  ["a refusal of nothing goes on", said(no, actions("expired")), goOn],
  ["anything else drops all and goes on", said(other, actions("open", "expired", "open")), goOn]
]

describe("a message after proposals", () => {
  it.each(cases)("%s", (_name, message, decision) => {
    assert.deepStrictEqual(decide(message), decision)
  })
})
