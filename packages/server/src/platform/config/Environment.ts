import { ConfigProvider, Effect, Layer } from "effect"

/** Variables with a value: one that is set to nothing counts as not set. */
export const fromVariables = (variables: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.fromMap(
    new Map(
      Object.entries(variables).flatMap(([name, value]) =>
        value === undefined || value === "" ? [] : [[name, value] as const]
      )
    ),
    { pathDelim: "_", seqDelim: "," }
  )

/** What this process was started with. */
export const layer = Layer.suspend(() => Layer.setConfigProvider(fromVariables(process.env)))

/** These variables, and those of the environment beside them. */
export const overlay = (variables: Readonly<Record<string, string>>) =>
  Layer.unwrapEffect(
    Effect.configProviderWith((environment) =>
      Effect.succeed(Layer.setConfigProvider(ConfigProvider.orElse(fromVariables(variables), () => environment)))
    )
  )
