import { Config, ConfigProvider, Effect, Random } from "effect"

/** Seed of random requests: `CONTRACT_SEED` to repeat a run, else a new one. */
export const seed = Config.integer("CONTRACT_SEED").pipe(
  Effect.withConfigProvider(ConfigProvider.fromEnv()),
  Effect.orElse(() => Random.nextIntBetween(0, 2_147_483_647))
)
