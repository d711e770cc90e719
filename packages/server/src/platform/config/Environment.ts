import { ConfigProvider, Effect, Layer } from "effect"

/** Makes a provider of variables; an empty value counts as unset. */
export const fromVariables = (variables: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.fromMap(
    new Map(
      Object.entries(variables).flatMap(([name, value]) =>
        value === undefined || value === "" ? [] : [[name, value] as const]
      )
    ),
    { pathDelim: "_", seqDelim: "," }
  )

/** Configuration from this process's environment. */
export const layer = Layer.suspend(() => Layer.setConfigProvider(fromVariables(process.env)))

/** Overrides variables of the environment. */
export const overlay = (variables: Readonly<Record<string, string>>) =>
  Layer.unwrapEffect(
    Effect.configProviderWith((environment) =>
      Effect.succeed(Layer.setConfigProvider(ConfigProvider.orElse(fromVariables(variables), () => environment)))
    )
  )
