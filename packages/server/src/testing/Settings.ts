import { ConfigProvider, Layer } from "effect"

/** A program reads these variables, and none of the environment. */
export const settings = (variables: Readonly<Record<string, string>>) =>
  Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
