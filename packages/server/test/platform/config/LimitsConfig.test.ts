import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Duration, Effect } from "effect"
import { agentHopTimeout, returns, turnTimeout } from "../../../src/platform/config/LimitsConfig.ts"

const read = <A>(config: Config.Config<A>, values: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(values))))

describe("the configuration of limits", () => {
  it.effect("has the defaults of the specification", () =>
    Effect.gen(function* () {
      assert.strictEqual(Duration.toMillis(yield* read(turnTimeout, {})), 120_000)
      assert.strictEqual(Duration.toMillis(yield* read(agentHopTimeout, {})), 30_000)
      assert.deepStrictEqual(yield* read(returns, {}), {
        windowDays: 30,
        autoApproveLimit: 50_000,
        returnlessRefundLimit: 0
      } as never)
    })
  )

  it.effect("takes whole milliseconds, days and exact amounts", () =>
    Effect.gen(function* () {
      assert.strictEqual(Duration.toMillis(yield* read(turnTimeout, { CHAT_TURN_BUDGET_MS: "5000" })), 5_000)
      const policy = yield* read(returns, {
        RETURN_WINDOW_DAYS: "14",
        RETURN_AUTO_APPROVE_LIMIT: "99.95",
        RETURNLESS_REFUND_LIMIT: "20"
      })
      assert.deepStrictEqual(policy, { windowDays: 14, autoApproveLimit: 9_995, returnlessRefundLimit: 2_000 } as never)
    })
  )

  it.effect("says what is wrong with an example, and never repeats the value", () =>
    Effect.gen(function* () {
      const wrong = [
        [turnTimeout, "CHAT_TURN_BUDGET_MS", "77777777777", "for example 120000"],
        [agentHopTimeout, "AGENT_HOP_TIMEOUT_MS", "half a minute", "for example 30000"],
        [returns, "RETURN_WINDOW_DAYS", "7777.5", "for example 30"],
        [returns, "RETURN_AUTO_APPROVE_LIMIT", "77.777", "for example 500"],
        [returns, "RETURNLESS_REFUND_LIMIT", "-77.7", "for example 500"]
      ] as const
      for (const [config, name, value, example] of wrong) {
        const text = String(yield* Effect.flip(read<unknown>(config, { [name]: value })))
        assert.include(text, name)
        assert.include(text, example)
        assert.notInclude(text, value)
      }
    })
  )
})
