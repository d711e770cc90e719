import { ConfigProvider, Layer } from "effect"

/** Makes a program read its configuration from these variables instead of the environment. */
export const settings = (variables: Readonly<Record<string, string>>) =>
  Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
