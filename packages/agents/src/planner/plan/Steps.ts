import { proposedBy } from "@storefront/domain/tools/Proposed"
import { ToolFailure, unavailable } from "@storefront/domain/tools/ToolContract"
import { lines, list } from "@storefront/domain/Wording"
import { Either, Option, Schema } from "effect"
import { effectKeyReusedReason } from "../../tools/WriteResults.ts"
import { namedBefore, type Wish } from "../Wish.ts"
import { listing, words } from "./Blocks.ts"
import { type DialogueState, type Item, merge, nothingKept, settled } from "../DialogueState.ts"
import { type Calls, type Said, type ToolCall, type ToolOutcome } from "../Playbook.ts"

/** A contract made with `tool`: its parameters and its result are schemas that need no service. */
interface Contract<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded> {
  readonly name: Name
  readonly parametersSchema: Schema.Struct<Parameters>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
}

/** Parameters that may be left out are, when they are null. */
type Given<Params> = { readonly [K in keyof Params]: Params[K] | ({} extends Pick<Params, K> ? null : never) }

const decodeFailure = Schema.decodeUnknownEither(ToolFailure)

const unreadable = () => unavailable("The result of the tool could not be read. Try again later.")

/** Several calls of a contract in one round, their results decoded. */
export function* callAll<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded>(
  contract: Contract<Name, Parameters, Success, SuccessEncoded>,
  all: ReadonlyArray<Given<Schema.Struct.Encoded<Parameters>>>
): Calls<ReadonlyArray<Success | ToolFailure>> {
  const planned = all.map((given) => ({
    name: contract.name,
    params: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  }))
  const outcomes = planned.length === 0 ? [] : yield planned
  return all.map((_, index) => {
    const outcome = outcomes[index]
    return outcome === undefined || outcome.isFailure
      ? Either.getOrElse(decodeFailure(outcome?.result), unreadable)
      : Either.getOrElse(Schema.decodeUnknownEither(contract.successSchema)(outcome.result), unreadable)
  })
}

/** One call of a contract, its result decoded. */
export function* call<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded>(
  contract: Contract<Name, Parameters, Success, SuccessEncoded>,
  given: Given<Schema.Struct.Encoded<Parameters>>
): Calls<Success | ToolFailure> {
  const [answer = unreadable()] = yield* callAll(contract, [given])
  return answer
}

/**
 * Tool calls on the way to something, or to an end before it that is said instead, and what is kept for later turns on
 * the way.
 */
export type Steps<A> = Generator<
  ReadonlyArray<ToolCall> | { readonly ending: string } | { readonly kept: Partial<DialogueState> },
  A,
  ReadonlyArray<ToolOutcome>
>

/** The way to one part of an answer. */
export type AnswerPart = Steps<string>

/** What is said, with or without looking something up. */
export function* spoken(part: AnswerPart | string): AnswerPart {
  return typeof part === "string" ? part : yield* part
}

/** Ends a part with this instead of going on. */
export function* instead(answer: AnswerPart | string): Steps<never> {
  const ending = yield* spoken(answer)
  for (;;) {
    yield { ending }
  }
}

/** Keeps something for later turns. */
export function* keep(kept: Partial<DialogueState>): Steps<void> {
  yield { kept }
}

/** Says something, and keeps something of it for later turns. */
export function* saying(text: string, kept: Partial<DialogueState>): AnswerPart {
  yield* keep(kept)
  return text
}

/** Says something that ends with a list, at whose entries the next message can point. */
export const sayingList = <A>(
  lead: string,
  entries: ReadonlyArray<A>,
  tell: (entry: A) => string,
  item: (entry: A) => Item,
  kept: Partial<DialogueState> = {}
): AnswerPart => saying(listing(lead, lines(entries, tell)), { list: entries.map(item), ...kept })

/** Asks for something that the next message may say alone. */
export const asking = (question: string, asked: NonNullable<DialogueState["asked"]> = "other"): AnswerPart =>
  saying(question, { asked })

/** A part up to its end. */
export function* whole(part: AnswerPart | string): Calls<Said> {
  const steps = spoken(part)
  let state = nothingKept
  let step = steps.next()
  while (step.done !== true) {
    if ("ending" in step.value) {
      return { text: step.value.ending, state: settled(state) }
    }
    if ("kept" in step.value) {
      state = merge(state, { ...nothingKept, ...step.value.kept })
      step = steps.next([])
    } else {
      step = steps.next(yield step.value)
    }
  }
  return { text: step.value, state: settled(state) }
}

const maxRounds = 7
const maxCalls = 16

/** How many things one part of an answer takes out or forgets, so that the calls of a turn suffice. */
export const mostAtOnce = 12

const later = "That is as much as I can look up at once; please ask me about the rest again."

/**
 * Answers one thing after the other, in paragraphs, none of them twice. The first thing that needs more than a turn may
 * plan ends the answer, which says so.
 */
export function* inParts<A>(asked: ReadonlyArray<A>, answer: (asked: A) => Calls<Said>): Calls<Said> {
  const parts: Array<string> = []
  let state = nothingKept
  let rounds = 0
  let calls = 0
  for (const item of asked) {
    const part = answer(item)
    let step = part.next()
    while (step.done !== true) {
      rounds += 1
      calls += step.value.length
      if (rounds > maxRounds || calls > maxCalls) {
        return { text: [...parts, later].join("\n\n"), state }
      }
      step = part.next(yield step.value)
    }
    parts.push(...(step.value.text === "" ? [] : [step.value.text]))
    state = merge(state, step.value.state)
  }
  return { text: [...new Set(parts)].join("\n\n"), state }
}

/** Goes the same way for all, one after the other. */
export function* each<A, B>(all: Iterable<A>, find: (one: A) => Steps<B>): Steps<ReadonlyArray<B>> {
  const results: Array<B> = []
  for (const one of all) {
    results.push(yield* find(one))
  }
  return results
}

const notNow = (act = "look that up"): string => `I could not ${act} just now. Please try again in a moment.`

/** What is said where a failure has this reason or, without one, is of this kind. */
type Whys = Readonly<Record<string, AnswerPart | string | ((failure: ToolFailure) => AnswerPart | string)>>

/** Reasons that mean the same whatever was asked for: what may not be said, in the tool's own words, and who may ask for it. */
const usualWhys: Whys = {
  [effectKeyReusedReason]:
    "I changed nothing now: the id of this message was used before, for something else, which still stands. Please look at how things are, and tell me what you want.",
  invalid_argument: ({ field_errors: wrong = [] }) =>
    wrong.length === 0
      ? notNow("do that")
      : `That cannot be done: ${list(wrong.map(({ field, message }) => `the ${words(field.replace(/^.*\./u, ""))} ${message}`))}. Please tell me again.`,
  no_conversation: "That has to be confirmed in a conversation of the shop's own chat. Nothing is changed.",
  too_many_proposals: "That is more than can be confirmed at once. Please tell me the rest again afterwards.",
  forbidden: "Only sellers can ask for that, and your account is none. I can look up your own orders, or any product."
}

/** Why something was not done; for a reason that has no words of its own it did not work. */
export const notDone = (failure: ToolFailure, ownWhys: Whys, act?: string): AnswerPart | string => {
  const whys = { ...usualWhys, ...ownWhys }
  const named = [failure.reason, failure.reason_code, failure.error].find((name) => name !== undefined && name in whys)
  const why = named === undefined ? undefined : whys[named]
  return typeof why === "function" ? why(failure) : (why ?? notNow(act))
}

/** What a tool answers. A failure ends the part. */
export function* known<A>(asked: Calls<A | ToolFailure>, whys: Whys = {}, act?: string): Steps<A> {
  const answer = yield* asked
  return answer instanceof ToolFailure ? yield* instead(notDone(answer, whys, act)) : answer
}

/** Returns the results of several calls. The first failure ends the part. */
export function* knownAll<A>(asked: Calls<ReadonlyArray<A | ToolFailure>>, act?: string): Steps<ReadonlyArray<A>> {
  return yield* each(yield* asked, function* (answer) {
    return answer instanceof ToolFailure ? yield* instead(notDone(answer, {}, act)) : answer
  })
}

/** A change that was made at once, as later turns are to know it. */
export const deedOf = (wish: Wish, name?: string): Wish => ({
  ...wish,
  product: name === undefined ? null : namedBefore(name),
  fromHistory: true
})

/**
 * Does or proposes something. Says nothing where that worked: the shop itself tells or asks the customer. `deed` is kept
 * unless it was only proposed.
 */
export function* leftToShop<A>(
  asked: Calls<A | ToolFailure>,
  whys: Whys,
  act?: string,
  deed?: Wish,
  word: (answer: A) => string = () => ""
): AnswerPart {
  const answer = yield* known(asked, whys, act)
  if (deed !== undefined && Option.isNone(proposedBy(answer))) {
    yield* keep({ done: [deed] })
  }
  return word(answer)
}
