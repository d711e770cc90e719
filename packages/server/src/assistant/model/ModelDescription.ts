import { Context } from "effect"

/** Provider name of the embedded planner. Its tokens have no cost. */
export const embeddedProvider = "embedded"

/** Provider and model name of the current `LanguageModel`. */
export class ModelDescription extends Context.Reference<ModelDescription>()(
  "@storefront/server/assistant/model/ModelDescription",
  {
    defaultValue: (): { readonly provider: string; readonly model: string } => ({
      provider: "unknown",
      model: "unknown"
    })
  }
) {}
