import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Duration, Effect, Record } from "effect"
import { corsOrigins, rateLimits, trustedProxies, widgetOrigins } from "../../../src/platform/config/EdgeConfig.ts"

const read = <A>(config: Config.Config<A>, values: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(values))))

describe("the configuration of the edge", () => {
  it.effect("has the limits of the specification, each of which can be changed or switched off", () =>
    Effect.gen(function* () {
      const limits = yield* read(rateLimits, {})
      assert.deepStrictEqual(
        Record.map(limits, ({ max, window }) => [max, Duration.toMinutes(window)]),
        {
          logInAccount: [10, 15],
          logInAddress: [100, 15],
          signUp: [100, 60],
          refresh: [120, 1],
          chat: [120, 1],
          guests: [60, 60],
          guestChat: [120, 60],
          guestMinute: [20, 1]
        }
      )
      const changed = yield* read(rateLimits, { RATE_LIMIT_CHAT: "0", RATE_LIMIT_SIGNUP: "5" })
      assert.deepStrictEqual([changed.chat.max, changed.signUp.max, changed.refresh.max], [0, 5, 120])
    })
  )

  it.effect("trusts no proxy and no web site by default", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* read(trustedProxies, {}))("127.0.0.1"))
      assert.strictEqual((yield* read(corsOrigins, {})).size, 0)
      assert.strictEqual((yield* read(widgetOrigins, {})).size, 0)
    })
  )

  it.effect("reads lists", () =>
    Effect.gen(function* () {
      const proxies = yield* read(trustedProxies, { TRUSTED_PROXIES: " 10.0.0.5, fd00::/8 ," })
      assert.isTrue(proxies("10.0.0.5") && proxies("fd12::1"))
      assert.isFalse(proxies("10.0.0.6"))
      const origins = yield* read(corsOrigins, { CORS_ORIGINS: "https://a.example, http://localhost:5173" })
      assert.deepStrictEqual([...origins], ["https://a.example", "http://localhost:5173"])
    })
  )

  it.effect("says what is wrong with an example, and never repeats the value", () =>
    Effect.gen(function* () {
      const wrong = [
        [rateLimits, "RATE_LIMIT_LOGIN", "-7", "for example 10"],
        [rateLimits, "RATE_LIMIT_CHAT", "many", "for example 120"],
        [widgetOrigins, "WIDGET_ORIGINS", "https://shop.example/", "for example https://shop.example.com"],
        [widgetOrigins, "WIDGET_ORIGINS", "*", "for example https://shop.example.com"],
        [trustedProxies, "TRUSTED_PROXIES", "proxy.internal", "for example 10.0.0.5"],
        [trustedProxies, "TRUSTED_PROXIES", "10.0.0.0/33", "for example 10.0.0.5"],
        [trustedProxies, "TRUSTED_PROXIES", "::ffff:10.0.0.0/95", "for example 10.0.0.5"],
        [corsOrigins, "CORS_ORIGINS", "*", "for example https://shop.example.com"],
        [corsOrigins, "CORS_ORIGINS", "https://a.example/", "for example https://shop.example.com"],
        [corsOrigins, "CORS_ORIGINS", "null", "for example https://shop.example.com"]
      ] as const
      for (const [config, name, value, example] of wrong) {
        const text = String(yield* Effect.flip(read<unknown>(config, { [name]: value })))
        assert.include(text, name)
        assert.include(text, example)
        assert.isFalse(text.replace(name, "").includes(`"${value}"`), text)
      }
    })
  )
})
