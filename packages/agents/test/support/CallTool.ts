import { type Tool, type Toolkit } from "@effect/ai"
import { CurrentUser, type User } from "@storefront/domain/Identity"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { isBinding } from "@storefront/domain/tools/Writes"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { Effect, Option, Schema } from "effect"
import { inTurnOf } from "./ProposingTurn.ts"

/**
 * Calls a tool as the model does: encoded arguments in, the encoded success or failure out. A tool that needs a
 * conversation is called in a turn of its own, unless there is one.
 */
export const callTool = Effect.fnUntraced(function* <
  Tools extends Record<string, Tool.Any>,
  Name extends keyof Tools & string
>(toolkit: Toolkit.Toolkit<Tools>, user: User, name: Name, params: Tool.ParametersEncoded<Tools[Name]>) {
  const { handle } = yield* toolkit
  const hasTurn = Option.isSome(yield* CurrentProposingTurn) || !(isBinding(name) || name === openSupportCase.name)
  const call = handle(name, params as Tool.Parameters<Tools[Name]>)
  const { encodedResult } = yield* (hasTurn ? call : inTurnOf(user)(call)).pipe(
    Effect.provideService(CurrentUser, user)
  )
  return encodedResult as unknown
})

/** Calls the tools of a toolkit as this person, unless another one is named. */
export const callerOf =
  <Tools extends Record<string, Tool.Any>>(toolkit: Toolkit.Toolkit<Tools>, caller: User) =>
  <Name extends keyof Tools & string>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>, user = caller) =>
    callTool(toolkit, user, name, params)

/** Reads the result of a call as what it must be. */
export const decodeAs =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (result: unknown): A =>
    Schema.decodeUnknownSync(schema)(result)
