import * as LenientJson from "@storefront/server/platform/provider/LenientJson"
import { Array, Data, Effect, Either, ParseResult, Predicate, Schema } from "effect"
import { type OfferedTool, type Question } from "./Question.ts"

/** A tool call. */
export const Call = Schema.Struct({
  name: Schema.NonEmptyString,
  arguments: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { default: () => ({}) })
})
export type Call = typeof Call.Type

/** The model's answer: text, calls, or both. */
export const Answer = Schema.Struct({
  text: Schema.optionalWith(Schema.String, { default: () => "" }),
  calls: Schema.optionalWith(Schema.Array(Call), { default: () => [] })
})
export type Answer = typeof Answer.Type

/** The answer does not fit the question; the message says what to write instead. */
export class AnswerInvalid extends Data.TaggedError("AnswerInvalid")<{ readonly message: string }> {}

const shape = 'An answer is {"text": "…"} or {"calls": [{"name": "…", "arguments": {…}}]}, or has both'

/** An answer as written: to say nothing, it needs an empty text. */
const Written = Schema.encodedSchema(Answer).pipe(
  Schema.filter(({ calls = [], text }) => text !== undefined || calls.length > 0 || "says nothing"),
  Schema.compose(Answer)
)

const decode = Schema.decodeUnknownEither(Schema.parseJson(Written), { errors: "all", onExcessProperty: "error" })

const namesIn = (parameters: unknown): ReadonlyArray<string> => {
  const properties = LenientJson.field(parameters, "properties")
  return Predicate.isRecord(properties) ? Object.keys(properties) : []
}

/** Loads the validator with the first call that is checked, since nobody else needs it. */
const loadValidator = Effect.cached(
  Effect.map(
    Effect.promise(() => import("ajv")),
    // The bundle has only the default export.
    ({ default: { Ajv } }) => new Ajv({ strict: false, allErrors: true, logger: false })
  )
)

/** Makes a reader of answers, which checks them against the tools offered with the question. */
export const makeReader = Effect.map(loadValidator, (loaded) => {
  const validate = Effect.fnUntraced(function* ({ name, parameters }: OfferedTool, call: Call) {
    const unknown = Array.difference(Object.keys(call.arguments), namesIn(parameters))
    const ofNames = unknown.map(
      (argument) =>
        `${name}: ${JSON.stringify(argument)} is no argument; there are: ${namesIn(parameters).join(", ") || "none"}`
    )
    if (!Predicate.isRecord(parameters)) {
      return ofNames
    }
    const validator = yield* loaded
    const isValid = validator.validate(parameters, call.arguments)
    return isValid
      ? ofNames
      : [
          ...ofNames,
          ...(validator.errors ?? []).map((error) => `${name}: arguments${error.instancePath} ${error.message}`)
        ]
  })

  const problemsOf = ({ mayCall, tools }: Question, call: Call) => {
    if (!mayCall) {
      return Effect.succeed([`${call.name}: in this request no tool may be called; answer in words`])
    }
    const tool = tools.find(({ name }) => name === call.name)
    return tool === undefined
      ? Effect.succeed([
          `${call.name}: no such tool is offered; there are: ${tools.map(({ name }) => name).join(", ")}`
        ])
      : validate(tool, call)
  }

  /** Checks a player's answer against the question. */
  const check = Effect.fnUntraced(function* (question: Question, answer: Answer) {
    const problems = (yield* Effect.forEach(answer.calls, (call) => problemsOf(question, call))).flat()
    return problems.length === 0 ? answer : yield* new AnswerInvalid({ message: problems.join("\n") })
  })

  /** Reads an answer from JSON. */
  const read = (question: Question, text: string) =>
    Either.match(decode(text), {
      onLeft: (error) =>
        new AnswerInvalid({ message: `${shape}.\n${ParseResult.TreeFormatter.formatErrorSync(error)}` }),
      onRight: (answer) => check(question, answer)
    })

  return { check, read }
})
export type AnswerReader = Effect.Effect.Success<typeof makeReader>
