import * as LanguageModels from "../../src/assistant/model/LanguageModels.ts"
import { settings } from "../../src/testing/Settings.ts"
import { Layer } from "effect"
import { agent } from "./toyAgent.ts"

/** The language model of a process with these settings. */
export const providerModel = (variables: Readonly<Record<string, string>>) =>
  LanguageModels.layer(agent, {}).pipe(Layer.provide(settings(variables)))
