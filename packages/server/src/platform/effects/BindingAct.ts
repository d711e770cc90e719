import { type Hint } from "@storefront/domain/confirmation/Hint"
import { type ActName, type Terms } from "@storefront/domain/confirmation/Terms"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type Effect, type Schema } from "effect"

/** Purpose of preparing an act: `preview` locks nothing; `act` locks the rows that the act depends on. */
export type Purpose = "preview" | "act"

/** An act that can be performed now: its terms for the customer, and its execution. */
export interface PreparedAct<T extends Terms, A> {
  readonly terms: T
  /** Finds a cheaper alternative; to be run within the preparing transaction. Absent for acts that have none. */
  readonly hint?: Effect.Effect<Hint | null, DatabaseUnavailable>
  /** Performs the act; to be run within the transaction that prepared it for `act`. */
  readonly perform: Effect.Effect<A, DatabaseUnavailable>
}

/**
 * An act that is hard to undo, so it is proposed first and performed once the customer has confirmed its terms.
 * `prepare` runs in the caller's transaction, which is read-only for `preview`. Preview and act share its code, so they
 * cannot disagree.
 */
export interface BindingAct<Args, ArgsI, T extends Terms, A, AI, E> {
  readonly name: ActName
  /** Schema of the arguments stored with the proposal. */
  readonly args: Schema.Schema<Args, ArgsI>
  /** Schema of the stored result. */
  readonly result: Schema.Schema<A, AI>
  readonly prepare: (
    caller: User,
    args: Args,
    purpose: Purpose
  ) => Effect.Effect<PreparedAct<T, A>, E | DatabaseUnavailable>
}

/** Type of a binding act, given the schemas of its arguments and result. */
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
