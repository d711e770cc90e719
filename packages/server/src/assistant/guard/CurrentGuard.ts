import { Context, Option } from "effect"
import { type Provenance } from "./Provenance.ts"

/** What guards the tool calls of the run that they belong to: where ids come from. None outside of a run, where nobody asks a model. */
export class CurrentGuard extends Context.Reference<CurrentGuard>()("@storefront/server/assistant/guard/CurrentGuard", {
  defaultValue: (): Option.Option<Provenance> => Option.none()
}) {}
