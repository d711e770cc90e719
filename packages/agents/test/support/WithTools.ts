import { type Tool, type Toolkit } from "@effect/ai"
import { CurrentUser, type User } from "@storefront/domain/Identity"
import { Effect } from "effect"

/** Executes calls with the handlers of a toolkit. */
export const withTools =
  <Tools extends Record<string, Tool.Any>>(toolkit: Toolkit.Toolkit<Tools>, user: User) =>
  ({ name, params }: { readonly name: string; readonly params: unknown }) =>
    Effect.flatMap(toolkit, ({ handle }) =>
      handle(name, params as Tool.Parameters<Tools[string]>).pipe(
        Effect.map(({ encodedResult, isFailure }) => ({ isFailure, result: encodedResult as unknown })),
        Effect.provideService(CurrentUser, user)
      )
    )
