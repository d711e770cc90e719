import { type Hint } from "@storefront/domain/confirmation/Hint"
import { type ActName, type Terms } from "@storefront/domain/confirmation/Terms"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type Effect, type Schema } from "effect"

/** Whether an act is only looked at, or about to be done: then what it depends on is locked. */
export type Purpose = "preview" | "act"

/** An act that is possible now: what it means for the customer, and how it is done. */
export interface Prepared<T extends Terms, A> {
  readonly terms: T
  /** How it would cost less, for who is asked: within the transaction that prepared it. Absent where nothing can. */
  readonly hint?: Effect.Effect<Hint | null, DatabaseUnavailable>
  /** Within the transaction that prepared it for `act`. */
  readonly perform: Effect.Effect<A, DatabaseUnavailable>
}

/**
 * A binding act: not easily undone, so that it is proposed, and done when the customer has confirmed its terms. `prepare`
 * runs within the caller's transaction, a read-only one for `preview`; preview and act cannot disagree, because they are
 * the same code.
 */
export interface BindingAct<Args, ArgsI, T extends Terms, A, AI, E> {
  readonly name: ActName
  /** Form in which the arguments are stored with the proposal. */
  readonly args: Schema.Schema<Args, ArgsI>
  /** Form in which the result is stored when it is done. */
  readonly result: Schema.Schema<A, AI>
  readonly prepare: (
    caller: User,
    args: Args,
    purpose: Purpose
  ) => Effect.Effect<Prepared<T, A>, E | DatabaseUnavailable>
}

/** The type of a binding act by the schemas of its arguments and of its result. */
export type ActOf<
  Args extends Schema.Schema.AnyNoContext,
  T extends Terms,
  Result extends Schema.Schema.AnyNoContext,
  E
> = BindingAct<
  Schema.Schema.Type<Args>,
  Schema.Schema.Encoded<Args>,
  T,
  Schema.Schema.Type<Result>,
  Schema.Schema.Encoded<Result>,
  E
>
