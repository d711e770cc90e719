import {
  Array,
  DateTime,
  Deferred,
  Duration,
  Effect,
  Exit,
  HashMap,
  HashSet,
  Number as Numbers,
  Option,
  Ref,
  Schema
} from "effect"
import { Answer } from "./Answer.ts"
import { count } from "../TerminalLayout.ts"
import * as Failure from "../Failure.ts"
import { type TracedQuestion, modelName, type AnswerWithUsage, Refused, serve } from "./ModelServer.ts"
import { type Message, Question } from "./Question.ts"
import { InputTokens, makeCounter } from "./Tokens.ts"

/** A question with its number, as players get it. */
export const Request = Schema.Struct({
  /** Counts from 1; the files of a request are named after it. */
  number: Schema.Int,
  at: Schema.DateTimeUtc,
  /** The trace of the turn, as in `x-trace-id` of its response; null without `LLM_TRACE_HEADERS=true`. */
  turn: Schema.NullOr(Schema.String),
  agent: Question.fields.agent,
  model: Question.fields.model,
  mayCall: Question.fields.mayCall,
  tokens: InputTokens,
  /** Index of the first message that is not in the prefix shared with an earlier request; at most the last one's. */
  new: Schema.Int,
  messages: Question.fields.messages,
  tools: Question.fields.tools,
  instructions: Question.fields.instructions
})
export type Request = typeof Request.Type

/** A line of a transcript: a request and its outcome. */
export const Entry = Schema.Struct({
  ...Request.fields,
  /** `abandoned`: the client gave up. */
  outcome: Schema.Literal("answered", "refused", "abandoned"),
  answer: Schema.NullOr(Answer),
  outputTokens: Schema.Int,
  seconds: Schema.Number
})
export type Entry = typeof Entry.Type

/** Person or program that answers requests in place of a model. */
export interface Player {
  readonly play: (request: Request) => Effect.Effect<Answer, Refused>
}

/** Returns the name of a request in files and messages. */
export const labelOf = (number: number): string => String(number).padStart(4, "0")

/** Number of an agent's latest requests with which a new one is compared. */
const comparedRequests = 20

/** State of a bridge: the questions asked so far. */
interface Memory {
  readonly number: number
  /** Messages of the latest requests by agent, newest last, as JSON. */
  readonly recentMessages: HashMap.HashMap<string | null, ReadonlyArray<ReadonlyArray<string>>>
  /** Agents by their instructions, which identify a request without tools. */
  readonly agents: HashMap.HashMap<string, string>
}

const commonLength = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const differs = one.findIndex((line, index) => line !== other[index])
  return differs < 0 ? one.length : differs
}

/** Numbers a question, and finds out which of its messages are new. */
const remember = (
  { agents, recentMessages, number }: Memory,
  question: Question
): readonly [Pick<Request, "number" | "agent" | "new">, Memory] => {
  const agent = question.agent ?? Option.getOrNull(HashMap.get(agents, question.instructions))
  const before = Option.getOrElse(HashMap.get(recentMessages, agent), () => Array.empty<ReadonlyArray<string>>())
  const messages = question.messages.map((message: Message) => JSON.stringify(message))
  return [
    {
      number,
      agent,
      // A retry, or another conversation, may repeat all messages; at least the last one counts as new.
      new: Math.min(messages.length - 1, Math.max(0, ...before.map((earlier) => commonLength(messages, earlier))))
    },
    {
      number: number + 1,
      recentMessages: HashMap.set(recentMessages, agent, [...before, messages].slice(-comparedRequests)),
      agents: agent === null ? agents : HashMap.set(agents, question.instructions, agent)
    }
  ]
}

/** Token totals of the answered requests. */
interface Tally {
  readonly requests: number
  readonly turns: HashSet.HashSet<string>
  readonly input: number
  readonly fixed: number
  readonly output: number
}

const nothing: Tally = { requests: 0, turns: HashSet.empty(), input: 0, fixed: 0, output: 0 }

const addToTally = (tally: Tally, { outputTokens, tokens, turn }: Entry): Tally => ({
  requests: tally.requests + 1,
  turns: turn === null ? tally.turns : HashSet.add(tally.turns, turn),
  input: tally.input + tokens.total,
  fixed: tally.fixed + tokens.instructions + tokens.tools,
  output: tally.output + outputTokens
})

const summaryOf = ({ fixed, input, output, requests, turns }: Tally): string => {
  const share = input === 0 ? 0 : Math.round((100 * fixed) / input)
  const size = HashSet.size(turns)
  const perTurn =
    size === 0
      ? ""
      : ` in ${count(size)} ${size === 1 ? "turn" : "turns"}: ${(requests / size).toFixed(1)} requests and ${count(Math.round(input / size))} input tokens a turn`
  return `${count(requests)} ${requests === 1 ? "request" : "requests"} answered${perTurn}; ${count(input)} input tokens, ${share} % of them instructions and tools; ${count(output)} output tokens`
}

const contentsOf = (answer: Answer): string =>
  [...(answer.text === "" ? [] : ["words"]), ...answer.calls.map(({ name }) => name)].join(", ")

const stopping = new Refused({ status: 503, message: "The bridge is stopping" })

export interface BridgeOptions {
  readonly port: number
  readonly player: Player
  /** Number of the first request. */
  readonly first: number
  /** Stores a request with its outcome. */
  readonly keep: (entry: Entry) => Effect.Effect<void>
  /** Shows a line to whoever runs the bridge. */
  readonly tell: (line: string) => Effect.Effect<void>
}

/** Serves a model on loopback that somebody plays. `stop`, or the scope's end, refuses waiting and later requests. */
export const make = Effect.fn("Bridge.make")(function* ({ first, keep, player, port, tell }: BridgeOptions) {
  const tokens = yield* makeCounter
  const memory = yield* Ref.make<Memory>({ number: first, recentMessages: HashMap.empty(), agents: HashMap.empty() })
  const tally = yield* Ref.make(nothing)
  const stopped = yield* Deferred.make<never, Refused>()

  const record = Effect.fnUntraced(function* (request: Request, exit: Exit.Exit<Answer, Refused>) {
    const took = DateTime.distance(request.at, yield* DateTime.now)
    const answer = Option.getOrNull(
      Exit.match(exit, { onFailure: () => Option.none<Answer>(), onSuccess: Option.some })
    )
    const entry: Entry = {
      ...request,
      outcome: answer !== null ? "answered" : Exit.isInterrupted(exit) ? "abandoned" : "refused",
      answer,
      outputTokens: answer === null ? 0 : tokens.ofAnswer(answer),
      seconds: Numbers.round(took / 1000, 1)
    }
    yield* keep(entry)
    yield* tell(
      answer === null
        ? `${labelOf(request.number)} ${entry.outcome} after ${entry.seconds} s`
        : `${labelOf(request.number)} answered after ${entry.seconds} s: ${contentsOf(answer)}`
    )
    if (answer !== null) {
      yield* Ref.update(tally, (before) => addToTally(before, entry))
    }
  })

  const play = Effect.fnUntraced(function* ({ question, turn }: TracedQuestion) {
    const known = yield* Ref.modify(memory, (before) => remember(before, question))
    const request: Request = {
      ...question,
      ...known,
      at: yield* DateTime.now,
      turn,
      tokens: tokens.ofQuestion(question)
    }
    yield* tell(
      `${labelOf(request.number)} ${request.agent ?? "somebody"} asks: ${count(request.tokens.total)} tokens, ${request.messages.length - request.new} new of ${request.messages.length} messages`
    )
    const answer = yield* player.play(request).pipe(
      Effect.raceFirst(Deferred.await(stopped)),
      Effect.tapDefect((cause) => tell(`${labelOf(request.number)} ${Failure.describe(cause)}`)),
      Effect.onExit((exit) => record(request, exit))
    )
    const result: AnswerWithUsage = { answer, usage: { input: request.tokens.total, output: tokens.ofAnswer(answer) } }
    return result
  })

  const url = yield* serve(port, play)
  const stop = Deferred.fail(stopped, stopping)
  yield* Effect.addFinalizer(() => stop)
  return { url, stop, summary: Effect.map(Ref.get(tally), summaryOf) }
})

/** Time that a person may take to think: the longest that can be set. */
const patience = String(Duration.toMillis("1 hour"))

/** Returns the variables with which a suite uses this bridge, and waits for it. */
export const variablesFor = (url: string): Readonly<Record<string, string>> => ({
  OPENAI_BASE_URL: url,
  LLM_MODEL: modelName,
  LLM_TRACE_HEADERS: "true",
  // Its streams are whole, so nobody has to play a trial of them.
  LLM_STREAM: "all",
  EMBEDDING_PROVIDER: "embedded",
  CHAT_TURN_BUDGET_MS: patience,
  AGENT_HOP_TIMEOUT_MS: patience
})
