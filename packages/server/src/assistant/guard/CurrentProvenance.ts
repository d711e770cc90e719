import { Context, Option } from "effect"
import { type Provenance } from "./Provenance.ts"

/** Provenance of the current run, by which tool calls are checked. None outside of a run, where no model is asked. */
export class CurrentProvenance extends Context.Reference<CurrentProvenance>()(
  "@storefront/server/assistant/guard/CurrentProvenance",
  {
    defaultValue: (): Option.Option<Provenance> => Option.none()
  }
) {}
