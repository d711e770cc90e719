import { Context } from "effect"

/** The provider of what works without one; it costs nothing. */
export const embeddedProvider = "embedded"

/** Which model the `LanguageModel` at hand asks. */
export class ModelDescription extends Context.Reference<ModelDescription>()(
  "@storefront/server/assistant/model/ModelDescription",
  {
    defaultValue: (): { readonly provider: string; readonly model: string } => ({
      provider: "unknown",
      model: "unknown"
    })
  }
) {}
