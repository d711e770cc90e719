import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { ToolFailure, unavailable } from "@storefront/domain/tools/ToolContract"
import { numberedList, list } from "@storefront/domain/EnglishWording"
import { Either, Option, Schema } from "effect"
import { effectKeyReusedReason } from "../../tools/WriteResults.ts"
import { namedBefore, type OptionChoices, type Wish } from "../Wish.ts"
import { listing, asWords } from "./Formatting.ts"
import { type DialogueState, type Item, merge, emptyState, withListedProduct } from "../DialogueState.ts"
import { type Calls, type Answer, type ToolCall, type ToolOutcome } from "../Playbook.ts"

/** Generators that plans are composed of, and the runners that turn them into answers. */

/** A contract made with `tool`: the schemas of its parameters and its result need no service. */
interface Contract<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded> {
  readonly name: Name
  readonly parametersSchema: Schema.Struct<Parameters>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
}

/** Parameters of a call; optional ones may be null, and are then omitted. */
type CallParameters<Params> = { readonly [K in keyof Params]: Params[K] | ({} extends Pick<Params, K> ? null : never) }

const decodeFailure = Schema.decodeUnknownEither(ToolFailure)

const unreadableResult = () => unavailable("The result of the tool could not be read. Try again later.")

/** Makes several calls of one tool in one round, and decodes their results. */
export function* callAll<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded>(
  contract: Contract<Name, Parameters, Success, SuccessEncoded>,
  parameterSets: ReadonlyArray<CallParameters<Schema.Struct.Encoded<Parameters>>>
): Calls<ReadonlyArray<Success | ToolFailure>> {
  const calls = parameterSets.map((parameters) => ({
    name: contract.name,
    params: Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))
  }))
  const outcomes = calls.length === 0 ? [] : yield calls
  return parameterSets.map((_, index) => {
    const outcome = outcomes[index]
    return outcome === undefined || outcome.isFailure
      ? Either.getOrElse(decodeFailure(outcome?.result), unreadableResult)
      : Either.getOrElse(Schema.decodeUnknownEither(contract.successSchema)(outcome.result), unreadableResult)
  })
}

/** Makes one call, and decodes its result. */
export function* call<Name extends string, Parameters extends Schema.Struct.Fields, Success, SuccessEncoded>(
  contract: Contract<Name, Parameters, Success, SuccessEncoded>,
  parameters: CallParameters<Schema.Struct.Encoded<Parameters>>
): Calls<Success | ToolFailure> {
  const [answer = unreadableResult()] = yield* callAll(contract, [parameters])
  return answer
}

/** Generator of a result. Yields tool calls, state for later turns, or the text of an early ending. */
export type Flow<A> = Generator<
  ReadonlyArray<ToolCall> | { readonly ending: string } | { readonly kept: Partial<DialogueState> },
  A,
  ReadonlyArray<ToolOutcome>
>

/** Generator of a part of an answer. */
export type AnswerPart = Flow<string>

export function* partText(part: AnswerPart | string): AnswerPart {
  return typeof part === "string" ? part : yield* part
}

/** Ends the part early, with another answer. */
export function* endWith(answer: AnswerPart | string): Flow<never> {
  const ending = yield* partText(answer)
  for (;;) {
    yield { ending }
  }
}

/** Stores state for later turns. */
export function* keepState(kept: Partial<DialogueState>): Flow<void> {
  yield { kept }
}

export function* say(text: string, kept: Partial<DialogueState>): AnswerPart {
  yield* keepState(kept)
  return text
}

/** Answers with a numbered list, to whose entries the next message can refer. */
export const sayList = <A>(
  lead: string,
  entries: ReadonlyArray<A>,
  describe: (entry: A) => string,
  item: (entry: A) => Item,
  kept: Partial<DialogueState> = {}
): AnswerPart => say(listing(lead, numberedList(entries, describe)), { list: entries.map(item), ...kept })

/** Asks for a slot, which the next message may state alone. */
export const askFor = (question: string, slot: NonNullable<DialogueState["asked"]> = "other"): AnswerPart =>
  say(question, { asked: slot })

/** Asks for values of options: "Which size: 41 or 42?" */
export const askForOption = (options: ReadonlyArray<OptionChoices>): AnswerPart =>
  askFor(
    options
      .map(({ name, values }) => {
        const question = `Which ${name.toLowerCase()}`
        const [first, ...others] = values
        return first === undefined
          ? `${question}? None is in stock.`
          : others.length === 0
            ? `${question}? Only ${first} is in stock.`
            : `${question}: ${list(values, "or")}?`
      })
      .join(" "),
    "option"
  )

/** Runs a part to its end, and collects its state. */
export function* runPart(part: AnswerPart | string): Calls<Answer> {
  const flow = partText(part)
  let state = emptyState
  let result = flow.next()
  while (result.done !== true) {
    if ("ending" in result.value) {
      return { text: result.value.ending, state: withListedProduct(state) }
    }
    if ("kept" in result.value) {
      state = merge(state, { ...emptyState, ...result.value.kept })
      result = flow.next([])
    } else {
      result = flow.next(yield result.value)
    }
  }
  return { text: result.value, state: withListedProduct(state) }
}

/** Limits of an answer, within those of a turn (server/assistant/agent/Rounds.ts: 8 rounds, 16 calls). */
const maxRounds = 7
const maxCalls = 16

/** Maximum number of removals (from the cart or of memories) in one part; leaves some of `maxCalls` to other parts. */
export const maxRemovalsPerPart = 12

const limitReached = "That is as much as I can look up at once; please ask me about the rest again."

/**
 * Answers items one after the other, in paragraphs without duplicates. The first one that would exceed the rounds or
 * calls of a turn ends the answer, which says so.
 */
export function* joinParts<A>(items: ReadonlyArray<A>, answer: (item: A) => Calls<Answer>): Calls<Answer> {
  const parts: Array<string> = []
  let state = emptyState
  let rounds = 0
  let calls = 0
  for (const item of items) {
    const part = answer(item)
    let result = part.next()
    while (result.done !== true) {
      rounds += 1
      calls += result.value.length
      if (rounds > maxRounds || calls > maxCalls) {
        return { text: [...parts, limitReached].join("\n\n"), state }
      }
      result = part.next(yield result.value)
    }
    parts.push(...(result.value.text === "" ? [] : [result.value.text]))
    state = merge(state, result.value.state)
  }
  return { text: [...new Set(parts)].join("\n\n"), state }
}

export function* forEach<A, B>(all: Iterable<A>, find: (item: A) => Flow<B>): Flow<ReadonlyArray<B>> {
  const results: Array<B> = []
  for (const item of all) {
    results.push(yield* find(item))
  }
  return results
}

const tryAgainLater = (act = "look that up"): string => `I could not ${act} just now. Please try again in a moment.`

/** Answers by the `reason`, `reason_code` or `error` of a failure. */
export type FailureAnswers = Readonly<
  Record<string, AnswerPart | string | ((failure: ToolFailure) => AnswerPart | string)>
>

/** Default answers. A tool's `message` is for models; only its `field_errors` are quoted. */
const usualAnswers: FailureAnswers = {
  [effectKeyReusedReason]:
    "I changed nothing now: the id of this message was used before, for something else, which still stands. Please look at how things are, and tell me what you want.",
  invalid_argument: ({ field_errors: fieldErrors = [] }) =>
    fieldErrors.length === 0
      ? tryAgainLater("do that")
      : `That cannot be done: ${list(fieldErrors.map(({ field, message }) => `the ${asWords(field.replace(/^.*\./u, ""))} ${message}`))}. Please tell me again.`,
  choose_option: ({ choices = [] }) => askForOption(choices),
  no_conversation: "That has to be confirmed in a conversation of the shop's own chat. Nothing is changed.",
  too_many_proposals: "That is more than can be confirmed at once. Please tell me the rest again afterwards.",
  sign_in_required: "You are not signed in, and this needs an account. Your cart is kept when you sign in.",
  forbidden:
    "Only sellers can ask for that, and yours is not a seller's account. I can look up your own orders, or any product."
}

/**
 * Returns the answer for the `reason`, else the `reason_code`, else the `error` of a failure. `overrides`
 * take precedence over the usual answers. Without any answer, advises to try again.
 */
export const explainFailure = (failure: ToolFailure, overrides: FailureAnswers, act?: string): AnswerPart | string => {
  const answers = { ...usualAnswers, ...overrides }
  const key = [failure.reason, failure.reason_code, failure.error].find((key) => key !== undefined && key in answers)
  const answer = key === undefined ? undefined : answers[key]
  return typeof answer === "function" ? answer(failure) : (answer ?? tryAgainLater(act))
}

/** Returns the result of a call; a failure ends the part. */
export function* resultOf<A>(calls: Calls<A | ToolFailure>, answers: FailureAnswers = {}, act?: string): Flow<A> {
  const result = yield* calls
  return result instanceof ToolFailure ? yield* endWith(explainFailure(result, answers, act)) : result
}

/** Returns the results of several calls; the first failure ends the part. */
export function* resultsOf<A>(calls: Calls<ReadonlyArray<A | ToolFailure>>, act?: string): Flow<ReadonlyArray<A>> {
  return yield* forEach(yield* calls, function* (result) {
    return result instanceof ToolFailure ? yield* endWith(explainFailure(result, {}, act)) : result
  })
}

/** Returns the record of an immediate change, which a later turn can undo or continue. */
export const changeRecord = (wish: Wish, name?: string): Wish => ({
  ...wish,
  product: name === undefined ? null : namedBefore(name),
  fromHistory: true
})

/**
 * Makes a change or a proposal. The answer is only `acknowledge`, since the shop itself reports changes and asks about
 * proposals. `change` is recorded if it was made at once.
 */
export function* proposeOrDo<A>(
  calls: Calls<A | ToolFailure>,
  answers: FailureAnswers,
  act?: string,
  change?: Wish,
  acknowledge: (result: A) => string = () => ""
): AnswerPart {
  const result = yield* resultOf(calls, answers, act)
  if (change !== undefined && Option.isNone(proposalIdIn(result))) {
    yield* keepState({ done: [change] })
  }
  return acknowledge(result)
}
