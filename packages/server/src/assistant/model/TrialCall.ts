import { Prompt, Tool } from "@effect/ai"
import { Duration, Effect, Option, Ref, Schema } from "effect"
import { CurrentTextReceiver } from "../../platform/provider/TextReceiver.ts"
import * as ModelRequest from "./ModelRequest.ts"
import { Streaming } from "./Streaming.ts"
import { visibleText } from "./wire/ReasoningMarks.ts"

/** Trial question, which a model answers by calling a harmless tool. The call is not executed. */

const countInStock = Tool.make("count_in_stock", {
  description: "Says how many units of a product are in stock.",
  parameters: { product: Schema.String }
})

export const offered = ModelRequest.offer({ [countInStock.name]: countInStock }, "customer")

export const instruction = Prompt.makeMessage("system", {
  content: "You work in a shop. Answer in one short sentence."
})

export const question = Prompt.fromMessages([
  instruction,
  Prompt.makeMessage("user", {
    content: [Prompt.makePart("text", { text: "How many lamps are in stock? Call count_in_stock." })]
  })
])

const areParameters = Schema.is(countInStock.parametersSchema)

/** Returns whether a call has the name and the arguments of the tool. */
export const isWhole = ({ name, params }: ModelRequest.ToolCall): boolean =>
  name === countInStock.name && areParameters(params)

/** Time limit of one answer. A server may have to load its model first. */
export const answerLimit = Duration.minutes(1)

/**
 * Asks the current model in a stream, and returns the value of `LLM_STREAM` that suits it: `all` if the call arrives
 * whole, else `text`; `off` if the text contains reasoning, which can be separated from the answer only at its end.
 */
export const findStreamMode = Effect.gen(function* () {
  const streamed = yield* Ref.make("")
  const answer = yield* ModelRequest.ask(question, offered).pipe(
    Effect.provideService(Streaming, { run: (request) => request }),
    Effect.provideService(
      CurrentTextReceiver,
      Option.some({ text: (delta) => Ref.update(streamed, (before) => before + delta), discard: Ref.set(streamed, "") })
    ),
    Effect.timeout(answerLimit),
    Effect.option
  )
  const text = yield* Ref.get(streamed)
  return visibleText(text) !== text
    ? "off"
    : Option.exists(answer, ({ toolCalls }) => toolCalls.some(isWhole))
      ? "all"
      : "text"
}).pipe(Effect.withSpan("TrialCall.findStreamMode", { root: true }))
