import { Prompt, type Tool, type Toolkit } from "@effect/ai"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { CurrentUser, type Role, type User } from "@storefront/domain/Identity"
import { actsAtOnce, isMutating } from "@storefront/domain/tools/Writes"
import { lookupAdvice } from "@storefront/domain/tools/Parameters"
import { AllowedRoles, mayUse, RefusalAdvice } from "@storefront/domain/tools/RolePolicy"
import { TimeLimit } from "@storefront/domain/tools/TimeLimit"
import {
  handlerDied,
  invalidArguments,
  signInRequired,
  ToolFailure,
  type ToolRefusal,
  unavailable
} from "@storefront/domain/tools/ToolContract"
import { Cause, Context, Duration, Effect, Option, Record, Schema } from "effect"
import { CurrentProvenance } from "../guard/CurrentProvenance.ts"
import { type Provenance } from "../guard/Provenance.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { wrap } from "../guard/Wrapper.ts"
import { type ToolCall } from "../model/ModelRequest.ts"
import { type OrderNumbers } from "../../shop/orders/OrderNumbers.ts"
import * as Metrics from "../../platform/telemetry/Metrics.ts"
import { observed } from "../../platform/telemetry/ObservedCall.ts"
import * as OrderArguments from "./OrderArguments.ts"
import * as ToolArguments from "./ToolArguments.ts"
import { failed, failureOf, type ToolResult, timedOut } from "./ToolResult.ts"

/** Execution of the model's tool calls, and preparation of their results for the prompt. */

const forbidden = (tool: Tool.Any, role: Role) =>
  role === "guest"
    ? signInRequired
    : new ToolFailure({
        error: "forbidden",
        message: Context.get(tool.annotations, RefusalAdvice),
        allowed_roles: Context.get(tool.annotations, AllowedRoles)
      })

/** Returns the refusal of a call on ids that neither the customer nor a tool's result has named. */
const unknownIds = (fields: ReadonlyArray<string>) =>
  invalidArguments(
    fields.map((field) => ({
      field,
      message:
        field === "street"
          ? "belongs to an address that the customer has not told; ask for it, or look up where an order went"
          : `is an id that neither the customer nor a tool has named in this conversation; ${lookupAdvice[field] ?? "look it up first"}`
    }))
  )

const unknownTool = failed(
  new ToolFailure({
    error: "not_found",
    message: "There is no such tool. Call only the tools that you were given.",
    entity: "tool"
  })
)

/** Result in place of one that cannot be shown to the model. */
const notShowable = failed(unavailable("The result of the tool cannot be shown. Say what could not be found out."))

/** Failure of a tool that writes immediately, since the write may have been committed. */
const unknownOutcome = failed(
  new ToolFailure({
    error: "unavailable",
    message:
      "It is not known whether this was done. Say so, and that the customer can look it up. Do not call the tool again.",
    reason: "outcome_unknown",
    retryable: false
  })
)

const isUnavailable = Schema.is(DatabaseUnavailable)

/** Time limit for repeating a write that timed out. */
const repetitionLimit = Duration.seconds(3)

/**
 * Executes one tool call for a person: checks the role, then the arguments, then the origin of ids, and only then runs
 * the handler within the tool's time limit. Every error becomes a failure value, and a handler's defect is logged.
 * Interruption is passed on. `callId` is the model's id of the call.
 */
export const execute = <Tools extends Record<string, Tool.Any>, Name extends keyof Tools & string>(
  toolkit: Toolkit.WithHandler<Tools>,
  name: Name,
  rawArguments: unknown,
  caller: User,
  callId?: string
): Effect.Effect<ToolResult, never, OrderNumbers | Exclude<Tool.Requirements<Tools[Name]>, CurrentUser>> => {
  if (!Record.has(toolkit.tools, name)) {
    return Effect.succeed(unknownTool)
  }
  const tool: Tools[Name] = toolkit.tools[name]

  const handle = (params: unknown) => {
    const fail = (cause: Cause.Cause<unknown>, failure: ToolRefusal) =>
      Effect.as(Effect.logError("a tool failed", cause), actsAtOnce(tool) ? unknownOutcome : failed(failure))
    const attempt = Effect.suspend(() => toolkit.handle(name, params as Tool.Parameters<Tools[Name]>)).pipe(
      Effect.flatMap(({ encodedResult, isFailure, result }) =>
        isUnavailable(result) ? fail(Cause.fail(result), result) : Effect.succeed({ isFailure, value: encodedResult })
      )
    )
    // The write may have been committed at the time limit. Writes are idempotent, so a repetition finds the result.
    const repeatWrite = Effect.map(
      Effect.timeoutOption(attempt, repetitionLimit),
      Option.getOrElse(() => unknownOutcome)
    )
    return Effect.timeoutOption(attempt, Context.get(tool.annotations, TimeLimit)).pipe(
      Effect.flatMap(
        Option.match({
          onSome: Effect.succeed,
          onNone: () => (actsAtOnce(tool) ? repeatWrite : Effect.succeed(failed(timedOut)))
        })
      ),
      Effect.catchAllCause((cause) => fail(cause, handlerDied))
    )
  }

  /** Fails if the arguments are invalid, or if a write or a proposal names an id of unknown origin. */
  const checkArguments = Effect.fnUntraced(function* (provenance: Option.Option<Provenance>, params: unknown) {
    const errors = yield* ToolArguments.check(tool, params)
    if (errors.length > 0) {
      return yield* Effect.fail(invalidArguments(errors))
    }
    const unknownFields = isMutating(name) && Option.isSome(provenance) ? yield* provenance.value.unknownIn(params) : []
    if (unknownFields.length > 0) {
      return yield* Effect.fail(unknownIds(unknownFields))
    }
  })

  const checkAndHandle = Effect.gen(function* () {
    const provenance = yield* CurrentProvenance
    if (!mayUse(caller.role, tool)) {
      return yield* Effect.fail(forbidden(tool, caller.role))
    }
    const params = yield* OrderArguments.resolve(ToolArguments.withoutNulls(tool, rawArguments), caller)
    yield* checkArguments(provenance, params)
    const result = yield* Effect.provideService(handle(params), CurrentUser, caller)
    if (Option.isSome(provenance)) {
      const { isFailure, value } = result
      const schema = isFailure ? tool.failureSchema : tool.successSchema
      yield* provenance.value.recordResult({ params, schema, result: value, isFailure })
    }
    return result
  })

  const attributes = { "gen_ai.tool.name": name, "gen_ai.tool.type": "function" }

  return checkAndHandle.pipe(
    Effect.catchAll((refusal) => Effect.succeed(failed(refusal))),
    Effect.catchAllCause((cause) => Effect.as(Effect.logError("a tool failed", cause), failed(handlerDied))),
    observed({
      span: `execute_tool ${name}`,
      options: {
        attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": callId, ...attributes }
      },
      histogram: Metrics.toolDuration,
      attributes,
      failureOf
    })
  )
}

/** Neutralises the user text of a result, for the model. */
export const neutraliseResult = <Tools extends Record<string, Tool.Any>, Name extends keyof Tools & string>(
  toolkit: Toolkit.WithHandler<Tools>,
  name: Name,
  { isFailure, value }: ToolResult
): Effect.Effect<ToolResult, never, Neutraliser> => {
  if (!Record.has(toolkit.tools, name)) {
    return Effect.succeed({ isFailure, value })
  }
  const tool: Tools[Name] = toolkit.tools[name]
  return Effect.flatMap(Neutraliser, ({ neutralise }) =>
    Effect.map(neutralise(isFailure ? tool.failureSchema : tool.successSchema, value), (neutralised) => ({
      isFailure,
      value: neutralised
    }))
  )
}

/** Wraps a neutralised result as a part of the prompt. A result that already contains a boundary is replaced. */
export const toPromptPart = ({ id, name }: ToolCall, { isFailure, value }: ToolResult) =>
  wrap(value).pipe(
    Effect.map((result) => ({ isFailure, result })),
    Effect.catchTag("AlreadyWrapped", () =>
      Effect.logError("the result of a tool holds something like a boundary").pipe(
        Effect.zipRight(Effect.orDie(wrap(notShowable.value))),
        Effect.map((result) => ({ isFailure: true, result }))
      )
    ),
    Effect.map((wrapped) => Prompt.makePart("tool-result", { id, name, ...wrapped, providerExecuted: false }))
  )
