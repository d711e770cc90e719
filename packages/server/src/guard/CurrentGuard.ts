import { Context, Option } from "effect"
import { type ConsentCheck } from "./Consent.ts"
import { type Provenance } from "./Provenance.ts"

/** What guards the tool calls of one run: where their ids come from, and what the customer has agreed to. */
export interface RunGuard extends Provenance, ConsentCheck {}

/** That of the run that tool calls belong to. None outside of a run, where nobody asks a model. */
export class CurrentGuard extends Context.Reference<CurrentGuard>()("@storefront/server/guard/CurrentGuard", {
  defaultValue: (): Option.Option<RunGuard> => Option.none()
}) {}
