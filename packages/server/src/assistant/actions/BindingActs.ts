import { type Tool } from "@effect/ai"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { type ActName, type Terms } from "@storefront/domain/confirmation/Terms"
import { type Role, type User } from "@storefront/domain/Identity"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { type Obstacle } from "@storefront/domain/words/ActionOutcomes"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { type BindingAct, type Purpose } from "../../platform/effects/BindingAct.ts"
import { type ActFailure, obstacleOf } from "./Obstacles.ts"

/** The act is not possible now. */
export class ActImpossible extends Data.TaggedError("ActImpossible")<{ readonly obstacle: Obstacle }> {}

/** Binding act whose arguments and results are in their stored, encoded form. */
export interface StoredAct {
  readonly name: ActName
  /** Roles that may propose and confirm it: those of its tool. */
  readonly roles: ReadonlyArray<Role>
  readonly prepare: (
    caller: User,
    args: unknown,
    purpose: Purpose
  ) => Effect.Effect<
    { readonly terms: Terms; readonly perform: Effect.Effect<unknown, DatabaseUnavailable> },
    ActImpossible | DatabaseUnavailable
  >
}

/** Erases the types of an act, for callers that know only its name. Its roles are those that may use the tool. */
export const eraseTypes = <Args, ArgsI, T extends Terms, A, AI, E extends ActFailure>(
  { args, name, prepare, result }: BindingAct<Args, ArgsI, T, A, AI, E>,
  tool: Tool.Any
): StoredAct => {
  const decodeArgs = Schema.decodeUnknown(args)
  const encodeResult = Schema.encode(result)
  return {
    name,
    roles: Context.get(tool.annotations, AllowedRoles),
    prepare: Effect.fnUntraced(function* (caller, encoded, purpose) {
      const { perform, terms } = yield* Effect.mapError(
        prepare(caller, yield* Effect.orDie(decodeArgs(encoded)), purpose),
        (failure) =>
          failure instanceof DatabaseUnavailable ? failure : new ActImpossible({ obstacle: obstacleOf(failure) })
      )
      return { terms, perform: Effect.flatMap(perform, (done) => Effect.orDie(encodeResult(done))) }
    })
  }
}

/** The binding acts of a specialist, by name. */
export class BindingActs extends Context.Tag("@storefront/server/assistant/actions/BindingActs")<
  BindingActs,
  ReadonlyMap<string, StoredAct>
>() {
  static readonly layer = <E, R>(acts: Effect.Effect<ReadonlyArray<StoredAct>, E, R>) =>
    Layer.effect(
      this,
      Effect.map(acts, (all) => new Map(all.map((act) => [act.name, act])))
    )
}
